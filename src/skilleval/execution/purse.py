"""What a run may still spend, in dollars and minutes, and what it has spent."""

from skilleval.domain.policy import Budget
from skilleval.domain.trial import Usage
from skilleval.ports import Clock


class Purse:
    """Adds up usage, and says when nothing more may start."""

    def __init__(self, budget: Budget, clock: Clock) -> None:
        """Start the clock."""
        self._budget = budget
        self._clock = clock
        self._started = clock.monotonic()
        self._known_usd = 0.0
        self.spent = Usage()

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return self._clock.monotonic() - self._started

    def take(self, usage: Usage) -> None:
        """Add what an attempt used, whatever came of it."""
        self.spent += usage
        self._known_usd += usage.cost_usd or 0.0

    def why_closed(self) -> str:
        """Return why nothing more may start, or an empty string.

        What has no known price counts as free: the caller says that the limit on money was not watched.
        """
        cost_usd, most_usd = self._known_usd, self._budget.max_cost_usd
        if cost_usd > 0.0 and cost_usd >= most_usd:
            return f"max-cost-usd: {cost_usd:.2f} of {most_usd:.2f} USD spent"
        if self.seconds >= self._budget.max_minutes * 60:
            return f"max-minutes: {self.seconds / 60:.0f} of {self._budget.max_minutes:g} minutes passed"
        return ""
