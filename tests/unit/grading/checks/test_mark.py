"""The three states of a check."""

from skilleval.grading.checks.mark import cannot_tell, clip, fails, holds, unreadable
from skilleval.grading.exhibit import Reading


def test_states() -> None:
    """Met, not met, cannot be told."""
    assert [mark.passed for mark in (holds("a"), fails("b"), cannot_tell("c"))] == [True, False, None]


def test_missing_is_a_fail_and_lost_is_not() -> None:
    """A file that was never made fails; a text that was not kept says nothing."""
    assert unreadable(Reading(None, "gone", missing=True)).passed is False
    assert unreadable(Reading(None, "not kept")).passed is None


def test_clip_keeps_one_line() -> None:
    """Evidence is one line of bounded length."""
    assert clip("a\n b") == "a b"
    assert len(clip("x" * 500)) == 200
