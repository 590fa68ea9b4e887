"""Figures are worked out exactly, or said roughly."""

import pytest

from skilleval.testing.offline.documents import Document
from skilleval.testing.offline.orders import Operation, Quantity
from skilleval.testing.offline.quantities import (
    exact,
    quantity_lines,
    quantity_value,
    rough,
    rounded_to,
)

TABLE = Document(path="t", text="city,price\nBonn,10.25\nUlm,4\nBonn,x\nUlm,6\n")


@pytest.mark.parametrize(
    ("operation", "what", "value"),
    [
        ("sum", "price", 20.25),
        ("average", "price", 6.75),
        ("maximum", "price", 10.25),
        ("minimum", "price", 4),
        ("count", "rows", 4),
        ("count", "city", 2),
        ("sum", "weight", None),
        ("count", "weight", None),
        ("stated", "total", None),
    ],
)
def test_values(operation: Operation, what: str, value: float | None) -> None:
    """A figure is taken from its column; what is not there is None."""
    assert quantity_value(Quantity(operation=operation, what=what), [TABLE]) == value


def test_stated_value_is_the_label_s_number() -> None:
    """A stated figure is looked up, not worked out."""
    document = Document(path="b", text="Balance: EUR 1,204.50\n")

    assert quantity_value(Quantity(operation="stated", what="balance"), [TABLE, document]) == 1204.5


def test_groups() -> None:
    """One line a group, in order of appearance; cells that are no numbers are left out."""
    by_city = Quantity(operation="sum", what="price", by="city")
    counted = Quantity(operation="count", what="rows", by="city")

    assert quantity_lines(by_city, [TABLE], exact) == ["Bonn: 10.25", "Ulm: 10"]
    assert quantity_lines(counted, [TABLE], exact) == ["Bonn: 2", "Ulm: 2"]


def test_filtered_count_and_missing_figure() -> None:
    """Lines may be counted by what they contain; a figure that is not there gives no line."""
    bonn = Quantity(operation="count", what="lines", containing=("bonn",))

    assert quantity_lines(bonn, [TABLE], exact) == ["Number of lines: 2"]
    assert quantity_lines(Quantity(operation="sum", what="weight"), [TABLE], exact) == []
    assert quantity_lines(Quantity(operation="row-minimum", what="weight"), [TABLE], exact) == []


def test_lowest_row() -> None:
    """A row is given whole."""
    lowest = Quantity(operation="row-minimum", what="price")

    assert quantity_lines(lowest, [TABLE], exact) == ["Row with the minimum price: Ulm, 4"]


def test_roundings() -> None:
    """Exact, in passing, and to a unit."""
    assert [exact(value) for value in (3.0, 3.5, 1234.567)] == ["3", "3.50", "1234.57"]
    assert [rough(value) for value in (0, 7.4, -98765)] == ["0", "about 7", "about -99000"]
    assert rounded_to(100)(1250.25) == "1300"
