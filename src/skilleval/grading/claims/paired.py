"""A name and its number: "Czerny with 380", and the rows of a table or list in the answer: "| Paul | 2 |".

The number is held against the lines that have the name: what stands in them, what can be worked out from
them, and how many they are.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.kinds import COUNT, TOTAL
from skilleval.grading.claims.newest import stands_in
from skilleval.grading.claims.numbers import AMOUNT, amounts_from
from skilleval.grading.claims.outline import sequences
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.series import body_of, number_in, series_of, sums_of, table_of
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Sentence

_NAME = r"(?P<name>[`\"“„«][^`\"“”„«»\n]{2,60}[`\"”“»]|\p{Lu}\w+(?:[ -]\p{Lu}\w+)*)"
_PAIR = regex.compile(
    rf"{_NAME}\s*(?:,?\s+(?:with|mit|avec|con|at|bei|à|has|costs?|stands at|comes to|reaches|"
    rf"scored|sold|kostet|coûte|cuesta)\s+|\s*[(:=]\s*)(?:only |just |exactly |nur |a total of "
    rf"|€|\$|£)*(?P<number>{AMOUNT})(?!\s*(?:%|percent|words?|characters?|lines?|times|of\b|"
    rf"out\b|/|zeichen|wörter|:\d|\w*\s?(?:items?|rows?|entries|years?|days?|weeks?|months?|"
    rf"hours?|minutes?)\b))",
)
_ITEM = regex.compile(
    rf"^\W*(?P<name>[\w.'’ /-]{{2,40}}?)\W*\s*(?:[:=–—→]|"
    rf"\()\s*(?P<number>{AMOUNT})\W*(?:[a-z€$£]{{0,12}})\W*$"
)
LEAST = 10
"""Below this a number may count something that the lines do not tell."""
ROWS = 2
_SKIP = frozenset(
    """
    the it this that line step section page row rule version chapter clause option question
    total sum average median mean point item paragraph python node java figure table part
    day week month subject step
    """.split()  # noqa: SIM905 -- reads better than so many quoted words
)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each number that the lines with its name do not bear out."""
    if not scene.is_answer or not scene.documents:
        return
    for sentence in scene.sentences:
        if not sentence.is_question:
            for found in _PAIR.finditer(sentence.text):
                yield from _pair(scene, sentence, found)
    yield from _rows(scene)


