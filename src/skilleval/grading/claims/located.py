"""Where something is said to stand: a place, its number, and what tells it from other places.

The words of the clause that stand in the text at all, and not in most of its places, say which place is
meant. Where they stand elsewhere, and not at the place that is named, the statement is false. How it is put
does not matter: "liability is dealt with in section 6", "the last talk is Sven's", "`l` (line 7)".
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import regex

from skilleval.domain.grade import Claim
from skilleval.domain.stems import stems
from skilleval.grading.claims.alignment import words_of
from skilleval.grading.claims.kinds import POSITION, QUOTATION
from skilleval.grading.claims.outline import Part, sequences
from skilleval.grading.claims.place_tokens import STRONG, Token, adjoining, tokens_of
from skilleval.grading.claims.place_words import PLACE, is_own, picked, span_of, stated_in, unit_of
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.sources import named_in, spoken_of
from skilleval.grading.claims.text import Sentence
from skilleval.grading.claims.uses import PROGRAMS
from skilleval.grading.quote import is_quoted_from

_DIAGNOSTIC = regex.compile(
    r"(?:^|(?<=\s))(?P<path>[\w./-]+\.\w{1,5}):(?P<line>\d+)(?::\d+)?:?\s*(?P<text>\S.*)$|"
    r"^(?P<line>\d+)[:-](?P<text>.*)$",
    regex.MULTILINE,
)
_PAST = regex.compile(r"\b(?:was|were|had|originally|previously|before)\b", regex.IGNORECASE)
_STATE = regex.compile(
    r"\W*(?:\w+\W+)?(?:is|are|was|were|gets?|has been|have been|on|in|at|[(,])", regex.IGNORECASE
)
PLACES_LIMIT = 12
QUOTE_WORDS = 3
FEW = 2
"""Places that may fit equally well, where only words tell them apart."""


@dataclass(frozen=True)
class Reading:
    """A sequence of places that may be meant, and which of them is named."""

    parts: tuple[Part, ...]
    stated: frozenset[str]
    is_counted: bool = False
    """Whether the place is told by counting: then only its first label is meant."""

    def is_named(self, part: Part) -> bool:
        """Return whether a place of the sequence is the named one."""
        return bool(self.stated & set(part.labels[:1] if self.is_counted else part.labels))


@dataclass(frozen=True)
class Weighing:
    """Readings and tokens: how many of the tokens each place has."""

    readings: tuple[Reading, ...]
    tokens: tuple[Token, ...]
    nth: int = 0
    """Which of the best places is meant; 0 where nothing says so."""

    @cached_property
    def best(self) -> int:
        """Return the weight of the tokens that the best place has."""
        return max((self._score(part) for reading in self.readings for part in reading.parts), default=0)

    @cached_property
    def winners(self) -> tuple[tuple[Reading, Part], ...]:
        """Return the places that have it."""
        found: list[tuple[Reading, Part]] = []
        for reading in self.readings:
            fitting = [part for part in reading.parts if self._score(part) == self.best]
            index = self.nth - 1 if self.nth > 0 else self.nth
            picked = fitting[index : index + 1 or None] if self.nth else fitting
            found += [(reading, part) for part in picked]
        return tuple(found)

    @property
    def holds(self) -> bool:
        """Return whether the named place is one of the best, in any reading."""
        return self.best > 0 and any(reading.is_named(part) for reading, part in self.winners)

    @property
    def here(self) -> int:
        """Return the weight of what the named place has, where it is not the best one."""
        named = [part for reading in self.readings for part in reading.parts if reading.is_named(part)]
        here = max(map(self._score, named), default=0)
        return 0 if here == self.best else here

    @property
    def known(self) -> int:
        """Return the weight of the tokens that stand in some place."""
        parts = [part for reading in self.readings for part in reading.parts]
        return sum(token.weight for token in self.tokens if any(token.stands_in(part) for part in parts))

    def is_false(self, *, is_code: bool) -> bool:
        """Return whether it is certain that another place is meant: few have the words, this one has none."""
        least, all_told = STRONG if is_code else FEW, sum(token.weight for token in self.tokens)
        if (
            self.best == 0
            or not self.winners
            or self.here
            or self.best < min(least, self.known)
            or self.best * 2 <= all_told
        ):
            return False
        texts = {part.text for _, part in self.winners}
        if self.best == 1 and (len(texts) > 1 or max(len(reading.parts) for reading in self.readings) <= FEW):
            return False
        return len(texts) <= FEW or self.best >= STRONG

    def _score(self, part: Part) -> int:
        return sum(token.weight for token in self.tokens if token.stands_in(part))


@dataclass(frozen=True)
class Told:
    """A place, the sentence that names it, and the clause around it."""

    sentence: Sentence
    mark: "regex.Match[str]"
    span: tuple[int, int]


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each place whose words stand there, or only elsewhere."""
    for sentence in scene.sentences:
        is_heading = scene.blocks[sentence.block].kind == "heading"
        if is_heading or sentence.is_question:
            continue
        marks = list(islice(PLACE.finditer(sentence.masked), PLACES_LIMIT))
        for number, mark in enumerate(marks):
            before = [other.end() for other in marks[:number] if mark["ordinal"] or not other["ordinal"]]
            low = before[-1] if before else 0
            high = marks[number + 1].start() if number + 1 < len(marks) else len(sentence.masked)
            span = span_of(sentence.masked, mark, (low, high))
            if span and not is_own(mark, scene.blocks):
                yield from filter(None, [_judged(scene, sentence, mark, span)])


