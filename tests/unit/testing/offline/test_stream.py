"""A stream adds up to its reply."""

import json

from hypothesis import given
from hypothesis import strategies as st

from skilleval.testing.offline.reply import build_reply
from skilleval.testing.offline.stream import stream_events
from skilleval.testing.offline.wire import messages_request
from tests.builders_offline import a_body

TEXT = st.text(max_size=200)
BLOCKS = st.lists(
    st.builds(lambda text: {"type": "text", "text": text}, TEXT)
    | st.builds(lambda text: {"type": "tool_use", "name": "Read", "input": {"file_path": text}}, TEXT),
    min_size=1,
    max_size=3,
)


@given(BLOCKS)
def test_deltas_add_up(blocks: list[dict[str, object]]) -> None:
    """Pieces put together are the blocks; each block is opened, filled and closed before the next."""
    reply = build_reply(messages_request(a_body("x")), blocks)
    events = [json.loads(event.split("\ndata: ")[1]) for event in stream_events(reply)]
    pieces: dict[int, str] = {}
    for event in events:
        if event["type"] == "content_block_start":
            pieces[event["index"]] = ""
        if event["type"] == "content_block_delta":
            delta = event["delta"]
            pieces[event["index"]] += delta.get("text", "") + delta.get("partial_json", "")
    whole = [b["text"] if b["type"] == "text" else json.loads(pieces[n]) for n, b in enumerate(reply.content)]

    assert [pieces[n] if isinstance(w, str) else w for n, w in enumerate(whole)] == [
        block["text"] if block["type"] == "text" else block["input"] for block in reply.content
    ]
    assert [event["type"] for event in events][-2:] == ["message_delta", "message_stop"]
    assert events[-2]["delta"]["stop_reason"] == reply.stop_reason
    assert events[-2]["usage"]["output_tokens"] > 0
