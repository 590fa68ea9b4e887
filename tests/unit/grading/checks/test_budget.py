"""`budget`."""

import pytest

from skilleval.domain.suite import BudgetCheck
from skilleval.domain.trial import Evidence, ToolCall, Usage
from skilleval.grading.checks.budget import mark
from skilleval.grading.exhibit import Exhibit

EVIDENCE = Evidence(
    usage=Usage(fresh_tokens=100, cached_tokens=50, output_tokens=50),
    seconds=12.5,
    tool_calls=(ToolCall(name="a"),),
)


@pytest.mark.parametrize(("measure", "at_most", "passed"), [
    ("tokens", 200, True), ("tokens", 199, False), ("seconds", 12.5, True), ("seconds", 12, False),
    ("tool_calls", 1, True), ("tool_calls", 0, False),
])  # fmt: skip
def test_limit_is_inclusive(measure: str, at_most: float, passed: bool) -> None:
    """Up to the limit is within it."""
    check = BudgetCheck.model_validate({"id": "C", "kind": "budget", "measure": measure, "at_most": at_most})

    assert mark(check, Exhibit(EVIDENCE)).passed is passed
