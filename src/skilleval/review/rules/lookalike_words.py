"""Words are written with letters that only look like the usual ones.

Why: Letters of other scripts, mathematical alphabets or full width read the same to people and agents, and
let words past every filter. Mixed within one word they have no honest use.

Check: What does the word say in plain letters?

Fix: Write it in plain letters.
"""

from collections.abc import Iterator

from skilleval.domain.finding import Severity
from skilleval.review.fold import fold, visible
from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import words_of
from skilleval.review.roles import role_at
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="lookalike-words",
    family="hidden-text",
    severity="high",
    owasp="AST08",
    page=__doc__,
)

_OTHER = "\u0400-\u04ff\u0530-\u058f\u13a0-\u13ff"  # Cyrillic, Armenian, Cherokee
_TARGETS = words_of(
    """curl wget bash sudo python node pip eval exec system ignore previous instructions secret secrets
password
    passwords token tokens github gitlab google paypal microsoft apple amazon requests numpy openai
    anthropic
    claude credentials download execute upload install admin delete disregard override https http
    localhost"""
)
_MIXED = Lazy(f"(?=[A-Za-z]*[{_OTHER}])[A-Za-z{_OTHER}]*[A-Za-z][A-Za-z{_OTHER}]*")
_ALPHABETS = "\U0001d400-\U0001d7ff\u249c-\u24e9\U0001f130-\U0001f189\u1d00-\u1d25"
_SMALL_CAPS = "\ua730\ua731\u0280\u029c\u026a\u0274\u028f\u029f"
_STYLED = Lazy(f"[{_ALPHABETS}][{_ALPHABETS}{_SMALL_CAPS} ]{{7,}}")
_WIDE = Lazy("[\uff21-\uff3a\uff41-\uff5a][\uff21-\uff3a\uff41-\uff5a\u3000 ]{9,}")
_BRAILLE = Lazy("[\u2801-\u28ff][\u2800-\u28ff ]{11,}")


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each such word or run of letters, with what it reads as."""
    if page.raw.isascii() or page.origin:
        return
    for number, line in enumerate(page.raw.split("\n"), start=1):
        if not line.isascii():
            yield from _line_hits(page, number, line)


def _line_hits(page: Page, number: int, line: str) -> Iterator[Hit]:
    place = page.file_line(number)
    for found in _MIXED.finditer(line):
        latin = sum(char.isascii() for char in found[0])
        if len(found[0]) >= 4 and 0 < latin < len(found[0]) and fold(found[0]).isascii():
            severity: Severity = "high" if fold(found[0]) in _TARGETS else "medium"
            start = page.offset_of(number)
            role = role_at(page, start, min(page.line_end(start), start + 2000), about="words")
            yield Hit(page.path, place, _shown(found[0]), role=role, severity=severity)
    for pattern in (_STYLED, _WIDE, _BRAILLE):
        for found in pattern.finditer(line):
            yield Hit(page.path, place, _shown(found[0]), severity="medium")


def _shown(text: str) -> str:
    return f"{visible(text)} (reads as {fold(text)})"
