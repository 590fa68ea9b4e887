"""The purse."""

import asyncio

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
    purse.take("t", Usage(cost_usd=spent))

    assert bool(purse.why_closed()) is closed


def test_known_money_is_watched_beside_unknown() -> None:
    """A price that is unknown makes the sum unknown, not the known part free."""
    purse = Purse(Budget(max_cost_usd=1.0), FixedClock())
    purse.take("t", Usage(cost_usd=None))
    purse.take("t", Usage(cost_usd=1.5))

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


def ended(purse: Purse, *costs_usd: float) -> None:
    """Let attempts start and end, one after the other."""
    for number, cost_usd in enumerate(costs_usd):
        assert asyncio.run(purse.admit(f"t{number}"))
        purse.take(f"t{number}", Usage(cost_usd=cost_usd))


def test_money_is_set_aside_for_what_runs() -> None:
    """Two that run at an expected 0.40 leave no room for a third in a purse of 1.00."""

    async def body() -> None:
        purse = Purse(Budget(max_cost_usd=1.0), FixedClock(), trial_usd=0.4)
        assert await purse.admit("a")
        assert await purse.admit("b")
        third = asyncio.ensure_future(purse.admit("c"))
        await asyncio.sleep(0)
        assert not third.done()
        purse.take("a", Usage(cost_usd=0.1))  # cheaper than expected: now it fits
        assert await third

    asyncio.run(body())


def test_who_waits_is_turned_away_when_nothing_is_left() -> None:
    """What ran was dearer than expected: the one that waited does not start, and it is said why."""

    async def body() -> str:
        purse = Purse(Budget(max_cost_usd=1.0), FixedClock(), trial_usd=0.6)
        assert await purse.admit("a")
        second = asyncio.ensure_future(purse.admit("b"))
        await asyncio.sleep(0)
        purse.take("a", Usage(cost_usd=0.7))
        assert not await second
        return purse.why_closed()

    assert asyncio.run(body()) == (
        "max-cost-usd: 0.70 of 1.00 USD spent, and one more trial costs about 0.60"
    )


def test_what_trials_cost_is_learned() -> None:
    """After three attempts their mean counts, not the estimate."""
    purse = Purse(Budget(max_cost_usd=10.0), FixedClock(), trial_usd=5.0)
    ended(purse, 1.0, 2.0)
    assert purse.attempt_usd == 5.0
    ended(purse, 3.0)

    assert purse.attempt_usd == 2.0


def test_the_first_trial_may_always_start() -> None:
    """An estimate alone stops nothing: what a trial really costs is not known yet."""
    purse = Purse(Budget(max_cost_usd=0.1), FixedClock(), trial_usd=5.0)

    assert asyncio.run(purse.admit("a"))


def test_without_money_nothing_that_costs_starts() -> None:
    """Nobody waits for money that will not come."""
    purse = Purse(Budget(max_cost_usd=0.0), FixedClock(), trial_usd=0.1)

    assert not asyncio.run(purse.admit("a"))
