"""Things that are spoken of as so many: "the eight sales", "all five ingredients", "both tables".

The number is held against every count of such things that any file gives, of a part of it too.
"""

from collections.abc import Iterator
from pathlib import PurePosixPath

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.counters import COUNTERS
from skilleval.grading.claims.grids import singular_of
from skilleval.grading.claims.kinds import COUNT
from skilleval.grading.claims.newest import made
from skilleval.grading.claims.numbers import NUMBER, number_from
from skilleval.grading.claims.numerals import is_range
from skilleval.grading.claims.outline import sequences
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.shapes import shape_counts
from skilleval.grading.claims.tally import counts_of
from skilleval.grading.claims.text import Sentence
from skilleval.grading.claims.tongues import english_of

_PHRASE = regex.compile(
    rf"\b(?P<det>the|a list of|all|all the|all of the|these|your|any of the|each of the|both of the|none "
    rf"of the|alle|die|les|tous les|toutes les|los|las|todos los|todas "
    rf"las)\s+(?P<number>{NUMBER})\s+"
    r"(?:(?:data|original|given|listed|existing|numbered|whole|"
    r"remaining)\s+)?(?P<noun>\p{L}+)(?P<rest>[^.;!?]*)",
    regex.IGNORECASE,
)
_NARROWS = regex.compile(
    r"^\s*(?:that|which|who|whose|with|without|where|of|in|from|under|below|above|you|I|we|on|"
    r"about|for|left|still|marked|added|removed|deleted|new|changed|longer|"
    r"mentioned|named|given here|I've|ago|or|to|at|than|each|per|missing|duplicate|[`\"“(:])",
    regex.IGNORECASE,
)
_NOT = regex.compile(
    r"\b(?:if|would|could|should|last|first|next|other|remaining|added|removed|dropped|"
    r"deleted|new|missing|following|these)\W*$",
    regex.IGNORECASE,
)
_LISTED = frozenset({"point", "item", "bullet", "entry", "line", "name", "task", "tip", "question"})
LEAST = 2
_VAGUE = frozenset(
    """
    thing way change issue problem option part place time day week month year hour
    minute second file version word character person reason side case test question kind
    type page edit fix step
    """.split()  # noqa: SIM905 -- reads better than so many quoted words
)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each number of things that no count gives."""
    if not scene.is_answer or not scene.documents:
        return
    for sentence in scene.sentences:
        if sentence.is_question:
            continue
        for found in _PHRASE.finditer(sentence.masked):
            yield from _judged(scene, sentence, found)


def _judged(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    number, singular = number_from(found["number"]), singular_of(english_of(found["noun"].lower()))
    if number < LEAST or _is_another(scene, sentence, found, singular):
        return
    if found["det"].lower() == "a list of":
        lists = {len(parts) for one in made(scene) for parts in sequences("item", one)}
        if lists and number not in lists and singular in _LISTED:
            yield _claim(sentence, found, lists)
        return
    counted = {count for one in scene.documents for count in _counts(singular, one)}
    known = counted | {count for one in scene.documents for count in shape_counts(one)}
    own = sum(block.kind == "item" for block in scene.blocks)
    if counted and number not in known | {own}:
        yield _claim(sentence, found, known)


def _is_another(scene: Scene, sentence: Sentence, found: "regex.Match[str]", singular: str) -> bool:
    """Return whether the things are narrowed, listed by name, those of the task, or too vague."""
    if singular in _VAGUE or _NARROWS.match(found["rest"]) or is_range(sentence.masked, found.span("number")):
        return True
    named = regex.findall(r"[`\"“«][^`\"”»]+[`\"”»]", sentence.text[found.end("noun") :])
    is_asked = regex.search(rf"\b{regex.escape(found['number'])}\b", scene.prompt) is not None
    is_told = _NOT.search(sentence.masked[: found.start()]) is not None
    return is_told or is_asked or len(named) == number_from(found["number"])


def _claim(sentence: Sentence, found: "regex.Match[str]", known: set[int]) -> Claim:
    evidence = f"counted {' or '.join(map(str, sorted(known)[:5]))}"
    quote = sentence.text[found.start() : found.end("noun")]
    return settled(kind=COUNT, quote=quote, holds=False, evidence=evidence)


def _counts(singular: str, document: Document) -> set[int]:
    """Return every count of such things, where the document has them by form or by its name."""
    stem = {singular_of(word) for word in regex.findall(r"[a-z]+", PurePosixPath(document.path).stem.lower())}
    if singular not in COUNTERS and singular not in stem and not counts_of(singular, document):
        return set()
    counts = counts_of(singular, document)
    return counts | {len(parts) for parts in sequences(singular, document)} if counts else set()
