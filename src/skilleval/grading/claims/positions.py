"""Stated places: "`x = 1` on line 12", "cart.py:8", "Step 3 says …". Looked up where it is said to be."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import regex

from skilleval.domain.grade import Claim
from skilleval.domain.stems import stems
from skilleval.grading.claims.kinds import POSITION, QUOTATION
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.sources import named_in, spoken_of
from skilleval.grading.claims.tally import steps_of
from skilleval.grading.claims.text import Sentence, spans
from skilleval.grading.quote import plain

_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10,
}  # fmt: skip
_LINE = regex.compile(
    r"\blines? +#?(?P<first>\d+)(?:\s*(?:-|–|to|and)\s*(?P<last>\d+))?|"
    r"(?<=\.\w{1,5}):(?P<first>\d+)(?:[-–](?P<last>\d+))?(?![\d:])|"
    rf"(?<!\b(?:before|after|until|from) )\bthe (?P<ordinal>{'|'.join(_ORDINALS)}|last|final) line\b",
    regex.IGNORECASE,
)
_STEP = regex.compile(
    r"\b(?P<word>step|section|clause|part|article|paragraph|§)\s*(?P<label>\d{1,3}|[A-Z])\b|"
    rf"\bthe (?P<ordinal>{'|'.join(_ORDINALS)}) (?:step|section|clause|instruction)\b",
    regex.IGNORECASE,
)
_SAYS = regex.compile(
    r"^\W*(?:also\s+)?(?:says?|states?|tells?|asks?|reads?|covers?|describes?|explains?|instructs?|"
    r"requires?|mentions?|is about|is to|is where|has you|you are told|we are told|deals with|"
    r",?\s*you)\b(?P<said>.*)",
    regex.IGNORECASE | regex.DOTALL,
)
_END_OF_TELLING = regex.compile(r"[,;:]|\b(?:before|after|which|that is|so|and step)\b", regex.IGNORECASE)
_LOCATED = regex.compile(
    r"^[\s,()\[*:–—-]*(?:(?:is|are|was|sits|stands|appears|occurs|comes|found|defined|set|declared|"
    r"written|first|also|only|just|alone|both|the|see|on|at|in|of|from|near|around|file|this|"
    r"`·+`)[\s,(*]+)*$",
    regex.IGNORECASE,
)
"""What may stand between a text and its place: "`x` is set on" line 3."""
_SHOWN = regex.compile(
    r"^[\s,():*–—-]*(?!(?:and|or|but|to|then|before|after|from|of the|"
    r"with)\b)(?:[\w'’]+[\s,:(]+){0,6}[\s:(*–-]*$",
    regex.IGNORECASE,
)
"""What may stand between a place and its text: line 3 "says", step 2 "tells you to run"."""
_FILE_NAME = regex.compile(r"[\w./-]+\.\w{1,5}(?::\d+)?")
_QUOTE_WORDS = 3
PLACES_LIMIT = 12
"""Places of one sentence that texts are matched with: each pair costs a search."""
TEXTS_LIMIT = 24
"""Quoted texts of one sentence that are matched with places: a sentence that has more is data."""
_STATE = r"(?:is|are|was|were)\s+(?:\w+ly\s+|also\s+|still\s+|even\s+)?"
_PUT = (
    r"(?:switched|turned|left)\s+(?:on|off)|hard-?coded|enabled|disabled|set|assigned|declared|defined|"
    r"imported|initiali[sz]ed|opened|called|written|printed|logged|spelled|misspelled|commented out|"
    r"instantiated|raised|thrown|caught|exported|mentioned|listed|introduced"
)
_ONLY_BEFORE = regex.compile(
    rf"^\s*{_STATE}(?:{_PUT})(?:\s+(?:to|as|at|with|in|by)\s+(?:the\s+|a\s+|an\s+)?[\w'’-]+"
    r"(?:\s+[\w'’-]+)?)?[\s(,\[]*(?:(?:see|on|in|at)\s+)?$",
    regex.IGNORECASE,
)
"""What a sentence with one text and one place may say of the text: "`DEBUG` is switched on (" line 3."""
_ONLY_AFTER = regex.compile(
    r"^\s*,?\s*(?:there\s+(?:is|are)\s+|you\s+(?:see|find|have)\s+)?(?:[\w'’-]+\s+){0,8}[\w'’-]+\s*[:–—]\s*$"
)
"""What may stand between the only place and the only text: on line 5 "a password is hard-coded:" `…`."""
_CHANGED = regex.compile(
    r"\b(?:replace\w*|chang\w+|renam\w+|add\w*|insert\w*|us(?:e|ing)|write|put|mov\w+|remov\w+|delet\w+|"
    r"should|must|could|would|can|instead|better|now|try|make|fix\w*|before|after|below|above|until|not|"
    r"never|no|like|same|similar|becomes?|turn|set\s+it)\b|n['’]t\b",
    regex.IGNORECASE,
)
"""What makes the text a proposal, or the place another one's."""
_PROPOSED = regex.compile(
    r"\b(?:replace|change|rename|add|insert|use|put|should|must|could|would|instead|rather)\b",
    regex.IGNORECASE,
)
"""What makes a text behind a place a proposal: on line 3 "replace the value with" `x`."""

