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


CALLS = (
    ToolCall(name="Bash", arguments={"command": "npm test"}),
    ToolCall(name="Bash", arguments={"command": "ls"}),
    ToolCall(name="Read", arguments={"file_path": "npm.md"}),
)


@pytest.mark.parametrize(("more", "passed"), [
    ({"input_pattern": "npm"}, True), ({"input_pattern": "yarn"}, False),
    ({"input_pattern": '"command":"ls"'}, True), ({"at_least": 2}, True), ({"at_least": 3}, False),
    ({"at_most": 1}, False), ({"at_least": 0, "at_most": 2}, True),
    ({"kind": "tool_not_used", "input_pattern": "rm -rf"}, True),
    ({"kind": "tool_not_used", "input_pattern": "npm"}, False), ({"input_pattern": "("}, None),
])  # fmt: skip
def test_calls_with_an_input_are_counted(more: dict[str, object], passed: bool | None) -> None:
    """The pattern looks at the input as compact JSON; bounds are of the calls that have it."""
    check = ToolCheck.model_validate({"id": "C", "kind": "tool_used", "tool": "Bash", **more})

    assert mark(check, Exhibit(Evidence(tool_calls=CALLS))).passed is passed
