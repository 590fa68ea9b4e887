"""Probes: patterns behind words without one of which they cannot match, and sentences around words."""

import re
import time
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property, lru_cache

from skilleval.domain.finding import Severity
from skilleval.review.fold import visible
from skilleval.review.page import Page
from skilleval.review.roles import role_at
from skilleval.review.rule import Hit, Rule

_SENTENCE_END = re.compile(r"[.!?;](?=\s)|\n")
_RUN = re.compile(r"[a-z0-9]+")
_COMMENT = ("#", "//", "--", "*", "<!--", ";")
_CODE_MARKS = frozenset("=(){};")
_PLAIN_SENTENCE = re.compile(r"[a-z][a-z']*(?: [^\s={}();]+){5,}[.!?]$")
"""A line of a fence that is a sentence all the same, whatever the fence calls itself."""
IN_SENTENCE = r"(?:[^\n.]|\.(?=\w))"
WINDOW, OVERLAP = 20_000, 4_000
"""Characters that one search looks at, and those that two neighbours share: the longest match fits in."""
MAX_SENTENCE = 600
FAR = (800, 2500)
"""Characters before and after a needle's line that a pattern over several lines may reach."""


def any_of(words: str) -> str:
    """Return a pattern for one of the blank-separated words; `_` in a word stands for any white space."""
    return "(?:" + "|".join(word.replace("_", r"\s+") for word in words.split()) + ")"


_CLAUSE = r"""(?:^[\s>*_#\d.)-]{0,12}|[.:;,!?*>-]\s{1,4}|[|"'(]\s{0,3}
    |\b(?:must|should|to|and|then|please|always|will|also|or|first|finally|next|just|simply|you|instead
    |quietly|silently|automatically)\s+)"""


def order_to(verbs: str) -> str:
    """Return a pattern for one of these verbs where it can be an order: first in its clause."""
    return _CLAUSE + any_of(verbs)


def words_of(text: str) -> frozenset[str]:
    """Return the blank-separated words."""
    return frozenset(text.split())


@dataclass(frozen=True)
class Probe:
    r"""A pattern over a page's folded text, behind needles, given as blank-separated words.

    Only the surroundings of needles are searched: that keeps the price of a rule near zero where there is
    nothing of it. The runs of letters and digits of a needle have to be whole words of the page; a needle
    without any has to be somewhere in it. Patterns are in verbose syntax: space counts only as `\s` or
    `[ ]`, and `[^\n.]` stands for anything within a sentence (a dot inside an address ends none). Every
    repetition has an upper bound, so that no text can make a search explode.
    """

    needles: str
    expression: str
    also: str = ""
    """More words, one of which a match has as well: where needles are common, that leaves few places."""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Return the compiled pattern; compiled at first use."""
        expression = self.expression.replace(r"[^\n.]", IN_SENTENCE)
        return re.compile(expression, re.MULTILINE | re.VERBOSE)

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(needle for needle in self.needles.split() if _RUN.fullmatch(needle))

    @cached_property
    def _parts(self) -> tuple[tuple[str, frozenset[str]], ...]:
        parts = (needle for needle in self.needles.split() if needle not in self._words)
        return tuple((part, frozenset(_RUN.findall(part))) for part in parts)

    @cached_property
    def _runs(self) -> frozenset[str]:
        return self._words.union(*(runs for _, runs in self._parts))

    @cached_property
    def _anywhere(self) -> bool:
        """Whether a needle has no letter or digit, so that the page's words say nothing about it."""
        return not all(runs for _, runs in self._parts)

    @cached_property
    def _reach(self) -> tuple[int, int]:
        """How far before and after a needle's line a match may go: far only for patterns that span lines."""
        return FAR if "(?:.|" in self.expression else (0, 0)

    def matches(self, page: Page) -> Iterable[re.Match[str]]:
        """Return the matches in the page's folded text, as they are asked for."""
        if not self._anywhere and self._runs.isdisjoint(page.vocabulary):
            return ()
        numbers = self._lines(page)
        return self._found(page, numbers) if numbers else ()

    def _found(self, page: Page, numbers: Set[int]) -> Iterator[re.Match[str]]:
        for start, end in _regions(page, sorted(numbers), self._reach):
            for found in self.pattern.finditer(page.text, start, end):
                check_time()
                yield found
            check_time()

    def _lines(self, page: Page) -> set[int]:
        """Return the numbers of the lines that hold a needle."""
        numbers: set[int] = set()
        for word in self._words & page.vocabulary:
            numbers.update(page.words[word])
        for part, runs in self._parts:
            if runs <= page.vocabulary:
                numbers.update(lines_with(page, part))
        if numbers and self.also:
            held = {number for word in self.also.split() for number in page.words.get(word, ())}
            numbers &= {number + step for number in held for step in (-1, 0, 1)}
        return numbers


