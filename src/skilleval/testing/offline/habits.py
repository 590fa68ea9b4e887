"""What an agent says when nobody told it how: short, rough, the first thing that it sees."""

from collections.abc import Iterator, Sequence
from math import fsum

from skilleval.testing.offline.documents import Document, numbers_in
from skilleval.testing.offline.quantities import rough

_LINES = 2
_WORDS = 12


def habit_lines(request: str, documents: Sequence[Document]) -> list[str]:
    """Return a rough sentence on each document, or on the request where there is none."""
    lines = [line for document in documents for line in _on(document)]
    return lines or [f"In short: {' '.join(request.split()[:_WORDS])}."]


def _on(document: Document) -> Iterator[str]:
    if document.table:
        yield f"{document.path} has {rough(len(document.table))} rows."
        for column in document.table[0]:
            values = [numbers_in(row[column]) for row in document.table]
            if all(len(found) == 1 for found in values):
                yield f"{column} comes to {rough(fsum(found[0] for found in values))} in all."
                return
    elif len(document.amounts) > 1:
        yield f"The amounts in {document.path} come to {rough(fsum(document.amounts))}."
    elif document.lines:
        yield f"{document.path} in short: {' '.join(document.lines[:_LINES])}"
