"""Retries, attempts and duplicates: "on its third retry", "all three retries", "I dropped one duplicate".

Retries are the lines of a log that call themselves so; duplicates are equal lines or rows of what was given.
"""

from collections import Counter
from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.kinds import COUNT
from skilleval.grading.claims.numbers import NUMBER, number_from
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.series import table_of
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Sentence

_ORDINALS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}
_WHAT = r"(?P<what>retry|retries|attempts?|tries|restarts?|reconnects?)"
_NTH = regex.compile(
    rf"\b(?:on|at|after|in|with|during|until) (?:its|the|his|her|their) "
    rf"(?P<ordinal>{'|'.join(_ORDINALS)}) {_WHAT}\b",
    regex.IGNORECASE,
)
_SO_MANY = regex.compile(
    rf"\b(?:all|after|took|needed|with|only|used)\s+(?:all\s+|only\s+|"
    rf"exactly\s+)?(?P<number>{NUMBER})\s+{_WHAT}\b",
    regex.IGNORECASE,
)
_DUPLICATES = regex.compile(
    rf"\b(?:dropped|removed|deleted|found|merged|took out|threw out|there (?:was|were)|"
    rf"had)\s+(?:only\s+|exactly\s+)?(?P<number>{NUMBER})\s+(?:exact\s+)?(?:duplicates?|"
    rf"duplicate (?:rows?|lines?|entries|entry|records?))\b",
    regex.IGNORECASE,
)
_NOT = regex.compile(
    r"\b(?:if|would|could|should|not|never|no|allow\w*|up to|limit\w*|max\w*)\b|n['’]t\b", regex.IGNORECASE
)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each number of retries or duplicates that no file bears out."""
    given = [one for one in scene.documents if one.given]
    if not scene.is_answer or not given:
        return
    for sentence in scene.sentences:
        if sentence.is_question or _NOT.search(sentence.masked):
            continue
        for found in (*_NTH.finditer(sentence.masked), *_SO_MANY.finditer(sentence.masked)):
            groups = found.groupdict()
            nth = (
                _ORDINALS[groups["ordinal"].lower()]
                if groups.get("ordinal")
                else number_from(groups["number"])
            )
            most = max(_retries(found["what"], one) for one in given)
            if 0 < most < nth:
                yield _claim(sentence, found, f"there are {most}")
        for found in _DUPLICATES.finditer(sentence.masked):
            known = {count for one in given for count in _duplicates(one)}
            if number_from(found["number"]) not in known:
                yield _claim(sentence, found, f"counted {' or '.join(map(str, sorted(known)[:3]))}")


def _retries(what: str, document: Document) -> int:
    """Return how many lines of a log say that it was tried again, or the highest number they give."""
    stem = regex.sub(r"(?:ies|y|s)$", "", what.lower())
    lines = [
        line
        for line in document.text.splitlines()
        if regex.search(rf"\b{stem}(?:ies|y|s)?\b", line, regex.IGNORECASE)
    ]
    return len(lines) if document.path.lower().endswith((".log", ".txt")) else 0


def _duplicates(document: Document) -> set[int]:
    """Return how many lines or rows are there more than once: as they are, in any case, or by one column."""
    rows = table_of(document)[1:]
    if not rows:
        return {_surplus(line.strip().lower() for line in document.text.splitlines() if line.strip())}
    columns = range(min(map(len, rows)))
    by_column = {_surplus(row[place].lower() for row in rows) for place in columns}
    return by_column | {_surplus(" ".join(row).lower() for row in rows)}


def _surplus(texts: Iterator[str]) -> int:
    return sum(count - 1 for count in Counter(texts).values())


def _claim(sentence: Sentence, found: "regex.Match[str]", evidence: str) -> Claim:
    return settled(
        kind=COUNT, quote=sentence.text[found.start() : found.end()], holds=False, evidence=evidence
    )