def _regions(page: Page, numbers: list[int], reach: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the surroundings of lines, merged where they touch: the lines themselves and the ones beside."""
    before, after = reach
    lines, last_line, length = page.lines, len(page.lines) - 1, len(page.text)
    start = end = -1
    for number in numbers:
        first = max(0, lines[max(0, number - 1)][0] - before)
        last = min(length, lines[min(number + 1, last_line)][1] + after)
        if first > end:
            if end >= 0:
                yield from _windows(start, end)
            start = first
        end = max(end, last)
    yield from _windows(start, end)


def _windows(start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a long stretch in pieces that overlap, so that time can be looked at in between."""
    while end - start > WINDOW:
        yield start, start + WINDOW
        start += WINDOW - OVERLAP
    yield start, end


def lines_with(page: Page, part: str) -> Iterator[int]:
    """Yield the numbers, from 0, of the lines of a page's text that hold a string."""
    place = page.text.find(part)
    while place >= 0:
        number = bisect_right(page.lines, (place, len(page.text) + 1)) - 1
        yield number
        place = page.text.find(part, page.lines[number][1])


class OutOfTimeError(Exception):
    """The rules have spent the time that one file may take."""


@dataclass
class _Limit:
    """When to stop, in CPU seconds, and when to look at that clock again, in seconds on the wall.

    The CPU's clock costs a call of the system, ten times the wall's; it cannot be ahead of the wall's.
    """

    stop_at: float
    look_at: float


_LIMIT: ContextVar[_Limit | None] = ContextVar("limit", default=None)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Let probes in this context raise OutOfTimeError once so much CPU time is spent."""
    token = _LIMIT.set(_Limit(time.process_time() + seconds, time.monotonic() + seconds))
    try:
        yield
    finally:
        _LIMIT.reset(token)


def check_time() -> None:
    """Raise OutOfTimeError if the time of the context is spent."""
    limit = _LIMIT.get()
    if limit is None or time.monotonic() < limit.look_at:
        return
    left = limit.stop_at - time.process_time()
    if left < 0:
        raise OutOfTimeError
    limit.look_at = time.monotonic() + left


@dataclass(frozen=True)
class Sentence:
    """A sentence, or a line of a list or table: its place in the page's text, and its words."""

    start: int
    end: int
    text: str


def sentences_with(page: Page, words: str) -> Iterator[Sentence]:
    """Yield each sentence of a page that holds one of the blank-separated words, once."""
    numbers = sorted({number for word in words.split() for number in page.words.get(word, ())})
    done = -1
    for number in numbers:
        first, last = page.lines[number]
        for found in _word_pattern(words).finditer(page.text, first, last):
            if found.start() >= done:
                start, done = bounds(page.text, found.start())
                yield Sentence(start, done, page.text[start:done])


def bounds(text: str, offset: int) -> tuple[int, int]:
    """Return where the sentence around an offset begins and ends; at most some hundred characters."""
    first = max(0, offset - MAX_SENTENCE)
    start = first
    for stop in _SENTENCE_END.finditer(text, first, offset):
        start = stop.end()
    stop_after = _SENTENCE_END.search(text, offset, offset + MAX_SENTENCE)
    end = stop_after.start() if stop_after else min(len(text), offset + MAX_SENTENCE)
    return start, end


def is_told(page: Page, offset: int) -> bool:
    """Return whether a place holds words rather than code: not in a fence or script, or a comment there."""
    end = page.text.find("\n", offset)
    line = page.text[page.text.rfind("\n", 0, offset) + 1 : end if end >= 0 else None]
    fenced = any(start <= offset < end for start, end in page.fences)
    return line_is_told(page, line, fenced=fenced)


def line_is_told(page: Page, line: str, *, fenced: bool) -> bool:
    """Return whether a line of a page holds words rather than code; `fenced` = it stands in a fence."""
    line = line.lstrip()
    if line.startswith(_COMMENT):
        return True
    if page.kind == "code" and not page.origin:
        return not _CODE_MARKS.intersection(line)
    return not fenced or bool(_PLAIN_SENTENCE.match(line))


def hit_at(
    rule: Rule,
    page: Page,
    span: tuple[int, int],
    *,
    message: str = "",
    severity: Severity | None = None,
) -> Hit:
    """Return a hit at a span of a page's text, with the role that the text around gives it."""
    start, end = span
    start += len(page.text[start:end]) - len(page.text[start:end].lstrip())
    origin = f" ({page.origin})" if page.origin else ""
    return Hit(
        path=page.path,
        line=page.line_of(start),
        matched=visible(" ".join(page.original(start, end).split())) + origin,
        message=message,
        severity=severity,
        role=role_at(page, start, end, about=rule.about),
        span=(start, end),
        worded=rule.about == "words",
    )


def hits(rule: Rule, page: Page, *probes: Probe) -> Iterator[Hit]:
    """Yield a hit for each match of the probes in a page."""
    for probe in probes:
        for found in probe.matches(page):
            yield hit_at(rule, page, found.span())


def told(page: Page, found: Iterator[Hit]) -> Iterator[Hit]:
    """Yield the hits that stand in words rather than in code."""
    return (hit for hit in found if is_told(page, hit.span[0]))


@lru_cache(maxsize=256)
def _word_pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z0-9])(?:{'|'.join(words.split())})(?![a-z0-9])")
