"""How near a quoted passage comes to one of a text: the words that both have, in the same order.

A passage that stands in no text but comes near to one is a misquotation, whatever introduces it: chance does
not put most of its words next to each other in the same order.
"""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import regex

from skilleval.domain.stems import stems

_WORD = regex.compile(r"\w+(?:'\w+)*")
_APOSTROPHES = str.maketrans("’‘ʼ", "'''")
LONGEST = 80
"""Words of a passage that are aligned."""
OFFSETS = 4
"""Places of a text at which a passage is tried."""
SLACK = 4
"""Words before and after such a place in which the passage may stand."""


@dataclass(frozen=True)
class Near:
    """The passage of a text that comes nearest to a quotation."""

    text: str
    words: int
    """Words of the quotation."""
    shared: int
    """How many of them stand in the passage, in their order."""
    run: int
    """The most that stand next to each other in both."""
    content: int
    """How many of the shared ones carry meaning."""
    span: int
    """Words from the first shared one to the last, in the text."""

    @property
    def share(self) -> float:
        """Return the part of the quotation that stands in the passage."""
        return self.shared / self.words


@lru_cache(maxsize=256)
def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text in lower case, without markup and quotation marks."""
    folded = unicodedata.normalize("NFKC", text).translate(_APOSTROPHES).casefold()
    return tuple(_WORD.findall(folded))


def nearest(quote: str, text: str) -> Near | None:
    """Return the passage of `text` that comes nearest to `quote`; None where they share no words."""
    wanted, words = words_of(quote)[:LONGEST], words_of(text)
    votes: Counter[int] = Counter()
    places = _places(text)
    for index, word in enumerate(wanted):
        for place in places.get(word, ())[:400]:
            votes[(place - index) // 2] += 1
    found = [
        near
        for offset, _ in votes.most_common(OFFSETS)
        if (near := _aligned(wanted, words, 2 * offset)) is not None
    ]
    return max(found, key=lambda near: (near.shared, near.run, -near.span), default=None)


@lru_cache(maxsize=64)
def _places(text: str) -> dict[str, tuple[int, ...]]:
    """Return where each word of a text stands."""
    places: dict[str, list[int]] = {}
    for index, word in enumerate(words_of(text)):
        places.setdefault(word, []).append(index)
    return {word: tuple(found) for word, found in places.items()}


def _aligned(wanted: Sequence[str], words: Sequence[str], offset: int) -> Near | None:
    low = max(0, offset - SLACK)
    window = words[low : offset + len(wanted) + SLACK]
    pairs = _common(wanted, window)
    if not pairs:
        return None
    runs = run = 1
    for (mine, theirs), (mine_next, theirs_next) in pairwise(pairs):
        run = run + 1 if (mine_next - mine, theirs_next - theirs) == (1, 1) else 1
        runs = max(runs, run)
    first, last = pairs[0][1], pairs[-1][1]
    shared = [wanted[mine] for mine, _ in pairs]
    return Near(
        text=" ".join(window[first : last + 1]),
        words=len(wanted),
        shared=len(pairs),
        run=runs,
        content=len(stems(" ".join(shared))),
        span=last - first + 1,
    )


def _common(mine: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pairs of places of a longest common subsequence."""
    table = [[0] * (len(theirs) + 1) for _ in range(len(mine) + 1)]
    for i in range(len(mine) - 1, -1, -1):
        for j in range(len(theirs) - 1, -1, -1):
            same = mine[i] == theirs[j]
            table[i][j] = table[i + 1][j + 1] + 1 if same else max(table[i + 1][j], table[i][j + 1])
    pairs, i, j = [], 0, 0
    while i < len(mine) and j < len(theirs):
        if mine[i] == theirs[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif table[i + 1][j] >= table[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs
