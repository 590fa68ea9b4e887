"""Answers of the Messages API: whole or cut, which model, which tokens."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.domain.price import TokenCount
from skilleval.gateway.reading import error_words, read_message, read_stream

MESSAGE = {
    "type": "message",
    "model": "m-1",
    "usage": {
        "input_tokens": 10,
        "cache_read_input_tokens": 3,
        "cache_creation_input_tokens": 2,
        "output_tokens": 5,
    },
}
TOKENS = TokenCount(fresh=10, cache_read=3, cache_write=2, output=5)


def stream(*events: object) -> bytes:
    """Return server-sent events; a text is passed as it is."""
    lines = (event if isinstance(event, str) else f"data: {json.dumps(event)}" for event in events)
    return "\n\n".join(lines).encode()


START = {"type": "message_start", "message": MESSAGE | {"usage": MESSAGE["usage"] | {"output_tokens": 1}}}  # type: ignore[operator]
DELTA = {"type": "message_delta", "usage": {"output_tokens": 5}}
STOP = {"type": "message_stop"}


def test_a_plain_answer_is_read() -> None:
    """Model and the four kinds of tokens."""
    reading = read_message(json.dumps(MESSAGE).encode())

    assert (reading.model, reading.tokens, reading.problem) == ("m-1", TOKENS, "")


def test_a_streamed_answer_is_read() -> None:
    """The last count of output tokens is the one that is billed."""
    reading = read_stream(stream(START, DELTA, STOP))

    assert (reading.model, reading.tokens, reading.problem) == ("m-1", TOKENS, "")


def test_zeros_in_the_delta_do_not_hide_the_start() -> None:
    """A null in `message_delta` says nothing of what `message_start` said."""
    delta = {"type": "message_delta", "usage": {"output_tokens": 5, "input_tokens": None}}

    assert read_stream(stream(START, delta, STOP)).tokens == TOKENS


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ((START, DELTA), "cut"),
        ((), "cut"),
        ((START, "data: {broken", STOP), "no JSON"),
        ((START, {"type": "error", "error": {"type": "overloaded_error"}}), "overloaded_error"),
    ],
)
def test_what_is_not_whole_is_said(events: tuple[object, ...], words: str) -> None:
    """A cut, broken or failed stream is never an answer, but what it cost is known."""
    reading = read_stream(stream(*events))

    assert words in reading.problem
    assert reading.tokens.fresh == (10 if events else 0)


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{}", b'{"type": "message"}', b"{not json", b'{"type": "error"}']
)
def test_what_is_no_message_is_said(body: bytes) -> None:
    """A 200 with nonsense in it is no answer."""
    assert read_message(body).problem


@given(st.binary(max_size=300))
def test_no_bytes_break_the_readers(body: bytes) -> None:
    """Whatever a server sends, it is read or refused, never a crash of ours."""
    read_message(body)
    read_stream(body)
    assert len(error_words(body)) <= 300


@given(st.integers(0, len(stream(START, DELTA, STOP)) - 1))
def test_every_cut_is_noticed(length: int) -> None:
    """Wherever a stream is cut, it is not taken for whole."""
    assert read_stream(stream(START, DELTA, STOP)[:length]).problem
