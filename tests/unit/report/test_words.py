"""Numbers in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.domain.lift import ClaimQuote
from skilleval.domain.value import Interval
from skilleval.report import words


@pytest.mark.parametrize(
    ("lift", "bar"),
    [
        (None, ""),
        (0.0, "·····│·····"),
        (0.02, "·····│·····"),
        (0.05, "·····│▌····"),
        (0.3, "·····│███··"),
        (-0.3, "··███│·····"),
        (-0.15, "···▐█│·····"),
        (1.0, "·····│█████"),
        (-0.5, "█████│·····"),
    ],
)
def test_bar_points_to_better_or_worse(lift: float | None, bar: str) -> None:
    """Left of the middle is worse, right is better, a cell is 0.1, and it ends at 0.5."""
    assert words.bar(lift) == bar


def test_a_measured_lift_stands_with_its_interval_on_one_line() -> None:
    """The brackets hold together in a narrow table; without an interval the lift stands alone."""
    assert words.measured(0.3, Interval(lo=0.1, hi=0.5)) == "+0.30 [+0.10,\u00a0+0.50]"
    assert words.measured(-0.2, None) == "−0.20"
    assert words.measured(None, None) == "–"


@given(st.floats(min_value=-1, max_value=1))
def test_bar_has_always_the_same_width(lift: float) -> None:
    """Bars of a table stand under each other."""
    assert len(words.bar(lift)) == 11


@pytest.mark.parametrize(
    ("value", "text"), [(None, "–"), (0.2, "+0.20"), (-0.2, "−0.20"), (0.0, "0.00"), (-0.001, "0.00")]
)
def test_a_difference_has_its_sign(value: float | None, text: str) -> None:
    """What rounds to nothing has no sign."""
    assert words.signed(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "price unknown"), (0.0, "$0.00"), (0.0034, "$0.0034"), (0.054, "$0.054"), (1.3, "$1.30")],
)
def test_small_sums_keep_digits_that_count(value: float | None, text: str) -> None:
    """An unknown price is not zero, and a small one neither."""
    assert words.money(value) == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(8.24, "8.2 s"), (192, "3 min 12 s"), (3840, "1 h 4 min"), (59.99, "1 min 0 s")]
)
def test_durations_read_as_people_say_them(seconds: float, text: str) -> None:
    """Seconds, then minutes, then hours."""
    assert words.duration(seconds) == text


def test_rates_carry_their_n() -> None:
    """A share of nothing is a dash, not 0 and not 1."""
    assert words.rate(3, 4) == "0.75 (3/4)"
    assert words.rate(0, 0) == "–"
    assert words.interval(Interval(lo=-0.02, hi=0.2)) == "[−0.02, +0.20]"
    assert words.interval(None) == ""
    assert words.count(1, "query", "queries") == "1 query"
    assert words.count(1200, "query", "queries") == "1,200 queries"
    assert words.percent(0.625) == "62.5%"


@pytest.mark.parametrize(
    ("by", "confirmed", "second", "said"),
    [
        ("code", True, "agrees", "confirmed by code, and by a second reader"),
        ("code", True, "none", "confirmed by code, no second reader"),
        ("code", False, "disagrees", "reading not confirmed, not counted"),
        ("code", False, "none", "reading not asked about, not counted"),
        ("model", True, "agrees", "confirmed by a second look"),
        ("model", False, "disagrees", "not confirmed, not counted"),
    ],
)
def test_standing_of_a_false_claim(by: str, confirmed: bool, second: str, said: str) -> None:
    """Who found it, who looked again, and whether it counts."""
    quote = ClaimQuote.model_validate(
        {
            "task": "t", "trial": "x", "arm": "candidate", "quote": "q", "by": by, "confirmed": confirmed,
            "second": second,
        }
    )  # fmt: skip

    assert words.standing(quote) == said
