"""Frames: what a sentence and its neighbours hold, as notions that can each be said in many words.

A `Notion` is a stock of words and phrases for one thing: an act, an object, a place, a circumstance. A `Frame`
asks for several in one sentence, and perhaps others nearby in the same paragraph, in whatever order. A notion is
looked up once a page, by the words that the page has, so that the price hardly grows with the number of frames.
"""

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import cached_property

from skilleval.review.lazy import Lazy
from skilleval.review.meaning import Told, can_order
from skilleval.review.probe import check_time

_FLAGS = re.VERBOSE
_TOKEN = re.compile(r"(?<![a-z0-9_/.=<>{$@&-])[a-z0-9]+(?![a-z0-9_/=<>}&-]|\.[a-z0-9]|\()")
"""A word of its own: no part of a path, a name with hyphens, or code."""
_NO_DOUBLE = frozenset("aeiouwxyh")


def verbs(stems: str) -> str:
    """Return regular verbs in all their forms: "copy" gives copy, copies, copied, copying."""
    return " ".join(form for stem in stems.split() for form in _forms(stem))


def nouns(stems: str) -> str:
    """Return regular nouns in singular and plural."""
    return " ".join(form for stem in stems.split() for form in (stem, _with_s(stem)))


def _with_s(stem: str) -> str:
    if stem.endswith("y") and stem[-2:-1] not in set("aeiou"):
        return f"{stem[:-1]}ies"
    return f"{stem}es" if stem.endswith(("s", "x", "z", "ch", "sh")) else f"{stem}s"


def _forms(stem: str) -> Iterator[str]:
    yield stem
    yield _with_s(stem)
    if stem.endswith("e"):
        yield from (f"{stem}d", f"{stem[:-1]}ing")
        return
    yield f"{stem[:-1]}ied" if stem.endswith("y") and stem[-2:-1] not in set("aeiou") else f"{stem}ed"
    yield f"{stem}ing"
    if (
        len(stem) > 2
        and stem[-1] not in _NO_DOUBLE
        and stem[-2] in set("aeiou")
        and stem[-3] not in set("aeiou")
    ):
        yield from (f"{stem}{stem[-1]}ed", f"{stem}{stem[-1]}ing")


@dataclass(frozen=True, eq=False)
class Notion:
    """One thing and the ways to say it: blank-separated words, and a pattern for what takes several.

    `needles` are words without one of which the pattern cannot match. Patterns are in verbose syntax, and every
    repetition in them is bounded.
    """

    words: str = ""
    needles: str = ""
    pattern: str = ""

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(self.words.split())

    @cached_property
    def _either(self) -> frozenset[str]:
        return self._words | frozenset(self.needles.split())

    @cached_property
    def _pattern(self) -> Lazy[str]:
        return Lazy(self.pattern, _FLAGS)

    def __or__(self, other: "Notion") -> "Notion":
        """Return the notion of either."""
        pattern = "|".join(part for part in (self.pattern, other.pattern) if part)
        return Notion(f"{self.words} {other.words}", f"{self.needles} {other.needles}", pattern)

    def said(self, text: str) -> bool:
        """Return whether a folded text says it."""
        words = (token[0] for token in _TOKEN.finditer(text))
        return not self._words.isdisjoint(words) or bool(self.pattern and self._pattern.search(text))

    def candidates(self, told: Told) -> frozenset[int]:
        """Return the numbers of the sentences that may say it: those with one of its words or needles."""
        kept = told.candidates.get(self)
        if kept is None:
            numbers: set[int] = set()
            for word in self._either.intersection(told.words):
                numbers.update(told.places[word])
            kept = frozenset(numbers)
            told.candidates[self] = kept
        return kept

    def places(self, told: Told, number: int) -> tuple[int, ...]:
        """Return the offsets in a sentence at which it is said, in order; empty if it is not."""
        key = self, number
        kept = told.notions.get(key)
        if kept is None:
            kept = told.notions[key] = tuple(sorted(self._places(told, number)))
        return kept

    def _places(self, told: Told, number: int) -> set[int]:
        found = {start for word, start in _tokens(told, number) if word in self._words}
        if self.pattern:
            found.update(match.start() for match in self._pattern.finditer(told.sentences[number].text))
        return found


