"""A reply as server-sent events, in the API's order.

message_start, ping, then for each block content_block_start, its deltas, content_block_stop, and at the
end message_delta (stop reason, output tokens) and message_stop.
"""

import json
from collections.abc import Iterator

from skilleval.ports import JsonObject
from skilleval.testing.offline.reply import Reply

_DELTA_CHARS = 60


def stream_events(reply: Reply) -> Iterator[str]:
    """Yield the events of a streamed answer, each as the text that goes over the wire."""
    start = {**reply.body(), "content": [], "stop_reason": None, "usage": {**reply.usage, "output_tokens": 1}}
    yield _event({"type": "message_start", "message": start})
    yield _event({"type": "ping"})
    for index, block in enumerate(reply.content):
        yield from _block_events(index, block)
    delta = {"stop_reason": reply.stop_reason, "stop_sequence": None}
    yield _event({"type": "message_delta", "delta": delta, "usage": reply.usage})
    yield _event({"type": "message_stop"})


def _block_events(index: int, block: JsonObject) -> Iterator[str]:
    is_tool = block["type"] == "tool_use"
    key, kind = ("partial_json", "input_json_delta") if is_tool else ("text", "text_delta")
    empty = {**block, "input": {}} if is_tool else {**block, "text": ""}
    whole = json.dumps(block["input"]) if is_tool else str(block["text"])
    yield _event({"type": "content_block_start", "index": index, "content_block": empty})
    for at in range(0, len(whole), _DELTA_CHARS):
        delta = {"type": kind, key: whole[at : at + _DELTA_CHARS]}
        yield _event({"type": "content_block_delta", "index": index, "delta": delta})
    yield _event({"type": "content_block_stop", "index": index})


def _event(data: JsonObject) -> str:
    return f"event: {data['type']}\ndata: {json.dumps(data)}\n\n"
