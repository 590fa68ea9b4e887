"""The fixed clock."""

from datetime import UTC, datetime, timedelta

from skilleval.testing.clock import FixedClock


def test_time_passes_when_told() -> None:
    """The clock stands still until it is told to move, and both its faces move together."""
    start = datetime(2026, 5, 1, tzinfo=UTC)
    clock = FixedClock(start)

    assert (clock.now(), clock.monotonic()) == (start, 0.0)
    clock.advance(90)
    assert (clock.now(), clock.monotonic()) == (start + timedelta(seconds=90), 90.0)
