"""Stated counts of what a document holds: "bill.csv has 5 columns", "`ERROR` appears 3 times"."""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.grids import rows_of
from skilleval.grading.claims.hedges import bound_of, is_true
from skilleval.grading.claims.kinds import COUNT
from skilleval.grading.claims.lists import FINDING
from skilleval.grading.claims.numerals import COUNT as NUMBER
from skilleval.grading.claims.numerals import TIMES, count_from, is_range
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.shapes import is_data, shape_counts
from skilleval.grading.claims.sources import meant_by, named_in, spoken_of
from skilleval.grading.claims.tally import counts_of, occurrences
from skilleval.grading.claims.text import Sentence, spans

_VERB = (
    r"(?:has|have|had|contains?|lists?|consists? of|comprises?|includes?|defines?|declares?|holds?|"
    r"covers?|spans|is|are|runs to|with|counts?|documents?|there (?:are|is)|requires?|names?|exports?|"
    r"imports?|describes?|shows?|records?|tracks?|stores?|gives?|carries|carry)"
)
_MEANT = (
    r"(?:(?:also|only|just|exactly|in total|all|a total of|at least|at most|about|around|roughly|over|"
    r"under|"
    r"more than|fewer than)\s+)*"
)
_HELD = regex.compile(
    rf"(?:\b(?P<verb>{_VERB})\b|,|\band\b)\s+{_MEANT}(?P<number>{NUMBER})\s+"
    r"(?P<noun>(?:(?:data|top-level|line)\s+)?[a-z]+)(?=(?P<after>[^,;:.()]*))",
    regex.IGNORECASE,
)
_NOTHING_MORE = regex.compile(
    r"^\s*(?:$|(?:in )?total\b|in total\b|altogether\b|overall\b|long\b|of data\b|of text\b|of code\b|"
    r"and\b|but\b|so\b|or\b|"
    r"for\s+\d|in two\b|in the file\b|in (?:this|the) (?:file|document|csv|table|log)\b)",
    regex.IGNORECASE,
)
_OFTEN = regex.compile(
    rf"\b(?:appears?|occurs?|is mentioned|is used|is repeated|shows up|comes up|is found|is named|"
    rf"are mentioned)\b\s+(?:exactly\s+|only\s+)?(?P<times>{TIMES})|"
    rf"\b(?P<count>{NUMBER})\s+(?:occurrences?|instances?|mentions?)\s+of\b",
    regex.IGNORECASE,
)
_HEADER = regex.compile(r"\b(?:header|heading)(?:\s+(?:row|line))?$", regex.IGNORECASE)
_OF_EACH = regex.compile(r"\b(?:each|every)\s+(?:row|record|line|entry)$", regex.IGNORECASE)
_OF_A_ROW = regex.compile(r"values?$|fields?$|cells?$|columns?$")
_OF_A_HEADER = regex.compile(r"columns?$|fields?$|names?$")
_MEASURED = regex.compile(r"characters?$|words?$")
"""Lengths of a whole file are judged only where it is named; elsewhere they are lengths of a part."""
_LISTS = regex.compile(
    r"contains?|lists?|holds?|includes?|has|have|comprises?|records?|consists? of|tracks?|stores?|covers?",
    regex.IGNORECASE,
)
_ALTOGETHER = regex.compile(r"\s*(?:in total|altogether|overall|in all)\b", regex.IGNORECASE)
_HAS = regex.compile(r"has|have|covers?|tracks?", regex.IGNORECASE)
"""Verbs that tell of a text only where it is named."""
TOO_VAGUE = frozenset(
    """
    problem issue mistake error gap flaw risk weaknes typo thing reason way idea option line time duplicate gb
    mb kb byte digit decimal month year day week hour minute second percent euro dollar level kind type sort
    group part finding
    """.split()  # noqa: SIM905 -- reads better than forty quoted words
)
"""What is not the number of all that a text holds."""
_EVALUATED = regex.compile(rf"^{FINDING}$", regex.IGNORECASE)
_COUNTED_ALL_THE_SAME = {
    "version",
    "versions",
    "step",
    "steps",
    "item",
    "items",
    "bullet",
    "bullets",
    "test",
    "tests",
    "task",
    "tasks",
}


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each count of a document's contents that can be counted again."""
    for sentence in scene.sentences:
        yield from _held(scene, sentence)
        yield from _often(scene, sentence)