def _pair(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    name = found["name"].strip('`"“”„«»')
    stated = amounts_from(found["number"])
    before = regex.split(r"[.;:]\s", sentence.masked[: found.start()])[-1]
    if (
        name.lower() in _SKIP
        or max(stated, default=0) < LEAST
        or regex.search(r"\b(?:if|not|never|would|could|should|from|than|was)\b|n['’]t", before)
    ):
        return
    lines = [line for one in scene.documents for line in _lines_with(name, one)]
    known = _worked_out(lines) | _of_groups(name, scene.documents)
    if not lines or not any(regex.search(r"\d", line) for line in lines) or len(lines) > 40:
        return
    if not any(abs(value - one) < 0.5 for value in known for one in stated):
        evidence = (
            f"the line says “{next(line for line in lines if regex.search(r'[0-9]', line)).strip()[:120]}”"
        )
        yield settled(
            kind=TOTAL, quote=sentence.text[found.start() : found.end()], holds=False, evidence=evidence
        )


def _lines_with(name: str, document: Document) -> list[str]:
    """Return the lines that have a name; of a table its rows, the cells apart."""
    rows = [" | ".join(row) for row in table_of(document)]
    return [line for line in rows or document.text.splitlines() if stands_in(name, line)]


def _worked_out(lines: Sequence[str]) -> set[float]:
    """Return the numbers of the lines, their sums and differences, and how many lines there are."""
    numbers = [
        [value for hit in regex.finditer(r"\d+(?:[.,]\d+)*", line) for value in amounts_from(hit.group())]
        for line in lines[:40]
    ]
    flat = {number for row in numbers for number in row}
    known = set(flat) | {float(len(lines))}
    if len(flat) <= 60:
        known |= {
            value
            for a, b in combinations(sorted(flat), 2)
            for value in (a + b, b - a, a * b, b / a if a else 0.0, a / b * 100 if b else 0.0)
        }
    for place in range(max(map(len, numbers), default=0)):
        known.add(sum(row[place] for row in numbers if len(row) > place))
    return known | {round(value, 1) for value in known}


def _of_groups(name: str, documents: Sequence[Document]) -> set[float]:
    """Return what the rows of a table with a name come to."""
    found: set[float] = set()
    for document in documents:
        rows = [row for row in body_of(document) if any(stands_in(name, cell) for cell in row)]
        for place in range(min((len(row) for row in rows), default=0)):
            numbers = [number for row in rows if (number := number_in(row[place])) is not None]
            if numbers:
                found |= {sum(numbers), max(numbers), min(numbers), sum(numbers) / len(numbers)}
    return found


def _rows(scene: Scene) -> Iterator[Claim]:
    """Yield the rows of a table or list of names and numbers that are wrong where most are right."""
    for rows in (*_tables(scene), *_lists(scene)):
        if len(rows) <= ROWS:
            continue
        right = [_is_right(name, numbers, scene) for _, name, numbers in rows]
        known = [one for one in right if one is not None]
        if len(known) <= ROWS or sum(known) * 3 < len(known) * 2:
            continue
        for (text, _, _), verdict in zip(rows, right, strict=True):
            if verdict is False:
                yield settled(
                    kind=COUNT,
                    quote=text,
                    holds=False,
                    evidence="the files say another number; the other rows are right",
                )


Row = tuple[str, str, tuple[str, ...]]


def _tables(scene: Scene) -> Iterator[list[Row]]:
    run: list[Row] = []
    for block in (*scene.blocks, None):
        if block is not None and block.kind == "table":
            cells = [cell.strip(" *`") for cell in block.text.strip("| ").split("|")]
            numbers = tuple(cell for cell in cells[1:] if number_in(cell) is not None)
            if len(numbers) == 1 and not regex.fullmatch(r":?-*:?", cells[0]):
                run.append((block.text, cells[0], numbers))
        elif run:
            yield run
            run = []


def _lists(scene: Scene) -> Iterator[list[Row]]:
    run: list[Row] = []
    for block in (*scene.blocks, None):
        found = _ITEM.match(block.text) if block is not None and block.kind == "item" else None
        if found:
            run.append((found.string, found["name"].strip(" *`"), (found["number"],)))
        elif run:
            yield run
            run = []


def _is_right(name: str, numbers: tuple[str, ...], scene: Scene) -> bool | None:
    """Return whether a number is that of a name by any count or sum; None where no file has the name."""
    holders = [one for one in scene.documents if stands_in(name, one.text)]
    if name.lower() in {"total", "all", "sum", "overall", "summe", "gesamt"}:
        known = {value for one in scene.documents for value in sums_of(one)}
        known |= {float(len(row)) for one in scene.documents for row in series_of(one)}
        return True if not known else None
    if not holders:
        return None
    lines = [line for one in holders for line in _lines_with(name, one)]
    known = _worked_out(lines) | _of_groups(name, holders)
    for one in holders:
        held = _lines_with(name, one)
        known |= {float(len(held)), *_under(name, one)} | _worked_out(held)
        known.add(
            float(
                len(
                    [
                        line
                        for line in held
                        if regex.match(rf"^[\s*+•\d.)-]*{regex.escape(name)}\b", line, regex.IGNORECASE)
                    ]
                )
            )
        )
    values = amounts_from(numbers[0])
    return any(abs(value - one) < 0.051 for value in known for one in values)


def _under(name: str, document: Document) -> set[float]:
    """Return how many points stand under a heading of that name."""
    found = set()
    for parts in sequences("section", document):
        for part in parts:
            head, _, rest = part.text.partition("\n")
            if stands_in(name, head):
                found |= {
                    float(len(regex.findall(r"(?m)^\s*(?:[-*+•]|\d+[.)])\s", rest))),
                    float(len([one for one in rest.splitlines() if one.strip()])),
                }
    return found
