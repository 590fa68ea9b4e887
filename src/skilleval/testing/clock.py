"""Clocks: a fixed one for tests."""

from datetime import UTC, datetime, timedelta


class FixedClock:
    """A clock that stands still until it is told to move."""

    def __init__(self, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        """Stand at `start`."""
        self._start = start
        self._passed_s = 0.0

    def advance(self, seconds: float) -> None:
        """Let that many seconds pass."""
        self._passed_s += seconds

    def now(self) -> datetime:
        """Return the time it stands at, in UTC."""
        return self._start + timedelta(seconds=self._passed_s)

    def monotonic(self) -> float:
        """Return the seconds that passed since it was made."""
        return self._passed_s
