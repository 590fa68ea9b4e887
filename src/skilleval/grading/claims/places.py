"""Where something is said to stand, by grammar: a thing, a verb of place, and a line or step.

"The salt goes in at step 2", "`port` can be found in line 4", "the last TODO is on line 6", "clause 3 deals
with late fees". A thing in backticks, in capitals or in quotation marks is looked up as it is; a thing in
words only in prose and in numbered steps, and only where it stands in exactly one other place.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import regex

from skilleval.domain.grade import Claim
from skilleval.domain.stems import stems
from skilleval.grading.claims.kinds import POSITION
from skilleval.grading.claims.numerals import COUNT as NUMBER
from skilleval.grading.claims.numerals import count_from
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.sources import spoken_of
from skilleval.grading.claims.tally import rows_of, steps_of
from skilleval.grading.claims.text import Sentence, spans
from skilleval.grading.quote import plain

ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "1st": 1, "2nd": 2, "3rd": 3,
    **{f"{n}th": n for n in range(4, 100)}, **{f"{n}1st": 10 * n + 1 for n in range(2, 10)},
}  # fmt: skip
_ORDINAL = "|".join(sorted((*ORDINALS, "last", "final", "very last", "very first"), key=len, reverse=True))
_UNIT = (
    r"(?P<unit>lines?|steps?|clauses?|sections?|items?|points?|rules?|articles?|paragraphs?|§|rows?|ln\.?)"
)
_PLACE = regex.compile(
    rf"(?P<by>(?:\b(?:on|in|at|by|under|from|see|per|of|as)\s+)?)(?:\b{_UNIT}\s*(?:number|no\.?|nr\.?|#)?\s*"
    rf"(?P<label>{NUMBER}|[A-H]\b)(?:\s*(?:-|–|to|and|through)\s*(?P<last>\d+))?|"
    rf"\bthe (?P<ordinal>{_ORDINAL}) (?P<unit2>line|step|clause|section|item|point|rule|paragraph|row)\b|"
    rf"\bL(?P<short>\d+)\b)",
    regex.IGNORECASE,
)
_STANDS = (
    r"(?:is|are|was|were|sits?|stands?|starts?|begins?|appears?|occurs?|comes?(?: up| in)?|happens?|"
    r"shows? up|turns? up|"
    r"goes? in|lives?|resides?|lies?|takes? place|(?:can be|is|are|to be) (?:found|seen|read|located)|"
    r"(?:is|are|was|were) (?:\w+ly )?(?:found|defined|declared|located|set|mentioned|added|described|"
    r"covered|stated|"
    r"placed|handled|done|given|imported|opened|called|used|specified|introduced|raised|listed|addressed|"
    r"explained))"
)
_BETWEEN = regex.compile(
    rf"^[\s,]*(?:(?:[a-z]+(?<!\b(?:and|or|not|to|of|with|for|but|then|before|after|like|by|from|as|than|"
    rf"also|only|no|should|line|row|the|a|an|on|in|at|see|is|are|was|were|sits?|stands?|starts?|appears?|"
    rf"comes?|lives?))|instruction|command|line|statement|directive|value|key|entry|setting|function|class|"
    rf"method|variable|"
    rf"comment|error|warning|call|import|keyword|field|option|word|term|part|one)s?[\s,]+)?(?:{_STANDS}\s*)?"
    r"(?:(?:also|only|first|right|just|already|there|located|all the way down|near the (?:top|end)|"
    r"at the (?:top|bottom|end|very \w+)"
    r"|here)\s*)*[\s(,:–—]*$",
    regex.IGNORECASE,
)
"""What may stand between a thing and its place."""
_SUBJECT = regex.compile(
    rf"(?:^|[,;:.(]\s*|\b(?:and|while|but|whereas|that|then)\s+)(?:the|a|an|your|its|this|our)?\s*"
    rf"(?P<np>(?:[\w'’/-]+\s+){{0,4}}?[\w'’/-]+)\s+{_STANDS}\s*$",
    regex.IGNORECASE,
)
_APPOSED = regex.compile(r"(?:^|[.;:]\s*)(?P<np>[\w'’-]+(?:\s+[\w'’-]+){0,2}),\s*$")
"""A thing before its place as an apposition: "Baking, the fifth step, …"."""
_TELLS = regex.compile(
    r"^[\s,]*(?:also\s+|then\s+)?(?:deals? with|governs?|covers?|concerns?|handles?|regulates?|is about|"
    r"talks? about|"
    r"speaks? of|sets?|defines?|describes?|says?|states?|mentions?|addresses|explains?|asks? for|requires?|"
    r"is where|"
    r"tells? (?:you )?to|is to|is)\s+(?P<said>[^,;:.(]+)",
    regex.IGNORECASE,
)
_TOPIC = regex.compile(
    r"^[\s,]*(?:deals? with|governs?|covers?|concerns?|regulates?|is about|talks? about|addresses)\b",
    regex.IGNORECASE,
)
"""Verbs behind which one word tells a numbered part from the others."""
_MOVED = regex.compile(
    r"\b(?:before|after|above|below|until|following|between|than|instead|should|move|add(?:ed)?|"
    r"insert(?:ed)?|rename|change|"
    r"changed|replace|remove|removed|delete|missing|lacks?|no|not|never|n['’]t|would|could|if|next to|near|"
    r"around|about|"
    r"roughly|must|expected|rather|belongs?|was on|used to|previously|now)\b",
    regex.IGNORECASE,
)
_NTH = regex.compile(rf"\b(?:the\s+)?(?P<nth>{_ORDINAL})\s+$", regex.IGNORECASE)
_CAPS = regex.compile(r"(?<![\w`/.-])[A-Z][A-Z_]{2,}(?![\w`/.-])")
_CODE = (
    ".py",
    ".js",
    ".ts",
    ".go",
    ".rs",
    ".java",
    ".c",
    ".h",
    ".cpp",
    ".cs",
    ".rb",
    ".php",
    ".sh",
    ".sql",
    ".css",
)
_EMPTY = stems(
    "line step clause section item point rule paragraph row file document text first last second third one "
    "thing"
)


PLACES_LIMIT = 12
"""Places of one sentence that are looked at."""


@dataclass(frozen=True)
class Part:
    """A numbered place of a document: its label and what stands there."""

    label: int
    text: str
    in_table: bool = False

    @property
    def labels(self) -> tuple[int, ...]:
        """Return its numbers: in a table, "line 2" may also mean the second row below the heading."""
        return (self.label, self.label - 1) if self.in_table else (self.label,)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each thing that is said to stand at a line or step."""
    for sentence in scene.sentences:
        if sentence.masked.rstrip(' *_)"”').endswith("?"):
            continue
        marks = list(islice(_PLACE.finditer(sentence.masked), PLACES_LIMIT))
        for number, mark in enumerate(marks):
            low = marks[number - 1].end() if number else 0
            high = marks[number + 1].start() if number + 1 < len(marks) else len(sentence.masked)
            yield from _judged(scene, sentence, mark, (low, high))


