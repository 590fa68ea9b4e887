"""Figures behind a label: "| Sentences | 6 |", "Errors: four", "| Costs | 92,250 |", "`types` covers four".

A measure of the one file that was made, a level of a log, an amount of a heading or column, the values of
a key.
"""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.figures import written_anywhere
from skilleval.grading.claims.grids import singular_of
from skilleval.grading.claims.kinds import COUNT, TOTAL
from skilleval.grading.claims.lengths import lengths_of
from skilleval.grading.claims.measured import UNITS, counts_in, unit_of
from skilleval.grading.claims.newest import made, newest, topic
from skilleval.grading.claims.numbers import NUMBER, amounts_from, number_from
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.series import body_of, number_in, sums_of, table_of
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.tally import counts_of
from skilleval.grading.claims.text import Sentence

_LEVELS = {"error": r"\bERROR\b", "warning": r"\bWARN(?:ING)?\b"}
_LEVEL = regex.compile(
    rf"(?:^|[.;]\s+)\W*(?P<level>errors?|warnings?)\W*(?::|→|->|–|—)\s*(?P<number>{NUMBER})\b",
    regex.IGNORECASE,
)
_VALUES = regex.compile(
    rf"`(?P<key>[\w.-]+)`\s+(?:now\s+)?(?:covers?|lists?|names?|takes?|holds?|contains?|"
    rf"allows?|includes?|has)\s+(?:exactly |only |just )?(?P<number>{NUMBER})\s+\w+",
    regex.IGNORECASE,
)
_NEVER = regex.compile(
    r"(?P<column>[A-Za-z]+)\s+(?:never|at no point|did not once)\s+(?P<side>exceeded|went "
    r"(?:above|over)|rose (?:above|over)|passed|topped|fell (?:below|under)|dropped (?:below|"
    r"under)|went (?:below|under))\s+[€$£]?(?P<limit>\d[\d.,]*\d)",
    regex.IGNORECASE,
)
LEAST = 100
"""An amount below this may be counted or worked out in too many ways."""


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each figure that its label does not bear out."""
    if not scene.is_answer or not scene.documents:
        return
    yield from _cells(scene)
    for sentence in scene.sentences:
        for found in _LEVEL.finditer(sentence.masked):
            yield from _level(scene, sentence, found)
        for found in _VALUES.finditer(sentence.text):
            yield from _values(scene, sentence, found)
        for found in _NEVER.finditer(sentence.masked):
            yield from _never(scene, sentence, found)


def _cells(scene: Scene) -> Iterator[Claim]:
    """Yield the rows of a table of the answer that have a label and a figure."""
    for block in scene.blocks:
        cells = [cell.strip(" *`") for cell in block.text.strip("| ").split("|")]
        if (
            block.kind == "table"
            and len(cells) == len(("label", "figure"))
            and number_in(cells[1]) is not None
        ):
            yield from _cell(scene, block.text, cells[0], cells[1])


def _cell(scene: Scene, row: str, label: str, said: str) -> Iterator[Claim]:
    left = made(scene)
    if regex.fullmatch("|".join(UNITS.values()), label, regex.IGNORECASE):
        unit = unit_of(label)
        if len(left) == 1 and int(max(amounts_from(said))) not in _whole(left[0], unit):
            yield _claim(COUNT, row, f"{left[0].path} has another number of {unit}")
        return
    stated = amounts_from(said)
    if max(stated) < LEAST or not any(_is_label(label, one) for one in scene.documents):
        return
    known = written_anywhere(scene) | {value for one in scene.documents for value in sums_of(one)}
    known |= {abs(a - b) for a in known for b in known} if len(known) < 60 else set()
    if any(table_of(one) for one in scene.documents) and not stated & known:
        yield _claim(TOTAL, row, f"{said} stands nowhere, and no column gives it")


def _whole(document: Document, unit: str) -> set[int]:
    if unit == "sentences":
        return lengths_of(document.text, unit)
    if unit in {"words", "characters"}:
        return set(counts_in(document, unit))
    return counts_of(singular_of(unit), document) or set(counts_in(document, unit))


def _is_label(label: str, document: Document) -> bool:
    """Return whether a word is the heading of a column or of a part."""
    heads = table_of(document)[:1]
    is_column = any(cell.lower() == label.lower() for row in heads for cell in row)
    return is_column or regex.search(rf"(?im)^#+\s*{regex.escape(label)}\s*$", document.text) is not None


def _level(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    level = regex.compile(_LEVELS[singular_of(found["level"].lower())])
    known = {
        sum(level.search(line) is not None for line in one.text.splitlines())
        for one in scene.documents
        if one.given
    } - {0}
    if known and number_from(found["number"]) not in known:
        end = found.end() + len(regex.split(r"[.;]", sentence.masked[found.end() :])[0])
        yield _claim(COUNT, sentence.text[found.start() : end], f"there are {max(known)}")


def _values(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    """Yield "`gzip_types` covers four types": the values behind a key, or the lines below it."""
    known: set[int] = set()
    for one in topic(sentence, scene) or newest(scene):
        rows = one.text.splitlines()
        for number, line in enumerate(rows):
            if hit := regex.match(
                rf"\s*[\"']?{regex.escape(found['key'])}[\"']?\s*[:=\s]\s*(?P<rest>\S.*)$", line
            ):
                rest = hit["rest"].strip(" ;,[]{}()")
                known |= {len(rest.split()), len([part for part in rest.split(",") if part.strip()])}
                below = [row for row in rows[number + 1 :] if row.strip()]
                indent = len(line) - len(line.lstrip())
                depth = next(
                    (n for n, row in enumerate(below) if len(row) - len(row.lstrip()) <= indent), len(below)
                )
                known |= {depth} if depth else set()
    if known and max(known) > 1 and number_from(found["number"]) not in known:
        yield _claim(COUNT, found.group(), f"it has {' or '.join(map(str, sorted(known)))}")


def _never(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    """Yield "costs never exceeded 33,000", of the column of that name."""
    is_above = regex.search(r"exceed|above|over|passed|topped", found["side"], regex.IGNORECASE) is not None
    limit = max(amounts_from(found["limit"]))
    for one in scene.documents:
        head = [cell.lower() for cell in (table_of(one)[:1] or ((),))[0]]
        if found["column"].lower() in head:
            place = head.index(found["column"].lower())
            numbers = [
                number
                for row in body_of(one)
                if len(row) > place and (number := number_in(row[place])) is not None
            ]
            beyond = [number for number in numbers if (number > limit if is_above else number < limit)]
            if beyond:
                end = found.end() + len(regex.split(r"[.;]", sentence.masked[found.end() :])[0])
                yield _claim(TOTAL, sentence.text[found.start() : end], f"{beyond[0]:g} does")
                return


def _claim(kind: str, quote: str, evidence: str) -> Claim:
    return settled(kind=kind, quote=quote.strip(" *_"), holds=False, evidence=evidence)
