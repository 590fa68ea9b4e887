"""Answers of the Messages API: what is wanted, with the types that it must have, or ValueError."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from skilleval.domain.price import TokenCount
from skilleval.models.message import read_message
from skilleval.ports import TextBlock, ToolUseBlock

ANSWER: dict[str, Any] = {
    "type": "message",
    "model": "m-1",
    "stop_reason": "tool_use",
    "content": [
        {"type": "thinking", "thinking": "hm", "signature": "s"},
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": "t1", "name": "Read", "input": {"file_path": "a", "limits": [1, "b"]}},
    ],
    "usage": {"input_tokens": 3, "cache_read_input_tokens": 5, "output_tokens": 7},
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(list(ANSWER)), inner),
    max_leaves=8,
)


def test_a_whole_answer() -> None:
    """Text and tool calls in order, other blocks left out, tokens by how they are billed."""
    message = read_message(json.dumps(ANSWER).encode())

    assert (message.model, message.stop_reason) == ("m-1", "tool_use")
    assert message.content == (
        TextBlock(text="I look."),
        ToolUseBlock(id="t1", name="Read", input={"file_path": "a", "limits": [1, "b"]}),
    )
    assert message.tokens == TokenCount(fresh=3, cache_read=5, cache_write=0, output=7)


def test_halves_of_surrogate_pairs_become_question_marks() -> None:
    """JSON can carry them, a UTF-8 file cannot: what is read can always be written."""
    content = [
        {"type": "text", "text": "a\ud800b"},
        {"type": "tool_use", "id": "t", "name": "Write", "input": {"\udfff": ["\ud800"]}},
    ]
    message = read_message(json.dumps({**ANSWER, "content": content}).encode())

    assert message.content == (
        TextBlock(text="a?b"),
        ToolUseBlock(id="t", name="Write", input={"?": ["?"]}),
    )


@given(key=st.sampled_from(["model", "content", "usage", "stop_reason"]), value=JSON)
def test_any_other_shape_is_a_value_error(key: str, value: object) -> None:
    """Whatever a field holds, the answer is read or refused; nothing else is raised."""
    try:
        message = read_message(json.dumps({**ANSWER, key: value}).encode())
    except ValueError:
        return

    assert isinstance(message.model, str)
    assert isinstance(message.stop_reason, str)
