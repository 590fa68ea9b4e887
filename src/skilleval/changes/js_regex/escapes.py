"""Escapes that stand for one character."""

import re
from typing import Final

from skilleval.changes.js_regex.refuse import PatternError

_SHORT: Final = {"n": "\n", "r": "\r", "t": "\t", "v": "\v", "f": "\f"}
_CODED: Final = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|c([A-Za-z])|(0)(?![0-9]))")
_LOW_HALF: Final = re.compile(r"\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_WHY: Final = {
    "p": r"\p is known with the u flag only",
    "P": r"\P is known with the u flag only",
    "A": r"\A is the letter A in JavaScript: write ^",
    "Z": r"\Z is the letter Z in JavaScript: write $",
    "z": r"\z is the letter z in JavaScript: write $",
    "u": r"\u needs four hexadecimal digits (\u{...} is known with the u flag only)",
    "x": r"\x needs two hexadecimal digits",
    "c": r"\c needs a letter",
    "": r"a \ at the end escapes nothing",
}


def escaped_char(text: str, at: int) -> tuple[str, int]:
    """Return the character that the escape at `at` stands for, and the place after it."""
    follower = text[at + 1 : at + 2]
    if follower in _SHORT:
        return _SHORT[follower], at + 2
    coded = _CODED.match(text, at)
    if coded:
        return _decoded(coded, text)
    if not follower or (follower.isascii() and follower.isalnum()):
        known = _WHY.get(follower, f"the escape \\{follower} means nothing in JavaScript")
        raise PatternError(known, at)
    return follower, at + 2


def _decoded(match: "re.Match[str]", text: str) -> tuple[str, int]:
    if match[3]:
        return chr(ord(match[3]) % 32), match.end()
    if match[4]:
        return "\0", match.end()
    code = int(match[1] or match[2], 16)
    if not 0xD800 <= code <= 0xDFFF:
        return chr(code), match.end()
    low = _LOW_HALF.match(text, match.end())
    if code > 0xDBFF or not low:
        raise PatternError("half of a surrogate pair is no character", match.start())
    return chr(0x10000 + ((code - 0xD800) << 10) + int(low[1], 16) - 0xDC00), low.end()
