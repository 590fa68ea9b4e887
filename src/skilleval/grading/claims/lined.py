"""On which line a named thing stands: the text nearest to a line number, in the sentence or just before it.

A thing in quotation marks, code or capitals that stands in a file, and on no line of that number in the
version that is meant. Also the first or last error of a log, and the section that has a heading.
"""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.kinds import POSITION
from skilleval.grading.claims.newest import aliased, newest, stands_in
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Sentence, spans

_LINE = regex.compile(
    r"\b(?:on|in|at|now|is|sits on|stands on)\s+line (?P<number>\d+)\b(?!\s*(?:to|-|–|and|,|or)\s*\d)",
    regex.IGNORECASE,
)
_CAPS = regex.compile(r"\b[A-Z][A-Z_]{3,}\b")
_LEVEL = regex.compile(
    r"\b(?P<which>first|last|earliest|final|only)\s+(?P<level>error|warning|"
    r"failure)\b[^.;]{0,40}?\bline (?P<number>\d+)\b",
    regex.IGNORECASE,
)
_LEVELS = {
    "error": r"\bERROR\b",
    "warning": r"\bWARN(?:ING)?\b",
    "failure": r"(?i:\bfail(?:ed|ure|s)?\b)|\bERROR\b|\s[45]\d\d\s*$",
}
_SECTION = regex.compile(
    r"(?P<name>[A-Z][\w-]+(?: [\w-]+){0,2})\**\s*\((?:in )?(?:section|clause|§|step|point|"
    r"item|article)\s*(?P<number>\d+)\)",
    regex.IGNORECASE,
)
_NOW = regex.compile(r"\b(?:now|still|new file|new version)\b", regex.IGNORECASE)
_NOT = regex.compile(
    r"\b(?:not|never|no|if|should|would|could|was|were|before|after|above|below|between|from|"
    r"add|insert|move|had)\b|n['’]t\b",
    regex.IGNORECASE,
)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each thing that stands on another line, or in another section."""
    if not scene.documents:
        return
    for sentence in scene.sentences:
        if sentence.is_question:
            continue
        for found in _LINE.finditer(sentence.masked):
            yield from _on_line(scene, sentence, found)
        for found in _LEVEL.finditer(sentence.masked):
            yield from _of_level(scene, sentence, found)
        for found in _SECTION.finditer(sentence.masked):
            yield from _in_section(scene, sentence, found)


def _on_line(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    start = max((cut.end() for cut in regex.finditer(r"[.]\s", sentence.masked[: found.start()])), default=0)
    before = sentence.masked[start : found.start()]
    names = {one.name for one in scene.documents} | {one.path for one in scene.documents}
    quoted = [
        (low, text)
        for low, high, text in spans(sentence.text)
        if start <= low and high <= found.start() and text not in names
    ]
    caps = [(start + hit.start(), hit.group()) for hit in _CAPS.finditer(before)]
    nearest = max(quoted or caps, default=None)
    if (
        nearest is None
        or _NOT.search(regex.split(r"[;,]\s", sentence.masked[nearest[0] : found.start()])[-1])
        or regex.search(r"\bline \d", before)
    ):
        return
    thing, number = nearest[1], int(found["number"])
    documents = aliased(sentence.text, scene) or scene.documents
    if _NOW.search(sentence.masked[start:]):
        documents = tuple(one for one in documents if one in newest(scene))
    lines = {line for one in documents for line in _lines_of(thing, one)}
    longest = max((len(one.text.splitlines()) for one in documents), default=0)
    if lines and len(lines) <= 4 and number not in lines and len(thing) > 2 and number <= longest + 20:
        yield _claim(
            sentence.text[nearest[0] : found.end()],
            f"“{thing}” stands on line {', '.join(map(str, sorted(lines)))}",
        )


def _lines_of(thing: str, document: Document) -> set[int]:
    rows = document.text.splitlines()
    found = {number for number, line in enumerate(rows, start=1) if stands_in(thing, line)}
    is_table = document.path.lower().endswith((".csv", ".tsv"))
    return found | ({number - 1 for number in found} if is_table else set())


def _of_level(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    """Yield "the first error is on line 5", of a log that marks its errors."""
    level = regex.compile(_LEVELS[found["level"].lower()])
    index = -1 if found["which"].lower() in {"last", "final"} else 0
    logs = aliased(sentence.text, scene) or tuple(one for one in scene.documents if one.given)
    rows = [[n for n, line in enumerate(one.text.splitlines(), 1) if level.search(line)] for one in logs]
    known = {row[index] for row in rows if row}
    if known and int(found["number"]) not in known and not _NOT.search(sentence.masked[: found.start()]):
        yield _claim(sentence.text[found.start() : found.end()], f"it stands on line {min(known)}")


def _in_section(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    """Yield "Deposit (section 4)", where another section has that heading."""
    heading = regex.compile(
        rf"(?m)^\W*(?P<label>\d+)[.)]\s+{regex.escape(found['name'])}\b\W*$", regex.IGNORECASE
    )
    labels = {hit["label"] for one in scene.documents for hit in heading.finditer(one.text)}
    if labels and found["number"] not in labels:
        yield _claim(
            sentence.text[found.start() : found.end()], f"that is section {', '.join(sorted(labels))}"
        )


def _claim(quote: str, evidence: str) -> Claim:
    return settled(kind=POSITION, quote=quote.strip(" *_"), holds=False, evidence=evidence)
