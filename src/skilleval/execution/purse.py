"""What a run may still spend, in dollars and minutes, and what it has spent."""

import asyncio

from skilleval.domain.policy import Budget
from skilleval.domain.trial import Usage
from skilleval.ports import Clock

_ENOUGH = 3
"""So many attempts tell better what the next one costs than any estimate."""
_ROUNDING_USD = 1e-9


class Purse:
    """Adds up usage, sets money aside for what runs, and says when nothing more may start.

    Without the money set aside a run would overshoot by all trials under way. Belongs to one event loop.
    """

    def __init__(self, budget: Budget, clock: Clock, *, trial_usd: float | None = None) -> None:
        """Start the clock. `trial_usd` is what one attempt is expected to cost before any has told."""
        self._budget = budget
        self._clock = clock
        self._started = clock.monotonic()
        self._expected_usd = trial_usd or 0.0
        self._known_usd = 0.0
        self._attempts = 0
        self._set_aside: dict[str, float] = {}
        self._changed = asyncio.Event()
        self.spent = Usage()

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return self._clock.monotonic() - self._started

    @property
    def attempt_usd(self) -> float:
        """What one more attempt will cost: the mean of those that ended, or at first the estimate."""
        return self._known_usd / self._attempts if self._attempts >= _ENOUGH else self._expected_usd

    async def admit(self, attempt: str) -> bool:
        """Return whether the attempt may start, its money set aside. Waits while what runs decides that."""
        while not self.why_closed():
            if self._fits():
                self._set_aside[attempt] = self.attempt_usd
                return True
            self._changed.clear()
            await self._changed.wait()
        return False

    def take(self, attempt: str, usage: Usage) -> None:
        """Add what an attempt used, whatever came of it, and free what was set aside for it."""
        self.spent += usage
        self._known_usd += usage.cost_usd or 0.0
        self._attempts += attempt in self._set_aside
        self._set_aside.pop(attempt, None)
        self._changed.set()

    def why_closed(self) -> str:
        """Return why nothing more may start, or an empty string.

        What has no known price counts as free: the caller says that the limit on money was not watched.
        """
        cost_usd, most_usd = self._known_usd, self._budget.max_cost_usd
        if cost_usd > 0.0 and cost_usd >= most_usd:
            return f"max-cost-usd: {cost_usd:.2f} of {most_usd:.2f} USD spent"
        if not self._set_aside and not self._fits():
            return (
                f"max-cost-usd: {cost_usd:.2f} of {most_usd:.2f} USD spent, "
                f"and one more trial costs about {self.attempt_usd:.2f}"
            )
        if self.seconds >= self._budget.max_minutes * 60:
            return f"max-minutes: {self.seconds / 60:.0f} of {self._budget.max_minutes:g} minutes passed"
        return ""

    def _fits(self) -> bool:
        """Return whether one more attempt fits beside what runs. The first one fits any money at all."""
        if not self._known_usd and not self._set_aside and self._budget.max_cost_usd > 0.0:
            return True
        bound = self._known_usd + sum(self._set_aside.values()) + self.attempt_usd
        return bound <= self._budget.max_cost_usd + _ROUNDING_USD
