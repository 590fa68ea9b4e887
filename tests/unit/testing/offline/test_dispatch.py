"""Who asks decides which rules answer."""

import pytest

from skilleval.ports import JsonObject
from skilleval.testing.offline import dispatch
from skilleval.testing.offline.wire import messages_request
from tests.builders_offline import TOOLS, a_body, a_tool


def answer(body: JsonObject) -> list[JsonObject]:
    """Return the blocks that answer a body."""
    return dispatch.answer(messages_request(body), body)


@pytest.mark.parametrize("tool", sorted(dispatch.GRADING_TOOLS))
def test_grading_tools_go_to_the_grader(tool: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that offers a grading tool is the grader's."""
    blocks: list[JsonObject] = [{"type": "text", "text": "graded"}]
    monkeypatch.setattr(dispatch, "answer_grading", lambda body: blocks)

    assert answer(a_body("Grade.", tools=[a_tool(tool, "x")])) == blocks


def test_tool_choices() -> None:
    """None means text, any means a call, a name means that tool."""
    body = a_body("Hello there.")

    assert answer({**body, "tool_choice": {"type": "none"}})[0]["type"] == "text"
    assert answer({**body, "tool_choice": {"type": "any"}})[0]["name"] == TOOLS[0]["name"]
    assert answer({**body, "tool_choice": {"type": "tool", "name": "Bash"}})[0]["name"] == "Bash"
    assert answer(body)[0]["type"] == "text"
