"""Figures worked out from documents: exactly where an instruction asks, roughly out of habit."""

import math
from collections.abc import Callable, Sequence
from statistics import fmean

from skilleval.testing.offline.documents import Document, labelled_value, matching_lines, numbers_in
from skilleval.testing.offline.orders import Quantity
from skilleval.testing.offline.words import stems

Rounding = Callable[[float], str]
_ROWS = stems("row line record entry item order commit")
_AMOUNTS = stems("amount item line position price figure number cost")
_FOLDS: dict[str, Callable[[Sequence[float]], float]] = {
    "sum": math.fsum, "average": fmean, "maximum": max, "minimum": min,
}  # fmt: skip


def exact(value: float) -> str:
    """Return the number in full: two decimals, or none where it is whole."""
    return f"{value:.0f}" if value == int(value) else f"{value:.2f}"


def rough(value: float) -> str:
    """Return the number as one says it in passing: about two significant digits."""
    if value == 0:
        return "0"
    size = 10 ** max(0, math.floor(math.log10(abs(value))) - 1)
    return f"about {round(value / size) * size:.0f}"


def rounded_to(unit: int) -> Rounding:
    """Return a rounding to whole multiples of `unit`."""
    return lambda value: f"{round(value / unit) * unit:.0f}"


def quantity_lines(quantity: Quantity, documents: Sequence[Document], number: Rounding) -> list[str]:
    """Return one line for the figure, or one for each group; none if the documents do not have it."""
    for document in documents:
        by = document.column(quantity.by) if quantity.by else None
        if by is not None:
            return _grouped(quantity, document, by=by, number=number)
    if quantity.operation in ("row-maximum", "row-minimum"):
        return [line for document in documents for line in _extreme_row(quantity, document)]
    value = quantity_value(quantity, documents)
    return [] if value is None else [f"{describe(quantity)}: {number(value)}"]


def quantity_value(quantity: Quantity, documents: Sequence[Document]) -> float | None:
    """Return the figure over the first document that has it, or None."""
    if quantity.operation == "stated":
        found = labelled_value(documents, quantity.what)
        numbers = numbers_in(found[1]) if found else []
        return numbers[-1] if numbers else None
    for document in documents:
        value = _value(quantity, document)
        if value is not None:
            return value
    return None


def describe(quantity: Quantity) -> str:
    """Return the figure's name for the answer: "Sum of amount column"."""
    if quantity.operation == "stated":
        return f"Stated {quantity.what}"
    name = "number" if quantity.operation == "count" else quantity.operation
    return f"{name.capitalize()} of {quantity.what}"


def _value(quantity: Quantity, document: Document) -> float | None:
    if quantity.operation == "count":
        return _count(quantity, document)
    values = _values(quantity.what, document)
    return _FOLDS[quantity.operation](values) if values else None


def _count(quantity: Quantity, document: Document) -> float | None:
    if quantity.containing:
        return len(list(matching_lines([document], quantity.containing, is_prefix=False)))
    if stems(quantity.what) & _ROWS:
        return len(document.table) or len(document.lines)
    column = document.column(quantity.what)
    return None if column is None else len({row[column] for row in document.table})


def _values(what: str, document: Document) -> list[float]:
    column = document.column(what)
    if column is not None:
        return [numbers_in(row[column])[0] for row in document.table if numbers_in(row[column])]
    return list(document.amounts) if not document.table and stems(what) & _AMOUNTS else []


def _grouped(quantity: Quantity, document: Document, *, by: str, number: Rounding) -> list[str]:
    lines = []
    for group in dict.fromkeys(row[by] for row in document.table):
        rows = [row for row in document.table if row[by] == group]
        column = document.column(quantity.what)
        values = [numbers_in(row[column])[0] for row in rows if column and numbers_in(row[column])]
        if quantity.operation == "count":
            lines.append(f"{group}: {len(rows)}")
        elif values:
            lines.append(f"{group}: {number(_FOLDS[quantity.operation](values))}")
    return lines


def _extreme_row(quantity: Quantity, document: Document) -> list[str]:
    column = document.column(quantity.what)
    rows = [row for row in document.table if column and numbers_in(row[column])]
    if not rows or column is None:
        return []
    pick = max if quantity.operation == "row-maximum" else min
    row = pick(rows, key=lambda row: numbers_in(row[column])[0])
    which = quantity.operation.removeprefix("row-")
    return [f"Row with the {which} {quantity.what}: {', '.join(row.values())}"]
