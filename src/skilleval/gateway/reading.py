"""What an answer of the Messages API says: whole or cut, which model, which tokens.

Source of the shapes: the Messages API reference (message object, usage, server-sent events).
"""

import json
from collections.abc import Iterator, Mapping

from skilleval.domain.price import TokenCount
from skilleval.domain.value import Value


class Reading(Value):
    """An answer, read. `problem` is empty for a whole one; tokens are those seen so far."""

    model: str = ""
    tokens: TokenCount = TokenCount()
    problem: str = ""
    overloaded: bool = False


def read_message(body: bytes) -> Reading:
    """Read a plain answer."""
    message = _json(body)
    if message.get("type") != "message" or not isinstance(message.get("usage"), Mapping):
        return Reading(problem="the answer is no message")
    return Reading(model=str(message.get("model", "")), tokens=_tokens(message["usage"]))


def read_stream(body: bytes) -> Reading:
    """Read a streamed answer: whole only when `message_stop` came and every event could be read."""
    model, usage, whole, problem, overloaded = "", dict[str, object](), False, "", False
    for event in _events(body):
        match event.get("type"):
            case "message_start":
                message = _mapping(event.get("message"))
                model, usage = str(message.get("model", "")), dict(_mapping(message.get("usage")))
            case "message_delta":
                usage |= {
                    key: value for key, value in _mapping(event.get("usage")).items() if value is not None
                }
            case "message_stop":
                whole = True
            case "error":
                kind = str(_mapping(event.get("error")).get("type", "error"))
                problem, overloaded = f"the stream broke off: {kind}", kind == "overloaded_error"
            case None:
                problem = "the stream holds an event that is no JSON"
    if not whole and not problem:
        problem = "the stream was cut"
    return Reading(model=model, tokens=_tokens(usage), problem=problem, overloaded=overloaded)


def error_words(body: bytes) -> str:
    """Return type and message of an error answer, short."""
    error = _mapping(_json(body).get("error"))
    words = ": ".join(str(error[key]) for key in ("type", "message") if error.get(key))
    return (words or body.decode("utf-8", "replace"))[:300]


def _events(body: bytes) -> Iterator[Mapping[str, object]]:
    for line in body.splitlines():
        if line.startswith(b"data:"):
            yield _json(line.removeprefix(b"data:"))


def _json(body: bytes) -> Mapping[str, object]:
    try:
        return _mapping(json.loads(body))
    except ValueError:
        return {}


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _tokens(usage: object) -> TokenCount:
    counts = _mapping(usage)

    def count(key: str) -> int:
        value = counts.get(key)
        return value if isinstance(value, int) and value > 0 else 0

    return TokenCount(
        fresh=count("input_tokens"),
        cache_read=count("cache_read_input_tokens"),
        cache_write=count("cache_creation_input_tokens"),
        output=count("output_tokens"),
    )
