"""What tokens cost."""

from datetime import date

import pytest

from skilleval.domain.price import Price, PriceTable, TokenCount

TABLE = PriceTable(
    as_of=date(2026, 1, 1),
    prices=(
        Price(model="big", input=10, output=50, cache_read=0.1, cache_write=1.25),
        Price(model="big-2", input=20, output=100),
    ),
)


def test_each_kind_of_token_has_its_price() -> None:
    """Fresh, read from the cache, written to it, and output are priced apart, in USD per million."""
    tokens = TokenCount(fresh=100_000, cache_read=1_000_000, cache_write=200_000, output=10_000)

    assert TABLE.cost_usd("big", tokens) == pytest.approx(1.0 + 1.0 + 2.5 + 0.5)


@pytest.mark.parametrize(
    ("model", "cost"), [("big-20260101", 10.0), ("big-2", 20.0), ("big-2-20260101", 20.0)]
)
def test_longest_name_wins(model: str, cost: float) -> None:
    """A dated model has the price of its family, and of the nearest one."""
    assert TABLE.cost_usd(model, TokenCount(fresh=1_000_000)) == pytest.approx(cost)


@pytest.mark.parametrize("model", ["bigger", "bi", "", "other-big"])
def test_unknown_model_has_no_price(model: str) -> None:
    """Names match whole parts only; what is not in the table has no price at all."""
    assert TABLE.cost_usd(model, TokenCount(fresh=1)) is None
