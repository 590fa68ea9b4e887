"""Patterns from a suite: run with a time limit, since a hostile one can take for ever."""

from dataclasses import dataclass
from functools import lru_cache

import regex

PATTERN_TIMEOUT_S = 2.0
"""Ten megabytes are searched by a sane pattern in well under a second."""


@dataclass(frozen=True)
class Hit:
    """Where a pattern was found: the matched text, its line number from 1, the whole line."""

    matched: str
    line_number: int
    line: str


class PatternProblem(Exception):
    """A pattern that cannot be compiled, or that ran out of time."""


@lru_cache(maxsize=512)
def _compiled(pattern: str, *, ignore_case: bool) -> "regex.Pattern[str]":
    return regex.compile(pattern, regex.IGNORECASE if ignore_case else 0)


def search(pattern: str, text: str, *, ignore_case: bool, timeout_s: float = PATTERN_TIMEOUT_S) -> Hit | None:
    """Return the first hit, or None. Raises PatternProblem when the pattern itself is at fault."""
    try:
        match = _compiled(pattern, ignore_case=ignore_case).search(text, timeout=timeout_s)
    except regex.error as exc:
        raise PatternProblem(f"the pattern cannot be read: {exc}") from exc
    except TimeoutError as exc:
        raise PatternProblem(f"the pattern ran longer than {timeout_s:g} s") from exc
    if match is None:
        return None
    start = text.rfind("\n", 0, match.start()) + 1
    end = text.find("\n", match.end())
    line = text[start : end if end >= 0 else len(text)]
    return Hit(match.group(), text.count("\n", 0, match.start()) + 1, line)
