"""`tool_used` and `tool_not_used`."""

import pytest

from skilleval.domain.suite import ToolCheck
from skilleval.domain.trial import Evidence, ToolCall
from skilleval.grading.checks.tool_use import mark
from skilleval.grading.exhibit import Exhibit


@pytest.mark.parametrize(("kind", "tool", "passed"), [
    ("tool_used", "Bash", True), ("tool_used", "Web", False), ("tool_not_used", "Web", True),
    ("tool_not_used", "Bash", False),
])  # fmt: skip
def test_tools_are_known_by_name(kind: str, tool: str, passed: bool) -> None:
    """Calls count by their tool's name."""
    check = ToolCheck.model_validate({"id": "C", "kind": kind, "tool": tool})

    assert mark(check, Exhibit(Evidence(tool_calls=(ToolCall(name="Bash"),)))).passed is passed
