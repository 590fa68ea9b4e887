"""`tool_order`."""

import pytest

from skilleval.domain.suite import ToolOrderCheck
from skilleval.domain.trial import Evidence, ToolCall
from skilleval.grading.checks.tool_order import mark
from skilleval.grading.exhibit import Exhibit


@pytest.mark.parametrize(("tools", "passed"), [
    (("Read", "Write"), True), (("Write", "Read"), False), (("Read", "Read"), False),
    (("Read", "Bash", "Write"), True),
])  # fmt: skip
def test_order_with_others_between(tools: tuple[str, ...], passed: bool) -> None:
    """The tools are a subsequence of the calls; each call serves once."""
    calls = tuple(ToolCall(name=name) for name in ("Read", "Bash", "Write"))
    check = ToolOrderCheck(id="C", kind="tool_order", tools=tools)

    assert mark(check, Exhibit(Evidence(tool_calls=calls))).passed is passed