def _judged(
    scene: Scene, sentence: Sentence, mark: "regex.Match[str]", room: tuple[int, int]
) -> Iterator[Claim]:
    start = max(room[0], _clause_start(sentence.masked, mark.start()))
    before = sentence.masked[start : mark.start()]
    if _MOVED.search(before):
        return
    for document in spoken_of(sentence, scene) or scene.documents[:1]:
        parts = _parts(mark, document)
        stated = _stated(mark, parts)
        if not parts or stated is None:
            continue
        claim = (
            _of_token(sentence, (start, mark.end()), before, parts, stated)
            or _of_subject(sentence, (start, mark.end()), before, (parts, stated), document)
            or _of_told(sentence, mark, room[1], (parts, stated), document)
        )
        if claim is not None:
            yield claim
            return


def _clause_start(masked: str, position: int) -> int:
    return max(
        (
            hit.end()
            for hit in regex.finditer(r"[.;:]\s|,\s+(?:and|but|while)\s|\band the\b", masked[:position])
        ),
        default=0,
    )


def _parts(mark: "regex.Match[str]", document: Document) -> tuple[Part, ...]:
    """Return the lines, data rows or steps of a document, by what the place calls them."""
    unit = (mark["unit"] or mark["unit2"] or "line").lower().rstrip("s.")
    if unit in {"line", "ln"}:
        is_table = bool(rows_of(document))
        return tuple(Part(n, text, is_table) for n, text in enumerate(document.text.splitlines(), start=1))
    rows = rows_of(document)
    if unit == "row" and rows:
        return tuple(Part(n, " ".join(row)) for n, row in enumerate(rows[1:], start=1))
    steps = steps_of(document)
    return tuple(Part(int(label), text) for label, text in steps.items() if label.isdigit())


def _stated(mark: "regex.Match[str]", parts: tuple[Part, ...]) -> range | None:
    """Return the labels that are stated; None where the document has no such place."""
    ordinal = (mark["ordinal"] or "").lower().removeprefix("very ")
    labels = [part.label for part in parts]
    if ordinal:
        number = (labels[-1] if labels else 0) if ordinal in {"last", "final"} else ORDINALS[ordinal]
        return range(number, number + 1) if number in labels else None
    label = mark["label"] or mark["short"]
    if not label or not (label.isdigit() or len(label) > 1):
        return None
    number = count_from(label)
    last = int(mark["last"]) if mark["last"] else number
    return range(number, last + 1) if number in labels else None