def _tokens(told: Told, number: int) -> tuple[tuple[str, int], ...]:
    """Return the words of a sentence and where they begin."""
    kept = told.tokens.get(number)
    if kept is None:
        found = _TOKEN.finditer(told.sentences[number].text)
        kept = told.tokens[number] = tuple((token[0], token.start()) for token in found)
    return kept


@dataclass(frozen=True)
class Frame:
    """What has to be said for a sentence to mean something: an act, its parts, and what stands nearby.

    `parts` stand in the sentence of the act, each of `near` there or in a neighbour in the same paragraph.
    `unless` makes the sentence harmless. An act that is forbidden ("never send ...") does not count, unless
    the act is itself a refusal (`refusal`).
    """

    act: Notion
    parts: tuple[Notion, ...] = ()
    near: tuple[Notion, ...] = ()
    unless: tuple[Notion, ...] = ()
    refusal: bool = False
    ordered: bool = False
    """Whether the act has to stand where an order does, or in the passive."""
    reach: int = 180
    """Characters between the act and a part of its sentence, at most."""

    @cached_property
    def _quick_first(self) -> tuple[Notion, ...]:
        """Return the act and its parts, those that are words alone before those that take a search."""
        return tuple(sorted((*self.parts, self.act), key=lambda part: bool(part.pattern)))

    def spans(self, told: Told) -> Iterable[tuple[int, int]]:
        """Return where sentences mean it: from the act to the end of its sentence."""
        numbers = self.act.candidates(told)
        for part in self.parts:
            if not numbers:
                break
            numbers &= part.candidates(told)
        return self._spans(told, numbers) if numbers else ()

    def _spans(self, told: Told, numbers: Set[int]) -> Iterator[tuple[int, int]]:
        for number in sorted(numbers):
            check_time()
            start = self._start(told, number) if self._may(told, number) else None
            if start is not None:
                sentence = told.sentences[number]
                yield sentence.start + start, sentence.end

    def _may(self, told: Told, number: int) -> bool:
        """Return whether what stands nearby may be there, by the words alone."""
        around = told.around(number) if self.near else ()
        return all(any(other in part.candidates(told) for other in around) for part in self.near)

    def _start(self, told: Told, number: int) -> int | None:
        """Return where the act stands in a sentence in which the frame holds; None if it does not hold."""
        if not all(part.places(told, number) for part in self._quick_first):
            return None
        around = told.around(number) if self.near else ()
        if not all(any(part.places(told, other) for other in around) for part in self.near):
            return None
        if any(number in notion.candidates(told) and notion.places(told, number) for notion in self.unless):
            return None
        text = told.sentences[number].text
        return next(
            (act for act in self.act.places(told, number) if self._acts(told, number, text, act)), None
        )

    def _acts(self, told: Told, number: int, text: str, act: int) -> bool:
        """Return whether an act counts: with its parts in reach, not forbidden, and an order if that is asked."""
        parts = (part.places(told, number) for part in self.parts)
        if not all(any(abs(place - act) <= self.reach for place in places) for places in parts):
            return False
        if self.ordered and not can_order(text, act):
            return False
        return self.refusal or not _FORBIDDEN.search(text[max(0, act - 60) : act])


_FORBIDDEN = Lazy(
    r"""\b(?:never|not|cannot|can't|don't|doesn't|won't|mustn't|shouldn't|isn't|aren't|avoid(?:s|ing)?|refuse[sd]?|nothing|no|nor|neither
    |nobody|rather\ than|instead\ of|without|prevents?|stops?|forbids?|forbidden|prohibited|protect(?:s|ed)?|against|resist)\b
    (?:(?!\b(?:and|but|then|so|or\ else)\b)[^,;:.()–—]){0,48}$""",
    _FLAGS,
)
"""A word that forbids, or denies, what follows it in its clause."""
