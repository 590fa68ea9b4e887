"""A reply of the Messages API: ids and usage from the request alone, so that it can be repeated."""

import hashlib
import json
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from skilleval.ports import JsonObject
from skilleval.testing.offline.wire import CountRequest, MessagesRequest

_CHARS_PER_TOKEN = 4
"""Tokens are estimated: nothing here has a tokenizer, and nobody pays for them."""


class Reply(BaseModel):
    """What goes back: content blocks, why it stopped, usage."""

    model_config = ConfigDict(frozen=True)

    id: str
    model: str
    content: tuple[JsonObject, ...]
    stop_reason: str
    usage: JsonObject

    def body(self) -> JsonObject:
        """Return the JSON of a plain answer."""
        return {
            "id": self.id,
            "type": "message",
            "role": "assistant",
            "model": self.model,
            "content": list(self.content),
            "stop_reason": self.stop_reason,
            "stop_sequence": None,
            "usage": self.usage,
        }


def build_reply(request: MessagesRequest, blocks: Sequence[JsonObject]) -> Reply:
    """Return the reply that carries `blocks`, cut to `max_tokens`, tool calls with ids."""
    digest = hashlib.sha256(request.model_dump_json(exclude={"stream"}).encode()).hexdigest()
    content, is_cut = _cut(blocks, request.max_tokens * _CHARS_PER_TOKEN)
    numbered = tuple(_with_id(block, f"toolu_{digest[:20]}{n:02d}") for n, block in enumerate(content))
    asks = any(block["type"] == "tool_use" for block in numbered)
    return Reply(
        id=f"msg_{digest[:24]}",
        model=request.model,
        content=numbered,
        stop_reason="max_tokens" if is_cut else "tool_use" if asks else "end_turn",
        usage=_usage(request, numbered),
    )


def count_input_tokens(request: CountRequest) -> int:
    """Return the estimated tokens of all that the client sends for the model to read."""
    return _tokens(_input_texts(request))


def _cut(blocks: Sequence[JsonObject], limit_chars: int) -> tuple[list[JsonObject], bool]:
    kept: list[JsonObject] = []
    for block in blocks:
        text = block.get("text")
        if isinstance(text, str) and len(text) > limit_chars:
            return [*kept, {**block, "text": text[:limit_chars]}], True
        kept.append(block)
    return kept, False


def _with_id(block: JsonObject, tool_id: str) -> JsonObject:
    if block["type"] != "tool_use" or block.get("id"):
        return block
    return {"type": "tool_use", "id": tool_id, "name": block["name"], "input": block["input"]}


def _usage(request: MessagesRequest, content: Sequence[JsonObject]) -> JsonObject:
    """Return usage. What a client marks for the cache is written at the first turn, read at later ones."""
    total = count_input_tokens(request)
    last = max((n for n, m in enumerate(request.messages) if m.role == "assistant"), default=-1)
    before = request.model_copy(update={"messages": request.messages[: max(last, 0)]})
    read = count_input_tokens(before) if last > 0 and _is_cached(request) else 0
    written = total - read if _is_cached(request) else 0
    return {
        "input_tokens": total - read - written,
        "cache_creation_input_tokens": written,
        "cache_read_input_tokens": read,
        "output_tokens": _tokens([json.dumps(block) for block in content]),
        "service_tier": "standard",
    }


def _is_cached(request: MessagesRequest) -> bool:
    system = request.system if isinstance(request.system, list) else []
    turns = [block for message in request.messages for block in message.blocks()]
    return any(block.cache_control for block in [*system, *turns])


def _input_texts(request: CountRequest) -> list[str]:
    dumped = request.model_dump(include={"system", "messages", "tools"})
    return [json.dumps(value) for value in dumped.values()]


def _tokens(texts: Sequence[str]) -> int:
    return max(1, sum(map(len, texts)) // _CHARS_PER_TOKEN)
