"""Runners of a skill's own tests, one file each. What cannot be run is said, and never passes."""

from collections.abc import Awaitable, Callable, Mapping

from skilleval.domain.own_tests import OwnSuite, RunnerKind
from skilleval.execution.runners import bats, contracts, node, python, shell
from skilleval.execution.runners.told import Told
from skilleval.ports import Sandbox

Runner = Callable[[OwnSuite, Sandbox, float], Awaitable[Told]]
RUNNERS: Mapping[RunnerKind, Runner] = {
    "python": python.run,
    "node": node.run,
    "bats": bats.run,
    "shell": shell.run,
    "contracts": contracts.run,
}

__all__ = ["RUNNERS", "Told", "run_suite"]


async def run_suite(suite: OwnSuite, room: Sandbox, *, timeout_s: float) -> Told:
    """Return what came of a suite in a room that holds its files. Raises SandboxError: ours."""
    return await RUNNERS[suite.kind](suite, room, timeout_s)
