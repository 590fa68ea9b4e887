"""Counts by the shape of a text alone, whatever its things are called: rows, records, list items, sections.

What somebody calls bookings or dishes is one of these, if the text holds so many of it.
"""

from pathlib import PurePosixPath

import regex

from skilleval.grading.claims.grids import rows_of
from skilleval.grading.claims.outline import sequences
from skilleval.grading.claims.scene import Document

_DATA = {".csv", ".tsv", ".json"}
_LISTS = {".md", ".txt", ".markdown", ".rst", ".log", ""}
_AMOUNT = regex.compile(r"\d[\d.,]*\s*(?:[€$£%]|[A-Z]{3})?\s*$")


def is_data(document: Document) -> bool:
    """Return whether a text is nothing but its things: a table, or records."""
    return PurePosixPath(document.path).suffix.lower() in _DATA


def shape_counts(document: Document) -> frozenset[int]:
    """Return every number of things that the shape of a text gives; nothing for a program."""
    rows = rows_of(document)
    if rows:
        body = [row for row in rows[1:] if row[0].strip().lower() not in {"total", "sum", "totals", "summe"}]
        columns = [[row[place].strip() for row in body if len(row) > place] for place in range(len(rows[0]))]
        different = {len(set(column)) for column in columns}
        full = {sum(bool(cell) for cell in column) for column in columns}
        return frozenset({len(body), len(rows) - 1, len(rows[0]), *different, *full, *_sums(columns)})
    if is_data(document):
        return frozenset(len(parts) for parts in sequences("record", document))
    if PurePosixPath(document.path).suffix.lower() not in _LISTS:
        return frozenset()
    filled = [line for line in document.text.splitlines() if line.strip()]
    lists = [len(parts) for unit in ("item", "section", "question") for parts in sequences(unit, document)]
    return frozenset({len(filled), *lists, *runs(document.text)})


def runs(text: str) -> frozenset[int]:
    """Return the lengths of paragraphs by lines, and how many lines of each end with an amount."""
    paragraphs = [part.strip().splitlines() for part in regex.split(r"\n\s*\n", text) if part.strip()]
    amounts = [sum(_AMOUNT.search(line) is not None for line in lines) for lines in paragraphs]
    return frozenset({*map(len, paragraphs), *amounts, sum(amounts)})


def _sums(columns: list[list[str]]) -> set[int]:
    """Return the sums of the columns that are numbers."""
    found = set()
    for column in columns:
        if column and all(regex.fullmatch(r"-?\d+(?:\.\d+)?", cell) for cell in column):
            found.add(round(sum(map(float, column))))
    return found