Span = tuple[int, int]


@dataclass(frozen=True)
class Place:
    """A stated place with the text that is said to stand there; `span` covers both in the sentence."""

    span: Span
    text: str
    is_code: bool


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each stated line or step whose text is quoted, or told in words that stand elsewhere."""
    for sentence in scene.sentences:
        documents = spoken_of(sentence, scene)
        places = _places(sentence)
        if documents:
            yield from _lines(sentence, places, scene)
        elif scene.documents:
            yield from _lines_of_any(sentence, places, scene.documents)
        yield from _steps(sentence, places, (*documents, *scene.documents))


def _places(sentence: Sentence) -> dict[Span, Place]:
    """Return place to quoted text: each text goes to the place nearest to it, across no other place."""
    marks, texts = _marks(sentence), spans(sentence.text)[:TEXTS_LIMIT]
    options = sorted(
        (distance, mark, text)
        for mark in marks
        for text in texts
        if (distance := _distance(sentence.masked, mark, text[:2], marks)) is not None
        and not (_FILE_NAME.fullmatch(text[2]) and _LINE.match(sentence.masked[slice(*mark)]))
    )
    pairs: dict[Span, Place] = {}
    taken: set[Span] = set()
    for _, mark, (start, end, text) in options:
        if mark not in pairs and (start, end) not in taken:
            taken.add((start, end))
            pairs[mark] = _place(sentence, mark, (start, end), text)
    return pairs or _only_pair(sentence, marks)


def _marks(sentence: Sentence) -> list[Span]:
    """Return where the first places of a sentence stand."""
    found = (hit.span() for pattern in (_LINE, _STEP) for hit in pattern.finditer(sentence.masked))
    return list(islice(found, PLACES_LIMIT))


def _place(sentence: Sentence, mark: Span, span: Span, text: str) -> Place:
    return Place((min(span[0], mark[0]), max(span[1], mark[1])), text, sentence.text[span[0]] == "`")


def _only_pair(sentence: Sentence, marks: list[Span]) -> dict[Span, Place]:
    """Return the one place and the one text of a sentence that says the text stands there, in more words."""
    texts = [text for text in spans(sentence.text) if not _FILE_NAME.fullmatch(text[2])]
    if len(marks) != 1 or len(texts) != 1 or _CHANGED.search(sentence.masked):
        return {}
    mark, (start, end, text) = marks[0], texts[0]
    is_after = mark[1] <= start
    between = sentence.masked[mark[1] : start] if is_after else sentence.masked[end : mark[0]]
    if not (_ONLY_AFTER if is_after else _ONLY_BEFORE).match(between):
        return {}
    return {mark: _place(sentence, mark, (start, end), text)}


def _distance(masked: str, mark: Span, text: Span, marks: list[Span]) -> int | None:
    """Return how far a text stands from a place that it may belong to; None when it cannot."""
    is_after = mark[1] <= text[0]
    low, high = (mark[1], text[0]) if is_after else (text[1], mark[0])
    between = masked[low:high]
    if is_after and _PROPOSED.search(between):
        return None
    if any(low <= other[0] < high for other in marks if other != mark) or not (
        _SHOWN if is_after else _LOCATED
    ).match(between):
        return None
    return len(between)


def _lines(sentence: Sentence, places: dict[Span, Place], scene: Scene) -> Iterator[Claim]:
    documents = spoken_of(sentence, scene)
    is_named = bool(named_in(sentence.text, scene))
    for found in _LINE.finditer(sentence.masked):
        if found.group().startswith(":") and not _ends_with_path(sentence.text[: found.start()], documents):
            continue
        stated = _stated_lines(found, documents)
        if stated[0] > max(len(document.text.splitlines()) for document in documents):
            lengths = " or ".join(sorted({str(len(document.text.splitlines())) for document in documents}))
            yield _claim(sentence, found.span(), f"{documents[0].path} has {lengths} lines", holds=False)
        elif found.span() in places:
            place = places[found.span()]
            claims = list(_judge_line(sentence, place, stated, documents))
            if is_named or not _is_at(place.text, stated, scene.documents):
                yield from claims
            else:
                yield from (claim for claim in claims if claim.state == "verified")


def _is_at(text: str, lines: Span, documents: tuple[Document, ...]) -> bool:
    """Return whether a text stands at those lines of any document: then another one may be meant."""
    return any(lines[0] <= line <= lines[1] for document in documents for line in _lines_with(text, document))


def _ends_with_path(before: str, documents: tuple[Document, ...]) -> bool:
    """Return whether `cart.py:8` is about one of the documents."""
    return any(before.rstrip("`").endswith(document.name) for document in documents)


def _lines_of_any(
    sentence: Sentence, places: dict[Span, Place], documents: tuple[Document, ...]
) -> Iterator[Claim]:
    """Yield lines where no document is named: of a text that stands in just one of them."""
    for found in _LINE.finditer(sentence.masked):
        place = places.get(found.span())
        holding = [document for document in documents if place and _lines_with(place.text, document)]
        if place and len({document.path for document in holding}) == 1:
            yield from _judge_line(sentence, place, _stated_lines(found, tuple(holding)), tuple(holding))


def _stated_lines(found: "regex.Match[str]", documents: tuple[Document, ...]) -> Span:
    if found["ordinal"]:
        last = max(len(document.text.splitlines()) for document in documents)
        number = _ORDINALS.get(found["ordinal"].lower(), last)
        return number, number
    return int(found["first"]), int(found["last"] or found["first"])


def _judge_line(
    sentence: Sentence, place: Place, stated: Span, documents: tuple[Document, ...]
) -> Iterator[Claim]:
    known = {line for document in documents for line in _lines_with(place.text, document)}
    if known:
        where = ", ".join(map(str, sorted(known)[:4]))
        holds = any(stated[0] <= line <= stated[1] for line in known)
        yield _claim(sentence, place.span, f"it is on line {where} of {documents[0].path}", holds=holds)
    elif not place.is_code and len(place.text.split()) >= _QUOTE_WORDS:
        yield settled(
            kind=QUOTATION,
            quote=sentence.text[slice(*place.span)],
            holds=False,
            evidence=f"“{place.text}” is not in {documents[0].path}",
        )


def _lines_with(text: str, document: Document) -> list[int]:
    wanted = plain(text)
    if not wanted:
        return []
    return [n for n, line in enumerate(document.text.splitlines(), start=1) if wanted in plain(line)]


def _steps(sentence: Sentence, places: dict[Span, Place], documents: tuple[Document, ...]) -> Iterator[Claim]:
    for found in _STEP.finditer(sentence.masked):
        label = str(_ORDINALS[found["ordinal"].lower()]) if found["ordinal"] else found["label"].lower()
        parts = next((parts for document in documents if label in (parts := steps_of(document))), None)
        if parts is None:
            continue
        if found.span() in places:
            yield from _judge_quoted_step(sentence, places[found.span()], label, parts)
        elif said := _SAYS.match(sentence.masked[found.end() :]):
            yield from _judge_told_step(sentence, found.start(), said["said"], (label, parts))


def _judge_quoted_step(
    sentence: Sentence, place: Place, label: str, parts: dict[str, str]
) -> Iterator[Claim]:
    """Yield whether a quoted text stands in the step; one that stands in no step is not judged here."""
    known = [name for name, text in parts.items() if plain(place.text) in plain(text)]
    if known:
        evidence = f"it is in step {', '.join(known[:4])}"
        yield _claim(sentence, place.span, evidence, holds=label in known)


def _judge_told_step(
    sentence: Sentence, start: int, said: str, step: tuple[str, dict[str, str]]
) -> Iterator[Claim]:
    """Yield whether what is told of a step is said there, or only in another step."""
    label, parts = step
    words = stems(_END_OF_TELLING.split(said.lstrip(" ,:"))[0])
    if len(words) < 2:
        return
    shares = {name: len(words & stems(text)) / len(words) for name, text in parts.items()}
    others = [
        name for name, share in shares.items() if name != label and share >= 0.65 and share * len(words) >= 2
    ]
    span = (start, len(sentence.text))
    if shares[label] >= 0.5:
        yield _claim(sentence, span, f"step {label} says so", holds=True)
    elif shares[label] == 0 and len(others) == 1:
        evidence = f"that is step {others[0]}; step {label} is “{parts[label]}”"
        yield _claim(sentence, span, evidence, holds=False)


def _claim(sentence: Sentence, span: Span, evidence: str, *, holds: bool) -> Claim:
    return settled(kind=POSITION, quote=sentence.text[slice(*span)], holds=holds, evidence=evidence)