def _judged(
    scene: Scene, sentence: Sentence, mark: "regex.Match[str]", span: tuple[int, int]
) -> Claim | None:
    documents = _documents(scene, sentence, mark)
    is_elsewhere = regex.search(r"://|\bFile \"", sentence.text[: mark.start()]) is not None
    if not is_elsewhere and (last := _too_far(mark, documents)):
        return _claim(sentence, span, f"{documents[0].path} has {last} lines", holds=False)
    readings = _readings(mark, documents)
    if not readings:
        return None
    quote, is_code = adjoining(sentence, span, mark, _names(scene))
    if quote and not is_code and _is_invented(quote, scene):
        evidence = f"“{quote}” is not in {documents[0].path}"
        return _claim(sentence, span, evidence, holds=False, kind=QUOTATION)
    told = Told(sentence, mark, span)
    weighing = _weighing(scene, told, readings)
    where = ", ".join(dict.fromkeys(part.labels[0] for _, part in weighing.winners[:4]))
    if weighing.holds or _is_false(scene, told, weighing, documents):
        return _claim(sentence, span, f"it stands at {where}", holds=weighing.holds)
    return None


def _is_false(scene: Scene, told: Told, weighing: Weighing, documents: Sequence[Document]) -> bool:
    """Return whether another place is meant for certain, and no other text has it at the named one."""
    is_bare = told.sentence.masked[: told.mark.start()].endswith("(") and unit_of(told.mark) != "line"
    is_program = any(document.path.endswith(tuple(PROGRAMS)) for document in documents)
    if is_program and sum(token.weight for token in weighing.tokens) > weighing.known and _acts(told):
        return False
    if not weighing.is_false(is_code=is_program) or (is_bare and weighing.best < STRONG):
        return False
    if named_in(told.sentence.text, scene):
        return True
    known = {document.path for document in documents}
    others = [document for document in scene.documents if document.path not in known]
    elsewhere = tuple(one for one in _readings(told.mark, others) if len(one.parts) > 1)
    return not Weighing(elsewhere, weighing.tokens, weighing.nth).holds


def _acts(told: Told) -> bool:
    """Return whether what is named does something there: "`main` prints the token (line 8)"."""
    before = told.sentence.masked[told.span[0] : told.mark.start()]
    after_name = regex.split(r"[`\"“”]·*[`\"“”]", before)[-1]
    return "·" in before and _STATE.match(after_name) is None


def _names(scene: Scene) -> frozenset[str]:
    return frozenset(name for document in scene.documents for name in (document.path, document.name))


def _weighing(scene: Scene, told: Told, readings: tuple[Reading, ...]) -> Weighing:
    """Return what decides: what tools said of lines; else the text just at the place; else every token."""
    tokens = tokens_of(told.sentence, told.span, told.mark, _names(scene))
    nth, what = picked(told.sentence.masked[told.span[0] : told.mark.start()])
    is_known = "·" in what or any(token.text in {what, *stems(what)} for token in tokens)
    nth = nth if is_known else 0
    if unit_of(told.mark) == "line":
        said = tuple(Reading(parts, readings[0].stated) for parts in _diagnostics(scene))
        by_tools = Weighing(said, tokens)
        if by_tools.best > STRONG:
            return by_tools
    quote, _ = adjoining(told.sentence, told.span, told.mark, _names(scene), sure=True)
    alone = Weighing(readings, (Token(quote, is_word=False),), nth)
    return alone if len(quote) > 1 and alone.best else Weighing(readings, tokens, nth)


def _readings(mark: "regex.Match[str]", documents: Sequence[Document]) -> tuple[Reading, ...]:
    """Return the sequences of a word for a place that have the named one."""
    found = (parts for document in documents for parts in sequences(unit_of(mark), document))
    is_counted = mark["ordinal"] is not None
    return tuple(Reading(parts, stated, is_counted) for parts in found if (stated := stated_in(mark, parts)))


def _too_far(mark: "regex.Match[str]", documents: Sequence[Document]) -> int:
    """Return how many lines there are, where a line behind the last one is named; else 0."""
    label = mark["label"] or mark["short"] or ""
    last = max((len(document.text.splitlines()) for document in documents), default=0)
    return last if unit_of(mark) == "line" and label.isdigit() and int(label) > last else 0


def _documents(scene: Scene, sentence: Sentence, mark: "regex.Match[str]") -> tuple[Document, ...]:
    """Return the texts that may be meant; of a changed file the new one where an order or "now" is told."""
    documents = named_in(sentence.text, scene) or spoken_of(sentence, scene) or scene.documents
    is_now = regex.search(r"\bnow\b", sentence.masked, regex.IGNORECASE) is not None
    left = tuple(document for document in documents if not document.given)
    made = tuple(document for document in scene.documents if not document.given)
    if is_now or (mark["ordinal"] and not _PAST.search(sentence.masked)):
        return left or (made if is_now else ()) or documents
    return documents


def _diagnostics(scene: Scene) -> list[tuple[Part, ...]]:
    """Return what tools said of lines: "views.py:6:5: ambiguous name"."""
    results = [call.result for call in scene.evidence.tool_calls]
    found = [
        tuple(Part((hit["line"],), hit["text"]) for hit in _DIAGNOSTIC.finditer(result)) for result in results
    ]
    return [parts for parts in found if parts]


def _is_invented(quote: str, scene: Scene) -> bool:
    """Return whether a quotation stands in nothing that is known."""
    known = [document.text for document in scene.documents]
    known += [scene.prompt, *(call.result for call in scene.evidence.tool_calls)]
    return len(words_of(quote)) >= QUOTE_WORDS and not is_quoted_from(quote, known)


def _claim(
    sentence: Sentence, span: tuple[int, int], evidence: str, *, holds: bool, kind: str = POSITION
) -> Claim:
    return settled(kind=kind, quote=sentence.text[slice(*span)].strip(" ,;:"), holds=holds, evidence=evidence)
