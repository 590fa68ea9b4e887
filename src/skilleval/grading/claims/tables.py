"""Counts in a table or list of the answer: one label a row, and how often it stands in what is known."""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.grids import rows_of
from skilleval.grading.claims.kinds import COUNT
from skilleval.grading.claims.numerals import COUNT as NUMBER
from skilleval.grading.claims.numerals import count_from
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.tally import lines_holding

_COUNTS = regex.compile(
    r"^(?:(?:the )?(?:count|counts|#|n|no\.?|times|occurrences?|frequency|hits|matches|how (?:many|often)|"
    r"anzahl|nombre|cantidad)|"
    r"(?:number|count) of (?:lines|rows|entries|messages|occurrences|times|records|items))$",
    regex.IGNORECASE,
)
_RULE = regex.compile(r"[\s|:-]+")
CLOSE = 0.006
"""How far a figure may be off that is written with two decimals."""
_ITEM = regex.compile(
    rf"^[*_`]*(?P<label>[A-Z][A-Z_]{{2,}})[*_`]*\s*(?::|–|—|-|=|×|x)\s*[*_]*(?P<number>{NUMBER})[*_]*"
    r"(?:\s+(?:lines?|entries|times|messages?|occurrences?|rows?|records?))?[.,;]?$"
)
"""An item of a list of counts; its label stands in capitals, as levels of a log do."""


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each row whose label stands in a document, held against how often it does."""
    header: list[str] = []
    for block in scene.blocks:
        if block.kind == "item" and (item := _ITEM.match(block.text.strip())):
            yield from _judged(scene, item["label"], item["number"], block.text)
        cells = [cell.strip(" *_`") for cell in block.text.strip("| ").split("|")]
        if block.kind != "table":
            header = []
        elif not header:
            header = cells
        elif not _RULE.fullmatch(block.text) and len(cells) == len(header):
            yield from _row(scene, header, cells, block.text.strip("| "))
            yield from _grouped(scene, header, cells, block.text.strip("| "))


_COUNTED = regex.compile(
    r"^(?:#\s*)?(?:entries|rows?|records?|lines?|orders?|bookings?|items?|transactions?|tickets?|visits?|"
    r"times|"
    r"occurrences?|requests?|(?:number|no\.?) of \w+)$",
    regex.IGNORECASE,
)


def _grouped(scene: Scene, header: list[str], cells: list[str], row: str) -> Iterator[Claim]:
    """Yield a row of a table that groups the rows of a given one by the label in its first cell."""
    for document in scene.documents:
        rows = rows_of(document) if document.given else []
        places = {place for line in rows[1:] for place, cell in enumerate(line) if cell.strip() == cells[0]}
        if len(places) != 1 or len(rows[0]) > len(set(rows[0])):
            continue
        place = places.pop()
        group = [line for line in rows[1:] if len(line) > place and line[place].strip() == cells[0]]
        names = [name.strip().lower() for name in rows[0]]
        for name, cell in zip(header[1:], cells[1:], strict=True):
            stated = _number(cell)
            if stated is None:
                continue
            column = names.index(name.lower()) if name.lower() in names else None
            figures = _figures(group, column) if column is not None else set()
            if _COUNTED.match(name) and not _COUNTS.match(name):
                figures |= {float(len(group)), *_distinct(group)}
            if figures:
                evidence = f"{cells[0]}, {name}: {' or '.join(f'{figure:g}' for figure in sorted(figures))}"
                holds = any(abs(stated - figure) < CLOSE for figure in figures)
                yield settled(kind=COUNT, quote=row, holds=holds, evidence=evidence)


def _figures(group: list[list[str]], column: int) -> set[float]:
    """Return what a cell of a group may say of a column of numbers: its sum, mean, ends, or how many."""
    values = [_number(line[column]) for line in group if len(line) > column]
    numbers = [value for value in values if value is not None]
    if not numbers or len(numbers) < len(values):
        return set()
    mean = sum(numbers) / len(numbers)
    ends = {
        min(numbers),
        max(numbers),
        numbers[0],
        numbers[-1],
        float(len(numbers)),
        max(numbers) - min(numbers),
    }
    return {sum(numbers), mean, round(mean), round(mean, 1), round(mean, 2), *ends}


def _distinct(group: list[list[str]]) -> set[float]:
    return {
        float(len({line[place] for line in group if len(line) > place})) for place in range(len(group[0]))
    }


def _number(cell: str) -> float | None:
    plain = regex.sub(r"[\s$€£%,]", "", cell)
    return float(plain) if regex.fullmatch(r"-?\d+(?:\.\d+)?", plain) else None


def _row(scene: Scene, header: list[str], cells: list[str], row: str) -> Iterator[Claim]:
    for name, cell in zip(header[1:], cells[1:], strict=True):
        if _COUNTS.match(name) and regex.fullmatch(NUMBER, cell, regex.IGNORECASE):
            yield from _judged(scene, cells[0], cell, row)


def _judged(scene: Scene, label: str, number: str, quote: str) -> Iterator[Claim]:
    known = {count for document in scene.documents for count in _counts(label, document)}
    if known:
        yield settled(
            kind=COUNT,
            quote=quote,
            holds=count_from(number) in known,
            evidence=f"{label} stands {' or '.join(map(str, sorted(known)))} times",
        )


def _counts(label: str, document: Document) -> set[int]:
    """Return how often a label stands: as a cell in data, else as a word, also in capitals."""
    rows = rows_of(document)
    if rows:
        cells = sum(cell.strip() == label for row in rows[1:] for cell in row)
        return {cells, *lines_holding(label, document)} if cells else set()
    return set().union(*(lines_holding(form, document) for form in {label, label.upper(), label.lower()}))
