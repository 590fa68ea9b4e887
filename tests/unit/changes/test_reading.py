"""Bytes into plain values."""

import pytest

from skilleval.changes.reading import MAX_BYTES, json_of, text_of
from skilleval.errors import SuiteError


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b'{"a": 1,}', "line 1, column 9"),
        (b"{\n\n'a': 1}", "line 3"),
        (b'{"a": 1, "a": 2}', "'a' stands twice"),
        (b"NaN", "NaN is not a JSON number"),
        (b"[Infinity]", "Infinity"),
        (b"[" * 50 + b"]" * 50, "nested deeper"),
        (b"[" * 100_000, "nested deeper"),
        (b'"\\udc00"', "surrogate"),
        (b"\xff", "line 1: byte 0xff is not UTF-8"),
        (b"1" * 10_000, "not JSON"),
        (b" " * (MAX_BYTES + 1), "more than"),
        (b"[" + b"1," * 250_000 + b"1]", "too many values"),
    ],
)
def test_faults(raw: bytes, words: str) -> None:
    """Each fault says where and what."""
    with pytest.raises(SuiteError, match=words):
        json_of(raw)


def test_what_is_read() -> None:
    """All types come through; a mark and CRLF are nothing."""
    assert json_of(b'\xef\xbb\xbf{"a": [1, 2.5, true, null, "\xc3\xa9"]}\r\n') == {
        "a": [1, 2.5, True, None, "é"]
    }
    assert text_of(b"a\r\nb\rc") == "a\nb\nc"
