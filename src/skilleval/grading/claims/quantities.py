"""Quantities by grammar: a number and a noun that something known has so many of, however it is put.

"5 rows, four columns", "a total of three are errors", "out of the eight lines", "it is made up of two
classes". Found by what may stand on either side of number and noun, not by sentence. Where several texts
may be meant, the count of any of them makes the statement true: only what no reading gives is false.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims import tongues
from skilleval.grading.claims.hedges import bound_of, is_true
from skilleval.grading.claims.kinds import COUNT
from skilleval.grading.claims.numerals import count_from, is_range
from skilleval.grading.claims.paths import PATH
from skilleval.grading.claims.quantity_counts import counted, singular_form, stem_of
from skilleval.grading.claims.quantity_words import (
    A_NUMBER,
    ASIDE,
    CLOSES,
    CODE_QNP,
    EARLIER,
    HELD,
    LINE_LIKE,
    NEUTRAL,
    NOT_HOLDING,
    OF_A_PART,
    OPENS,
    OUT_OF,
    PARTITIVE_OF,
    PHRASES,
    SMALL_WORDS,
    SUPPOSED,
    TEXT_NOUNS,
    TOLD,
)
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.sources import last_named_before, named_in, the_only_one
from skilleval.grading.claims.text import Sentence

_NAMED_ALONE = regex.compile(r",\s+[A-Z][\w' -]*,")
"""One thing that is named: "one record, Dora Weiss, …"."""
_UNCHANGED = regex.compile(
    r"\b(?:everything else|the rest|the others?|the remaining|otherwise)\b", regex.IGNORECASE
)
"""What speaks of the part of a text that was not changed."""
NUMBERS_LIMIT = 20
"""Numbers of one sentence that are looked at: what has more is data."""
REACH = 240
"""Characters before a number in which its subject and verb may stand."""


@dataclass(frozen=True)
class Quantity:
    """A number of things, where it stands, and in what words."""

    number: int
    noun: str
    span: tuple[int, int]
    """Of number and noun in the sentence."""
    qualifier: str = ""
    """A word or quoted text that narrows the noun: "two ERROR lines", "three `RUN` instructions"."""


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each quantity that can be counted again in what is known."""
    for sentence in scene.sentences:
        names = frozenset(word for document in scene.documents for word in stem_of(document))
        for quantity in (*_english(sentence, names), *_with_code(sentence, names), *_foreign(sentence)):
            yield from _judged(scene, sentence, quantity)


def _english(sentence: Sentence, names: frozenset[str]) -> Iterator[Quantity]:
    for number in islice(A_NUMBER.finditer(sentence.masked), NUMBERS_LIMIT):
        if not is_range(sentence.masked, number.span()):
            yield from _with_noun(sentence, number, names)


def _with_noun(sentence: Sentence, number: "regex.Match[str]", names: frozenset[str]) -> Iterator[Quantity]:
    """Yield the shortest noun phrase after a number that is a whole statement: "rows", "data rows"."""
    masked = sentence.masked
    for nouns in PHRASES:
        found = nouns.match(masked, number.end())
        if found is None:
            continue
        if "·" in found.group():
            return
        words = found["words"].split()
        noun = found["noun"]
        if SMALL_WORDS & {*(word.lower() for word in words), noun.lower()}:
            return
        if not _stands_alone(_near(masked, number.start()), masked[found.end() :], sentence, names):
            continue
        if found["are"] and singular_form(noun.lower()) in LINE_LIKE:
            return
        qualifying = [word for word in words if word.lower() not in NEUTRAL]
        if len(qualifying) <= 1:
            span = (number.start(), found.end())
            yield Quantity(count_from(number.group()), noun, span, qualifying[0] if qualifying else "")
        return


def _near(masked: str, position: int) -> str:
    """Return what stands before a number, as far as its grammar can reach: a hostile sentence is long."""
    return masked[:position] if position <= REACH else f"x {masked[position - REACH : position]}"


def _with_code(sentence: Sentence, names: frozenset[str]) -> Iterator[Quantity]:
    """Yield "two `RUN` instructions"; the code stands in backticks."""
    for found in CODE_QNP.finditer(sentence.text):
        before, after = sentence.masked[: found.start()], sentence.masked[found.end() :]
        if not is_range(sentence.text, found.span("number")) and _stands_alone(
            before, after, sentence, names
        ):
            yield Quantity(count_from(found["number"]), found["noun"], found.span(), found["code"].strip("`"))


