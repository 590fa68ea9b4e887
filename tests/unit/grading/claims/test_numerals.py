"""Numbers as people write them."""

import pytest
import regex

from skilleval.grading.claims.numerals import (
    AMOUNT,
    COUNT,
    TIMES,
    amount_from,
    count_from,
    decimals_of,
    is_range,
)


@pytest.mark.parametrize(("text", "counts"), [
    ("3 errors", [3]), ("1,200 rows", [1200]), ("twelve", [12]), ("v1.2 and 3.5", []), ("2026-11-30", []),
    ("off-by-one", []), ("One idea", [1]), ("a/3", []), ("none", []), ("(4)", [4]),
])  # fmt: skip
def test_whole_numbers_that_count(text: str, counts: list[int]) -> None:
    """No part of a version, date, decimal or compound."""
    assert [count_from(found.group()) for found in regex.finditer(COUNT, text, regex.IGNORECASE)] == counts


@pytest.mark.parametrize(("text", "times"), [("twice", 2), ("3 times", 3), ("once", 1), ("five times", 5)])
def test_how_often(text: str, times: int) -> None:
    """In words or digits."""
    found = regex.search(TIMES, text)

    assert found is not None
    assert count_from(found.group()) == times


@pytest.mark.parametrize(("text", "amounts"), [
    ("$1,204.50 and 12", [1204.5, 12.0]), ("-3.5", [-3.5]), ("A77 v2.1.3", []), ("62.00, or 7", [62.0, 7.0]),
])  # fmt: skip
def test_amounts(text: str, amounts: list[float]) -> None:
    """With decimals, separators and currency."""
    assert [amount_from(found.group()) for found in regex.finditer(AMOUNT, text)] == amounts


def test_decimals_and_ranges() -> None:
    """How exactly a number is meant."""
    assert (decimals_of("62.00"), decimals_of("62"), decimals_of("1,204.5")) == (2, 0, 1)
    assert is_range("two to four words", (0, 3))
    assert is_range("one or two words", (7, 10))
    assert not is_range("two words", (0, 3))
