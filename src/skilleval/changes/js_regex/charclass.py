"""A class in brackets."""

import re
from typing import Final

from skilleval.changes.js_regex.chars import CLASSES, Ranges, ranges_of
from skilleval.changes.js_regex.escapes import escaped_char
from skilleval.changes.js_regex.nodes import Chars
from skilleval.changes.js_regex.refuse import PatternError

_POSIX: Final = re.compile(r"\[[:.=]\w*[:.=]\]")


def read_class(text: str, at: int) -> tuple[Chars, int]:
    """Return the class that opens at `at`, and the place after it."""
    start = at
    negated = text.startswith("[^", at)
    at += 2 if negated else 1
    found: list[tuple[int, int]] = []
    while not text.startswith("]", at):
        if at >= len(text):
            raise PatternError("a class is not closed", start)
        low, at = _member(text, at)
        if text.startswith("-", at) and not text.startswith("-]", at) and at + 1 < len(text):
            high, at = _member(text, at + 1)
            found += _range(low, high, start)
        else:
            found += low
    return Chars(ranges_of(found), negated), at + 1


def _member(text: str, at: int) -> tuple[Ranges, int]:
    if _POSIX.match(text, at):
        raise PatternError("[:...:] is no class in JavaScript", at)
    if text[at] != "\\":
        return _one(text[at], at), at + 1
    follower = text[at + 1 : at + 2]
    if follower in CLASSES:
        return CLASSES[follower], at + 2
    if follower == "b":
        return _one("\b", at), at + 2
    char, after = escaped_char(text, at)
    return _one(char, at), after


def _one(char: str, at: int) -> Ranges:
    if ord(char) > 0xFFFF:
        raise PatternError("a character past U+FFFF in a class needs the u flag", at)
    return ((ord(char), ord(char)),)


def _range(low: Ranges, high: Ranges, at: int) -> Ranges:
    if low[0][0] != low[-1][1] or high[0][0] != high[-1][1]:
        return (*low, *high, (ord("-"), ord("-")))  # annex B: [\w-.] is three things, no range
    if low[0][0] > high[0][0]:
        raise PatternError("a range in a class is out of order", at)
    return ((low[0][0], high[0][0]),)
