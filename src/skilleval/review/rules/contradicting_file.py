"""A file of the bundle orders what SKILL.md forbids.

Why: The reviewer reads the promise, the agent reads both, and the later one wins.

Check: Which of the two is meant?

Fix: Make them agree, or delete the file.
"""

import re
from collections.abc import Iterator

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import hit_at, sentences_with, words_of
from skilleval.review.reading import Reading
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="contradicting-file",
    family="injection",
    severity="high",
    owasp="AST02",
    about="words",
    page=__doc__,
)

_BAN = Lazy(
    r"\b(?:do\s+not|don't|never|must\s+not)\s+(?P<act>[a-z]{3,20})\s+(?P<what>[a-z][^.\n;:,()]{6,80})"
)
_FILLER = words_of(
    "the a an any all of to in on for with and or your user users this that these those its their from by as"
)
_ORDERS = Lazy(r"\b(?:do\s+not|don't|never|not|without|avoid|unless|only\s+if|if\s+the\s+user)\b")


def review(reading: Reading) -> Iterator[Hit]:
    """Yield a hit for each sentence elsewhere that orders, with the same words, what SKILL.md forbids."""
    skill = reading.page("SKILL.md")
    others = [page for page in reading.pages if _OVERLAY.search(page.path) and not page.origin]
    if skill is None or not others:
        return
    for ban in list(_BAN.finditer(skill.text))[:40]:
        words = [word for word in re.findall(r"[a-z]{3,}", ban["what"]) if word not in _FILLER][:4]
        if len(words) >= 2:
            yield from _orders(others, ban["act"], words)


def _orders(pages: list[Page], act: str, words: list[str]) -> Iterator[Hit]:
    for page in pages:
        for sentence in sentences_with(page, act):
            if all(word in sentence.text for word in words) and not _ORDERS.search(sentence.text):
                yield hit_at(RULE, page, (sentence.start, sentence.end))


_OVERLAY = Lazy(
    r"(?:override|overlay|runtime|patch|hotfix|hidden|extra|system|internal)[^/]{0,30}\.(?:md"
    r"|txt|mdc|json|ya?ml)$",
    re.IGNORECASE,
)