def _of_token(
    sentence: Sentence, span: tuple[int, int], before: str, parts: tuple[Part, ...], stated: range
) -> Claim | None:
    """Return the claim on a thing in backticks, quotes or capitals just before its place."""
    quoted = [one for one in spans(sentence.text) if span[0] <= one[0] and one[1] <= span[0] + len(before)]
    caps = [
        (hit.start() + span[0], hit.end() + span[0], hit.group())
        for hit in _CAPS.finditer(before)
        if "·" not in hit.group()
    ]
    for start, end, text in sorted((*quoted, *caps), reverse=True)[:1]:
        if not _BETWEEN.match(sentence.masked[end : span[0] + len(before)]) or regex.fullmatch(
            r"[\w./-]+\.\w{1,5}", text
        ):
            return None
        is_caps = (start, end, text) in caps
        known = [part for part in parts if _holds(text, part.text, exact=is_caps)]
        if not known:
            return None
        known = _nth(sentence.masked[:start], known)
        return _claim(sentence, (start, span[1]), known, stated)
    return None


def _holds(token: str, text: str, *, exact: bool) -> bool:
    if exact:
        return regex.search(rf"(?<!\w){regex.escape(token)}(?!\w)", text) is not None
    wanted = plain(token)
    if regex.fullmatch(r"\w+", token):
        return regex.search(rf"(?<!\w){regex.escape(token)}(?!\w)", text) is not None
    return bool(wanted) and wanted in plain(text)


def _nth(before: str, known: list[Part]) -> list[Part]:
    """Return the one place that an ordinal picks: "the last" `TODO`."""
    found = _NTH.search(before)
    if found is None:
        return known
    word = found["nth"].lower().removeprefix("very ")
    place = -1 if word in {"last", "final"} else ORDINALS[word] - 1
    return [known[place]] if place < len(known) else known


def _of_subject(
    sentence: Sentence,
    span: tuple[int, int],
    before: str,
    where: tuple[tuple[Part, ...], range],
    document: Document,
) -> Claim | None:
    """Return the claim on a thing in words that is said to stand there: if it stands once elsewhere."""
    found = _SUBJECT.search(before) or _APPOSED.search(before)
    if found is None or "·" in found["np"] or document.path.endswith(_CODE):
        return None
    words = stems(found["np"]) - _EMPTY
    level = next(
        (
            word
            for word in found["np"].split()
            if any(_holds(word.upper(), p.text, exact=True) for p in where[0])
        ),
        "",
    )
    if level and len(level) > 2:
        known = [part for part in where[0] if _holds(level.upper(), part.text, exact=True)]
        return _claim(sentence, span, _nth(f"{found['np'].partition(level)[0]} ", known), where[1])
    return _by_words(sentence, span, words, where, least=1) if len(words) <= 3 else None


def _of_told(
    sentence: Sentence,
    mark: "regex.Match[str]",
    end: int,
    where: tuple[tuple[Part, ...], range],
    document: Document,
) -> Claim | None:
    """Return the claim on what a place is said to tell: two words of it at least must stand elsewhere."""
    told = _TELLS.match(sentence.masked[mark.end() : end])
    if told is None or document.path.endswith(_CODE) or "·" in told["said"]:
        return None
    words = stems(told["said"]) - _EMPTY
    is_topic = (
        _TOPIC.match(told.group()) is not None
        and (mark["unit"] or mark["unit2"] or "line").lower()[:2] != "li"
    )
    span = (mark.start(), mark.end() + told.end())
    return _by_words(sentence, span, words, where, least=1 if is_topic else 2)


def _by_words(
    sentence: Sentence,
    span: tuple[int, int],
    words: frozenset[str],
    where: tuple[tuple[Part, ...], range],
    *,
    least: int,
) -> Claim | None:
    parts, stated = where
    here = frozenset[str]().union(*(stems(part.text) for part in parts if set(part.labels) & set(stated)))
    if words & here:
        there = [part for part in parts if part.label in stated][:1]
        return _claim(sentence, span, there, stated) if words <= here else None
    known = [part for part in parts if _has_all(words, part.text)]
    if len(words) < least or len(known) != 1:
        return None
    return _claim(sentence, span, known, stated)


def _has_all(words: frozenset[str], text: str) -> bool:
    """Return whether a text has every word, also one that it writes in two: "backup" and "back up"."""
    own, joined = stems(text), regex.sub(r"\W", "", text.lower())
    return all(word in own or (len(word) > 4 and word in joined) for word in words)


def _claim(sentence: Sentence, span: tuple[int, int], known: list[Part], stated: range) -> Claim:
    labels = [label for part in known for label in part.labels]
    return settled(
        kind=POSITION,
        quote=sentence.text[slice(*span)].strip(" ,;:("),
        holds=any(label in stated for label in labels),
        evidence=f"it stands at {', '.join(str(part.label) for part in known[:4])}",
    )
