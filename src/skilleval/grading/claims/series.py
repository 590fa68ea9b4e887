"""The numbers of a text in rows: the columns of a table, the same place of each line, the values of one key.

"The median of all times" is that of one of these; which one does not matter where none gives the number.
"""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from statistics import fmean, median

import regex

from skilleval.grading.claims.numbers import amounts_from
from skilleval.grading.claims.scene import Document

_NUMBER = regex.compile(r"(?<![\w.,])(?:[A-Za-z]+=)?[€$£]?(-?\d+(?:[.,]\d+)*)(?=\D|$)")
LINES = 2_000
LEAST = 2
_TOTALS = frozenset({"total", "sum", "totals", "summe", "gesamt", "all", "insgesamt", "suma", "somme"})

Series = tuple[float, ...]


@lru_cache(maxsize=64)
def table_of(document: Document) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a table, the heading first: CSV with any separator, or Markdown; else nothing."""
    if document.path.lower().endswith((".csv", ".tsv")):
        head = document.text.split("\n", 1)[0]
        separator = max(",;\t|", key=head.count)
        try:
            reader = csv.reader(io.StringIO(document.text), delimiter=separator)
            return tuple(tuple(cell.strip() for cell in row) for row in reader if any(map(str.strip, row)))
        except csv.Error:
            return ()
    lines = [line.strip() for line in document.text.splitlines() if regex.match(r"^\s*\|.*\|\s*$", line)]
    found = [tuple(cell.strip(" *`") for cell in line.strip("|").split("|")) for line in lines]
    return tuple(row for row in found if not all(regex.fullmatch(r":?-*:?", cell) for cell in row))


def body_of(document: Document) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a table without its heading and its totals."""
    return tuple(row for row in table_of(document)[1:] if row[0].lower() not in _TOTALS)


@lru_cache(maxsize=64)
def series_of(document: Document) -> tuple[Series, ...]:
    """Return each row of numbers that a document has."""
    found = (*_columns(document), *_by_line(document), *_by_key(document))
    return tuple(dict.fromkeys(one for one in found if len(one) >= LEAST))


@lru_cache(maxsize=64)
def columns_of(document: Document) -> tuple[Series, ...]:
    """Return the columns of a table that are numbers; of other texts the last number of each line."""
    columns = tuple(one for one in _columns(document) if len(one) >= LEAST)
    return columns or tuple(one for one in _by_line(document, places=(-1,)) if len(one) >= LEAST)


def number_in(cell: str) -> float | None:
    """Return the number that a cell is; None where it is a text, a date or a name."""
    plain = regex.sub(r"[\s€$£%]|(?:EUR|USD|ms|kg|km|h)$", "", cell)
    if not regex.fullmatch(r"-?\d+(?:[.,]\d+)*", plain):
        return None
    values = amounts_from(plain)
    value = min(values) if regex.fullmatch(r"-?\d+[.,]\d{1,2}", plain) else max(values, default=None)
    return None if value is None else -value if plain.startswith("-") else value


def _columns(document: Document) -> Iterator[Series]:
    rows = table_of(document)
    bodies = (body_of(document), rows[1:])
    for body in bodies:
        for place in range(len(rows[0]) if rows else 0):
            cells = [row[place] for row in body if len(row) > place and row[place]]
            numbers = [number_in(cell) for cell in cells]
            if cells and all(number is not None for number in numbers):
                yield tuple(number for number in numbers if number is not None)


def _by_line(document: Document, places: Sequence[int] = (0, 1, 2, 3, -1, -2)) -> Iterator[Series]:
    """Yield the numbers at the same place of each line that has any, of the whole text and its paragraphs."""
    if table_of(document):
        return
    parts = [document.text, *regex.split(r"\n\s*\n", document.text)]
    for part in dict.fromkeys(parts):
        rows = [
            [value for hit in _NUMBER.finditer(line) for value in list(amounts_from(hit[1]))[:1]]
            for line in part.splitlines()[:LINES]
        ]
        rows = [row for row in rows if row]
        for place in places:
            yield tuple(row[place] for row in rows if -len(row) <= place < len(row))


def _by_key(document: Document) -> Iterator[Series]:
    if not document.path.lower().endswith(".json"):
        return
    try:
        value = json.loads(document.text)
    except (ValueError, RecursionError):
        return
    keyed: dict[str, list[float]] = defaultdict(list)
    _gather(value, "", keyed, 0)
    yield from (tuple(numbers) for numbers in keyed.values())


def _gather(value: object, key: str, keyed: dict[str, list[float]], depth: int) -> None:
    if isinstance(value, bool) or depth > 12:
        return
    if isinstance(value, int | float):
        keyed[key].append(float(value))
    elif isinstance(value, dict):
        for name, inner in value.items():
            _gather(inner, name, keyed, depth + 1)
        numbers = [
            inner
            for inner in value.values()
            if isinstance(inner, int | float) and not isinstance(inner, bool)
        ]
        keyed[f"{key}/values"] += map(float, numbers)
    elif isinstance(value, list):
        for inner in value:
            _gather(inner, key, keyed, depth + 1)


@lru_cache(maxsize=64)
def sums_of(document: Document) -> frozenset[float]:
    """Return every total that a document may honestly be said to have."""
    sums = {round(sum(one), 4) for one in series_of(document)}
    sums |= {round(value, 4) for group in _groups(document) for value in group}
    rows = list(_columns(document))
    for one in rows:
        for other in rows:
            if len(one) == len(other):
                sums |= {
                    round(sum(a * b for a, b in zip(one, other, strict=True)), 4),
                    round(sum(a - b for a, b in zip(one, other, strict=True)), 4),
                    round(sum(a + b for a, b in zip(one, other, strict=True)), 4),
                }
    return frozenset(sums)


def _groups(document: Document) -> Iterator[list[float]]:
    """Yield the sums of each column of numbers by the values of each other column."""
    body = body_of(document)
    width = min((len(row) for row in body), default=0)
    for key in range(width):
        for place in range(width):
            grouped: dict[str, float] = defaultdict(float)
            for row in body:
                if (number := number_in(row[place])) is not None and key != place:
                    grouped[row[key]] += number
            yield list(grouped.values())


FOLDS: Mapping[str, Callable[[Sequence[float]], float]] = {
    "average": fmean,
    "median": median,
    "highest": max,
    "lowest": min,
}
