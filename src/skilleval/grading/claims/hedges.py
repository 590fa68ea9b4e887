"""Words around a number that make it a bound or an estimate: "under 60", "about 150", "20 or fewer"."""

from collections.abc import Iterable
from typing import Literal

import regex

Bound = Literal["exact", "about", "below", "at_most", "above", "at_least"]

ABOUT_SHARE = 0.2
"""How far an estimate may be off: "about 150" holds from 120 to 180."""

_BEFORE: tuple[tuple[Bound, str], ...] = (
    ("about", r"(?:~|≈|about|around|roughly|approx(?:imately|\.)?|circa|nearly|almost|some)"),
    (
        "at_most",
        r"(?:at most|(?<!\b(?:add|adds|added|sum|sums|summed|come|comes) )up to|no more than|not more than|"
        r"max(?:imum)?(?: of)?|within(?: the)?|<=|≤)",
    ),
    ("below", r"(?:under|below|less than|fewer than|shorter than|<)"),
    ("at_least", r"(?:at least|no fewer than|no less than|min(?:imum)?(?: of)?|>=|≥)"),
    ("above", r"(?:over|above|more than|longer than|>)"),
)
_AFTER: tuple[tuple[Bound, str], ...] = (
    ("at_most", r"\s*(?:\w+\s+)?or (?:fewer|less|shorter)"),
    ("at_least", r"\s*(?:\w+\s+)?or (?:more|longer)"),
)


def bound_of(before: str, after: str) -> Bound:
    """Return how the number between `before` and `after` is meant."""
    for bound, pattern in _BEFORE:
        if regex.search(rf"{pattern}\s*(?:the\s+|of\s+)?$", before, regex.IGNORECASE):
            return bound
    for bound, pattern in _AFTER:
        if regex.match(pattern, after, regex.IGNORECASE):
            return bound
    return "exact"


def is_true(stated: float, counts: Iterable[float], bound: Bound) -> bool:
    """Return whether one of the honest counts makes the statement true."""
    return any(_holds(stated, count, bound) for count in counts)


def _holds(stated: float, count: float, bound: Bound) -> bool:
    return {
        "exact": count == stated,
        "about": abs(count - stated) <= ABOUT_SHARE * max(stated, 1),
        "below": count < stated,
        "at_most": count <= stated,
        "above": count > stated,
        "at_least": count >= stated,
    }[bound]
