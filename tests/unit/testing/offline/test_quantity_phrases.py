"""Phrases for figures are understood."""

import pytest

from skilleval.testing.offline.orders import Quantity
from skilleval.testing.offline.quantity_phrases import is_stated_quantity, quantities_in
from skilleval.testing.offline.sentences import split_sentences


def quantities(text: str) -> list[Quantity]:
    """Return the figures that a sentence asks for."""
    (sentence,) = split_sentences(text)
    return [q for found in quantities_in(sentence, sentence.masked) for q in found.quantities]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Report the sum of the `price` column.", Quantity(operation="sum", what="price column")),
        ("Give the highest value of the price.", Quantity(operation="maximum", what="price")),
        ("State the stated balance.", Quantity(operation="stated", what="balance")),
        (
            "Report the average of the price per city.",
            Quantity(operation="average", what="price", by="city"),
        ),
        (
            'Give the number of lines that contain "x".',
            Quantity(operation="count", what="lines", containing=("x",)),
        ),
        ("Name the row with the lowest price.", Quantity(operation="row-minimum", what="price")),
    ],
)
def test_one_figure(text: str, expected: Quantity) -> None:
    """Operation, column, grouping and filter are told apart."""
    assert quantities(text) == [expected]


def test_several_figures_keep_their_order() -> None:
    """A sentence may ask for more than one."""
    found = quantities("Report the sum of the price and the average of the weight.")

    assert [(q.operation, q.what) for q in found] == [("sum", "price"), ("average", "weight")]


def test_a_statement_asks_for_nothing() -> None:
    """Without a verb that asks, a figure is only mentioned."""
    assert quantities("The sum of the prices matters.") == []
    assert is_stated_quantity("the sum of the prices")
