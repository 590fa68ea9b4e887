"""Quotations, looked up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.grading.quote import is_quoted_from

TEXT = "The **total** is\n  62.00, so `bill.csv` “adds up”. Nothing else is wrong."


@pytest.mark.parametrize("quote", [
    "The total is 62.00", "\"The total is 62.00\"", "the TOTAL is   62.00,", "bill.csv adds up",
    "The total … Nothing else is wrong.", "The total [...] wrong", "**total** is",
])  # fmt: skip
def test_quotes_survive_markup_space_case_and_ellipsis(quote: str) -> None:
    """A faithful quotation is found, however it is dressed."""
    assert is_quoted_from(quote, [TEXT])


@pytest.mark.parametrize(
    "quote", ["", "…", '""', "The total is 63.00", "Nothing else … The total", "adds up wrong"]
)
def test_inventions_are_not_found(quote: str) -> None:
    """A passage that is not there, is in another order, or is empty, is no evidence."""
    assert not is_quoted_from(quote, [TEXT])


@given(st.text(min_size=1, max_size=80), st.data())
def test_every_piece_of_a_text_is_a_quote_of_it(text: str, data: st.DataObject) -> None:
    """Whatever is cut out of a text, with something to read in it, is found again."""
    start = data.draw(st.integers(0, len(text) - 1))
    piece = text[start : data.draw(st.integers(start + 1, len(text)))]

    if any(char.isascii() and char.isalnum() for char in piece):
        assert is_quoted_from(piece, [text])
