"""What a runner tells of a suite, and how a result of a command is read."""

from collections.abc import Sequence
from dataclasses import dataclass

from skilleval.domain.own_tests import SuiteState
from skilleval.domain.trial import CommandResult
from skilleval.ports import Sandbox

TAIL = 2_000
"""Characters of output that are kept: the end, where runners sum up."""
PROBE_S = 20.0
NOT_THERE = frozenset({126, 127})


@dataclass(frozen=True)
class Told:
    """What came of a suite: `runner` names the program, `tests` how many ran, where it tells."""

    state: SuiteState
    runner: str
    reason: str = ""
    tests: int | None = None
    failed: tuple[str, ...] = ()
    output: str = ""
    seconds: float = 0.0


async def version_of(room: Sandbox, argv: Sequence[str]) -> str | None:
    """Return the first word of what a program says of its version, or None where it is not there."""
    result = await room.run(argv, timeout_s=PROBE_S)
    return result.stdout.split()[0] if result.exit_code == 0 and result.stdout.split() else None


def tail_of(*results: CommandResult) -> str:
    """Return the end of all output."""
    text = "\n".join(
        part for result in results for part in (result.stdout.strip(), result.stderr.strip()) if part
    )
    return text if len(text) <= TAIL else f"…{text[-TAIL:]}"


def cut_short(result: CommandResult, runner: str, *, timeout_s: float) -> Told | None:
    """Return a failure where a run was ended from outside: it hung, or took more than its room has."""
    if result.timed_out:
        reason = f"still running after {timeout_s:g} s"
    elif result.exit_code is None or result.exit_code in {-9, 137}:
        reason = "killed: it took more memory or processes than its room has"
    else:
        return None
    return Told("failed", runner, reason, output=tail_of(result), seconds=result.seconds)
