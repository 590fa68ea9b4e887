"""The purse."""

import pytest

from skilleval.domain.policy import Budget
from skilleval.domain.trial import Usage
from skilleval.execution.purse import Purse
from skilleval.testing.clock import FixedClock


@pytest.mark.parametrize(
    ("most", "spent", "closed"), [(1.0, 0.99, False), (1.0, 1.0, True), (0.0, 0.0, False), (0.0, 0.01, True)]
)
def test_money(most: float, spent: float, closed: bool) -> None:
    """It closes once the money is spent; what costs nothing may go on with an empty purse."""
    purse = Purse(Budget(max_cost_usd=most), FixedClock())
    purse.take(Usage(cost_usd=spent))

    assert bool(purse.why_closed()) is closed


def test_known_money_is_watched_beside_unknown() -> None:
    """A price that is unknown makes the sum unknown, not the known part free."""
    purse = Purse(Budget(max_cost_usd=1.0), FixedClock())
    purse.take(Usage(cost_usd=None))
    purse.take(Usage(cost_usd=1.5))

    assert purse.spent.cost_usd is None
    assert purse.why_closed() == "max-cost-usd: 1.50 of 1.00 USD spent"


def test_time() -> None:
    """It closes when the minutes are over."""
    clock = FixedClock()
    purse = Purse(Budget(max_minutes=2), clock)

    clock.advance(119)
    assert purse.why_closed() == ""
    clock.advance(1)
    assert purse.why_closed() == "max-minutes: 2 of 2 minutes passed"
    assert purse.seconds == 120
