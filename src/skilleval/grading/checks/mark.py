"""What a check says: met, not met, or cannot be told; and what it saw."""

from typing import NamedTuple

from skilleval.grading.exhibit import Reading


class Mark(NamedTuple):
    """`passed` is None when the check says nothing of the work: then `evidence` says why."""

    passed: bool | None
    evidence: str


def holds(evidence: str) -> Mark:
    """Return that the statement is met."""
    return Mark(passed=True, evidence=evidence)


def fails(evidence: str) -> Mark:
    """Return that the statement is not met."""
    return Mark(passed=False, evidence=evidence)


def cannot_tell(why: str) -> Mark:
    """Return the third state."""
    return Mark(passed=None, evidence=why)


def unreadable(reading: Reading) -> Mark:
    """Return what follows for a target without text: a file that is not there fails every statement."""
    return fails(reading.why) if reading.missing else cannot_tell(reading.why)


def clip(text: str, limit: int = 200) -> str:
    """Return `text` on one line, cut to `limit` characters."""
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
