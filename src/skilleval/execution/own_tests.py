"""A skill's own tests, run on the candidate's scripts: before any model call, without the gateway's door."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from skilleval.domain.bundle import Bundle
from skilleval.domain.change import ChangeSet, SkillChange
from skilleval.domain.own_tests import OwnSuite, OwnTestRun
from skilleval.domain.policy import Limits
from skilleval.errors import OurError
from skilleval.execution.runners import Told, run_suite
from skilleval.ports import Sandboxes, SandboxFile

_AT_ONCE = 2


@dataclass(frozen=True)
class Bare:
    """Rooms with no way to a model, and what one suite may use there."""

    sandboxes: Sandboxes
    limits: Limits


def run_own_tests(changes: ChangeSet, bare: Bare) -> tuple[OwnTestRun, ...]:
    """Return what came of each suite of each changed skill. A room that fails is ours: `error`."""
    suites = [(change, suite) for change in changes.changes for suite in change.own_tests if change.candidate]
    return asyncio.run(_run_all(suites, bare)) if suites else ()


def leave_out(
    changes: ChangeSet, reason: str, *, state: Literal["not-run", "error"] = "not-run"
) -> tuple[OwnTestRun, ...]:
    """Return each suite as not run: where a stranger's code must not run, or where no room opens."""
    return tuple(
        _told(change, suite, Told(state, suite.kind, reason))
        for change in changes.changes
        for suite in change.own_tests
    )


async def _run_all(suites: list[tuple[SkillChange, OwnSuite]], bare: Bare) -> tuple[OwnTestRun, ...]:
    seats = asyncio.Semaphore(_AT_ONCE)

    async def one(change: SkillChange, suite: OwnSuite) -> OwnTestRun:
        async with seats:
            return await _run(change, suite, bare)

    return tuple(await asyncio.gather(*(one(change, suite) for change, suite in suites)))


async def _run(change: SkillChange, suite: OwnSuite, bare: Bare) -> OwnTestRun:
    if suite.problem:
        return _told(change, suite, Told("not-run", suite.kind, suite.problem))
    assert change.candidate is not None
    told = await _in_room(change, suite, change.candidate, bare)
    run = _told(change, suite, told)
    old = change.baseline.bundle
    if told.state != "failed" or old is None:
        return run
    before = await _in_room(change, suite, old, bare)
    known = before.state if before.state in {"passed", "failed"} else ""
    return run.model_copy(update={"before": known})


async def _in_room(change: SkillChange, suite: OwnSuite, scripts: Bundle, bare: Bare) -> Told:
    try:
        async with bare.sandboxes.open(f"own-tests-{change.name[:40]}", bare.limits) as room:
            await room.put(list(_files(scripts, suite)))
            return await run_suite(suite, room, timeout_s=bare.limits.timeout_s)
    except OurError as exc:
        return Told("error", suite.kind, str(exc))


def _files(scripts: Bundle, suite: OwnSuite) -> Iterable[SandboxFile]:
    """Yield the skill's files, with the test folders of the suite's side instead of its own."""
    tests = {file.path: file for file in suite.files}
    own = {file.path: file for file in scripts.files if not _is_test(file.path, suite)}
    for file in {**own, **tests}.values():
        yield SandboxFile(path=file.path, content=file.content, executable=file.is_executable)


def _is_test(path: str, suite: OwnSuite) -> bool:
    return any(path == root or path.startswith(f"{root}/") for root in suite.roots)


def _told(change: SkillChange, suite: OwnSuite, told: Told) -> OwnTestRun:
    return OwnTestRun(
        skill=change.name,
        side=suite.side,
        runner=told.runner,
        paths=suite.paths,
        state=told.state,
        reason=told.reason,
        tests=told.tests,
        failed=told.failed,
        output=told.output,
        seconds=round(told.seconds, 3),
    )
