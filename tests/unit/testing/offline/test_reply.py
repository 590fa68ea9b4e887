"""Replies can be repeated, and say what they used."""

from skilleval.ports import JsonObject
from skilleval.testing.offline.reply import build_reply, count_input_tokens
from skilleval.testing.offline.wire import messages_request
from tests.builders_offline import a_body

CALL: JsonObject = {"type": "tool_use", "name": "Read", "input": {"file_path": "x"}}


def test_ids_come_from_the_request() -> None:
    """The same request has the same ids, streamed or not; another request has others."""
    plain, streamed = (messages_request({**a_body("A"), "stream": stream}) for stream in (False, True))
    other = messages_request(a_body("B"))

    assert build_reply(plain, [CALL, CALL]) == build_reply(streamed, [CALL, CALL])
    assert build_reply(plain, [CALL]).id != build_reply(other, [CALL]).id
    assert len({str(block["id"]) for block in build_reply(plain, [CALL, CALL]).content}) == 2


def test_stop_reason() -> None:
    """A call of a tool, the end, or the limit."""
    request = messages_request({**a_body("A"), "max_tokens": 2})
    short: JsonObject = {"type": "text", "text": "ok"}
    long: JsonObject = {"type": "text", "text": "x" * 99}

    assert build_reply(request, [CALL]).stop_reason == "tool_use"
    assert build_reply(request, [short]).stop_reason == "end_turn"
    assert build_reply(request, [long]).stop_reason == "max_tokens"
    assert build_reply(request, [long]).content[0]["text"] == "x" * 8


def test_usage_adds_up() -> None:
    """Input, cached or not, is all that was sent."""
    marked = {"type": "text", "text": "s" * 400, "cache_control": {"type": "ephemeral"}}
    turns = [{"role": role, "content": "x" * 40} for role in ("user", "assistant", "user")]
    for body in (a_body("A"), {**a_body("A"), "system": [marked], "messages": turns}):
        request = messages_request(body)
        usage = build_reply(request, [CALL]).usage
        keys = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")

        assert sum(usage[key] for key in keys) == count_input_tokens(request)  # type: ignore[misc]
