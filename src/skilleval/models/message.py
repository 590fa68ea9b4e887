"""Reads an answer of the Messages API from its bytes.

The SDK's own objects of some dozens of classes cost as much as sending the request, and it builds them
unchecked; of an answer we want the few fields below, each with the type that it must have.
Source of the shape: the Messages API reference (message object, usage).
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from skilleval.domain.price import TokenCount
from skilleval.ports import TextBlock, ToolUseBlock

Block = TextBlock | ToolUseBlock


class MalformedAnswerError(ValueError):
    """An answer that is no message."""


class Message(NamedTuple):
    """An answer: which model, why it stopped, text and tool calls in order, how it is billed."""

    model: str
    stop_reason: str
    content: tuple[Block, ...]
    tokens: TokenCount


def read_message(body: bytes) -> Message:
    """Return the answer. Raises ValueError for what is no whole answer."""
    message = mapping_in(json.loads(body), "answer")
    return Message(
        model=_text(message.get("model"), "model"),
        stop_reason=_text(message.get("stop_reason") or "", "stop_reason"),
        content=tuple(_blocks(message.get("content"))),
        tokens=_tokens(mapping_in(message.get("usage"), "usage")),
    )


def _blocks(content: object) -> Iterator[Block]:
    """Yield text and tool calls; other kinds of blocks (thinking) are no part of an answer."""
    if not isinstance(content, list):
        raise MalformedAnswerError("content is no list")
    for one in content:
        block = mapping_in(one, "content block")
        if block.get("type") == "text":
            yield TextBlock(text=saveable(_text(block.get("text"), "text")))
        elif block.get("type") == "tool_use":
            arguments = mapping_in(block.get("input"), "input")
            yield ToolUseBlock(
                id=_text(block.get("id"), "id"),
                name=_text(block.get("name"), "name"),
                input=saveable(dict(arguments)),
            )


def _tokens(usage: Mapping[str, object]) -> TokenCount:
    return TokenCount(
        fresh=_count(usage, "input_tokens"),
        cache_read=_count(usage, "cache_read_input_tokens"),
        cache_write=_count(usage, "cache_creation_input_tokens"),
        output=_count(usage, "output_tokens"),
    )


def _count(usage: Mapping[str, object], key: str) -> int:
    value = usage.get(key) or 0
    if not isinstance(value, int):
        raise MalformedAnswerError(f"{key} is no number")
    return value


def mapping_in(value: object, name: str) -> Mapping[str, object]:
    """Return an object of an answer. Raises MalformedAnswerError for anything else."""
    if not isinstance(value, dict):
        raise MalformedAnswerError(f"{name} is no object")
    return value


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise MalformedAnswerError(f"{name} is no text")
    return value


def saveable(value: Any) -> Any:  # noqa: ANN401  # JSON has no narrower type
    """Return the value without halves of surrogate pairs: JSON can carry them, UTF-8 files cannot."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {saveable(key): saveable(inner) for key, inner in value.items()}
    return [saveable(inner) for inner in value] if isinstance(value, list) else value
