"""`tool_order`."""

import pytest
from pydantic import ValidationError

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


CALLS = tuple(
    ToolCall(name=name, arguments={"path": path})
    for name, path in (("Edit", "a.js"), ("Read", "a.js"), ("Edit", "users.js"))
)


@pytest.mark.parametrize(("more", "passed"), [
    ({}, True), ({"first_calls": True}, False),
    ({"first_calls": True, "input_patterns": ["", "users"]}, True),
    ({"input_patterns": ["none", ""]}, False), ({"first_calls": True, "tools": ["Read", "Bash"]}, False),
    ({"input_patterns": ["(", ""]}, None),
])  # fmt: skip
def test_first_calls_and_inputs(more: dict[str, object], passed: bool | None) -> None:
    """Any calls in this order, or the first of each, of those whose input has the pattern."""
    check = ToolOrderCheck.model_validate(
        {"id": "C", "kind": "tool_order", "tools": ["Read", "Edit"], **more}
    )

    assert mark(check, Exhibit(Evidence(tool_calls=CALLS))).passed is passed


def test_a_pattern_for_each_tool() -> None:
    """Fewer patterns than tools would leave open which is meant."""
    with pytest.raises(ValidationError, match="as many as tools"):
        ToolOrderCheck(id="C", kind="tool_order", tools=("Read", "Edit"), input_patterns=("x",))