def _foreign(sentence: Sentence) -> Iterator[Quantity]:
    for said in tongues.quantities(sentence.masked):
        yield Quantity(said.number, said.noun, said.span)


def _stands_alone(before: str, after: str, sentence: Sentence, names: frozenset[str]) -> bool:
    """Return whether number and noun are a whole statement: held or listed, asserted, and not narrowed."""
    clause = regex.split(r"[.;:!?]\s|,\s+(?=but\b|so\b|while\b)", before)[-1]
    if SUPPOSED.search(clause) or sentence.is_question:
        return False
    if not CLOSES.match(after) or OF_A_PART.match(after) or PARTITIVE_OF.search(before):
        return False
    if OUT_OF.search(before) or TOLD.search(before):
        return True
    if held := HELD.search(clause):
        return _is_text(held, names)
    earlier = EARLIER.search(clause)
    return OPENS.search(before) is not None and (earlier is None or _is_text(earlier, names))


def _is_text(held: "regex.Match[str]", names: frozenset[str]) -> bool:
    """Return whether the subject of a quantity is a text, or nobody: not of "Kai has two actions"."""
    if held["verb"].lower() in NOT_HOLDING:
        return False
    words = regex.findall(r"[\w'’·./-]+", held["subject"].lower())
    if words and A_NUMBER.fullmatch(words[-1]):
        return True  # "5 rows, four columns": a noun that looks like a verb
    if not words or "·" in words[-1]:
        return True
    return words[-1] in TEXT_NOUNS or singular_form(words[-1]) in names | TEXT_NOUNS or "." in words[-1]


def _judged(scene: Scene, sentence: Sentence, quantity: Quantity) -> Iterator[Claim]:
    if _NAMED_ALONE.match(sentence.masked[quantity.span[1] :]) and quantity.number == 1:
        return
    if _UNCHANGED.search(sentence.masked):
        return
    documents = _documents(scene, sentence, quantity)
    counts: dict[str, frozenset[int]] = {}
    for document in documents:
        if found := _counts(quantity, document):
            counts[document.path] = counts.get(document.path, frozenset()) | found
    if not counts and regex.fullmatch(r"[1-5]xx|[A-Z]{3,}", quantity.qualifier):
        known_to = scene.documents
        counts = {one.path: found for one in known_to if (found := _counts(quantity, one))}
    if not counts:
        return
    known = {count for options in counts.values() for count in options}
    start, end = quantity.span
    bound = bound_of(sentence.masked[:start], sentence.masked[end:])
    path = next(iter(counts))
    yield settled(
        kind=COUNT,
        quote=_passage(sentence, quantity.span),
        holds=is_true(quantity.number, known, bound),
        evidence=f"counted {' or '.join(map(str, sorted(counts[path])[-2:]))} in {path}",
    )


def _passage(sentence: Sentence, span: tuple[int, int]) -> str:
    """Return the clause that holds the quantity, so that two of one sentence stay apart."""
    start = max(
        (
            hit.end()
            for hit in regex.finditer(
                r"[.;:]\s|,\s(?:and\s)?|\band\b|\bplus\b|\|", sentence.masked[: span[0]]
            )
        ),
        default=0,
    )
    return sentence.text[start : span[1]].strip(" *_(")


def _documents(scene: Scene, sentence: Sentence, quantity: Quantity) -> tuple[Document, ...]:
    """Return the texts that may be meant: those that are named, else the topic, else every one."""
    before, after = sentence.text[: quantity.span[0]], sentence.text[quantity.span[1] :]
    if named := named_in(before, scene) or named_in(after, scene):
        return _as_it_is(named, sentence)
    if regex.search(PATH, before) or ASIDE.search(before):
        return ()
    topic = _as_it_is(last_named_before(sentence, scene) or the_only_one(scene), sentence)
    made = tuple(document for document in scene.documents if not document.given)
    return tuple(dict.fromkeys((*topic, *made))) or scene.documents


def _as_it_is(documents: tuple[Document, ...], sentence: Sentence) -> tuple[Document, ...]:
    """Return the new versions alone where "now" or "still" is told."""
    left = tuple(document for document in documents if not document.given)
    is_now = regex.search(r"\b(?:now|still)\b", sentence.masked, regex.IGNORECASE) is not None
    return left if is_now and left else documents


def _counts(quantity: Quantity, document: Document) -> frozenset[int]:
    return counted(quantity.noun, quantity.qualifier, document)