def _held(scene: Scene, sentence: Sentence) -> Iterator[Claim]:
    subject = ""
    for found in _HELD.finditer(sentence.masked):
        subject = (sentence.subject_before(found.start()) if found["verb"] else "") or subject
        noun = _noun(found)
        if (
            is_range(sentence.masked, found.span("number"))
            or not _NOTHING_MORE.match(found["after"].removeprefix(" of data"))
            or (_is_evaluated(noun) and not _LISTS.fullmatch(found["verb"] or ""))
        ):
            continue
        documents = _documents(subject, scene, sentence)
        if _MEASURED.match(noun):
            documents = named_in(subject, scene)
        if _OF_EACH.search(subject) and _OF_A_ROW.match(noun):
            documents = tuple(
                one for one in spoken_of(sentence, scene) if len({*map(len, rows_of(one))}) == 1
            )
            noun = "columns"
        if _HEADER.search(subject) and _OF_A_HEADER.match(noun):
            documents, noun = spoken_of(sentence, scene), "columns"
        yield from _judged(sentence, found, noun, documents)


def _noun(found: "regex.Match[str]") -> str:
    """Return the counted noun; "rows of data" are data rows."""
    noun = " ".join(found["noun"].lower().split())
    if " " in noun:
        return noun
    return f"data {noun}" if noun in {"row", "rows"} and found["after"].startswith(" of data") else noun


def _is_evaluated(noun: str) -> bool:
    """Return whether the noun names a finding of the assistant, which no program can count in a file."""
    return noun not in _COUNTED_ALL_THE_SAME and _EVALUATED.match(noun) is not None


def _documents(subject: str, scene: Scene, sentence: Sentence) -> tuple[Document, ...]:
    clause = regex.split(r"\b(?:and|but|while|where|that|because)\b", subject)[-1].strip()
    clause = regex.sub(r"(?:\s+(?:now|also|still|currently|then|only|just|therefore))+$", "", clause)
    if clause.lower() in {"you", "you also", "i see you"}:
        return spoken_of(sentence, scene)
    if not clause:
        return named_in(subject, scene) or (meant_by("", scene, sentence) if subject else ())
    return meant_by(clause, scene, sentence)


def _judged(
    sentence: Sentence, found: "regex.Match[str]", noun: str, documents: tuple[Document, ...]
) -> Iterator[Claim]:
    counts = {document.path: counts_of(noun, document) for document in documents}
    if not any(counts.values()) and found["verb"]:
        is_named = any(document.name in sentence.text[: found.start()] for document in documents)
        if is_named or not _HAS.fullmatch(found["verb"]):
            counts = _by_shape(found, noun, documents)
    known = {count for options in counts.values() for count in options}
    if not known:
        return
    stated = count_from(found["number"])
    bound = bound_of(sentence.masked[: found.start("number")], found["after"])
    path = next(path for path, options in counts.items() if options)
    yield settled(
        kind=COUNT,
        quote=sentence.text[found.start() : found.end()].strip(),
        holds=is_true(stated, known, bound),
        evidence=f"counted {_usual(counts[path])} in {path}",
    )


def _by_shape(found: "regex.Match[str]", noun: str, documents: tuple[Document, ...]) -> dict[str, set[int]]:
    """Return the counts of things that only their holder names: "holds 8 bookings" of a table of seven rows.

    Of prose only where all are meant: "lists five changes in total".
    """
    if not _LISTS.fullmatch(found["verb"]) or noun.rstrip("s") in TOO_VAGUE or _MEASURED.match(noun):
        return {}
    is_total = _ALTOGETHER.match(found["after"]) is not None and count_from(found["number"]) > 0
    newest = {document.path: document for document in documents}
    return {
        path: set(shape_counts(document))
        for path, document in newest.items()
        if is_total or (is_data(document) and count_from(found["number"]) > 0)
    }


def _usual(counts: set[int]) -> str:
    return " or ".join(map(str, sorted(counts)[-2:]))


def _is_beside(masked: str, phrase: tuple[int, int], count: tuple[int, int]) -> bool:
    """Return whether at most three words stand between a quoted phrase and how often it occurs."""
    between = masked[min(phrase[1], count[1]) : max(phrase[0], count[0])]
    return len(between.split()) <= 3 and not regex.search(r"[.;:*—–]", between)


def _often(scene: Scene, sentence: Sentence) -> Iterator[Claim]:
    for found in _OFTEN.finditer(sentence.masked):
        before = [span for span in spans(sentence.text) if span[1] <= found.start()]
        after = [span for span in spans(sentence.text) if span[0] >= found.end()]
        phrase = after[:1] if found["count"] else before[-1:]
        documents = spoken_of(sentence, scene)
        if not phrase or not documents or not _is_beside(sentence.masked, phrase[0][:2], found.span()):
            continue
        counts = {count for document in documents for count in occurrences(phrase[0][2], document.text)}
        stated = count_from(found["times"] or found["count"])
        bound = bound_of(sentence.masked[: found.start("times" if found["times"] else "count")], "")
        yield settled(
            kind=COUNT,
            quote=sentence.text[phrase[0][0] : max(found.end(), phrase[0][1])],
            holds=is_true(stated, counts, bound),
            evidence=f"counted {_usual(counts)} in {documents[0].path}",
        )
