"""Sets of characters as JavaScript sees them, and letters that are one in two cases."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

Ranges = tuple[tuple[int, int], ...]
"""Sorted, disjoint, both ends included."""

_LAST: Final = 0x10FFFF


def ranges_of(pairs: Iterable[tuple[int, int]]) -> Ranges:
    """Return the union of the pairs."""
    found: list[tuple[int, int]] = []
    for low, high in sorted(pairs):
        if found and low <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return tuple(found)


def complement(ranges: Ranges) -> Ranges:
    """Return every other character."""
    found = []
    at = 0
    for low, high in ranges:
        if low > at:
            found.append((at, low - 1))
        at = high + 1
    return (*found, (at, _LAST)) if at <= _LAST else tuple(found)


DIGITS: Final = ranges_of([(0x30, 0x39)])
WORD: Final = ranges_of([(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)])
LINE_ENDS: Final = ranges_of([(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)])
SPACE: Final = ranges_of(
    [
        (0x09, 0x0D),
        (0x20, 0x20),
        (0xA0, 0xA0),
        (0x1680, 0x1680),
        (0x2000, 0x200A),
        (0x2028, 0x2029),
        (0x202F, 0x202F),
        (0x205F, 0x205F),
        (0x3000, 0x3000),
        (0xFEFF, 0xFEFF),
    ]
)
CLASSES: Final = {
    "d": DIGITS,
    "D": complement(DIGITS),
    "w": WORD,
    "W": complement(WORD),
    "s": SPACE,
    "S": complement(SPACE),
}
ANY: Final = complement(())
ANY_BUT_LINE_ENDS: Final = complement(LINE_ENDS)


@lru_cache(maxsize=512)
def both_cases(ranges: Ranges) -> Ranges:
    """Return the set with every character that differs from a member in case only."""
    lows = [low for low, _ in ranges]
    added = []
    for char, others in _partners().items():
        at = bisect_right(lows, char) - 1
        if at >= 0 and char <= ranges[at][1]:
            added += [(other, other) for other in others]
    return ranges_of([*ranges, *added])


@lru_cache(maxsize=1)
def _partners() -> dict[int, tuple[int, ...]]:
    """Return, for each character that has any, all characters with the same canonical form."""
    alike: dict[int, list[int]] = defaultdict(list)
    for char in range(0x10000):
        alike[_canonical(char)].append(char)
    return {char: tuple(chars) for chars in alike.values() if len(chars) > 1 for char in chars}


def _canonical(char: int) -> int:
    """ECMA-262, Canonicalize without the u flag: one upper-case character, and never out of ASCII's reach."""
    upper = chr(char).upper()
    if len(upper) != 1 or ord(upper) > 0xFFFF:
        return char
    return char if char >= 0x80 > ord(upper) else ord(upper)
