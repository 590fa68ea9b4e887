"""One attempt at one cell: open a room, install, run the agent, take all evidence, close."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from skilleval.domain.policy import Limits
from skilleval.domain.suite import Fixture
from skilleval.domain.trial import CommandResult, Evidence, FileEvidence, Outcome, TimedOut, Trial
from skilleval.errors import OurError, SuiteError
from skilleval.execution.constant_paths import with_constant_paths
from skilleval.execution.setup import TRIGGER_TOOL_CALLS, Setup
from skilleval.execution.skill_files import SKILLS_FOLDER, skill_files
from skilleval.ports import Agent, AgentRun, AgentTask, Clock, Model, Sandbox, Sandboxes, SandboxFile

_GRACE_S = 30.0
"""An agent ends itself at its limit, with evidence; so much later we end it, without."""


@dataclass(frozen=True)
class Bench:
    """What every attempt of a run shares. `seat` bounds how many agents work at once."""

    agent: Agent
    agent_model: str
    sandboxes: Sandboxes
    model: Model
    limits: Limits
    clock: Clock
    seat: AbstractAsyncContextManager[object]
    may_start: Callable[[str], Awaitable[bool]]
    """Asked with the trial's id when a seat is there; may wait until the purse knows."""


@dataclass(frozen=True)
class Work:
    """What an agent was given, how it ended, and how long it took."""

    task: AgentTask
    run: AgentRun
    seconds: float


async def run_trial(trial_id: str, setup: Setup, bench: Bench) -> Trial | None:
    """Return what came of it, or None when the run stopped before the agent started.

    The room is made ready before a seat is taken, and looked through and removed after it was given back:
    the next agent works meanwhile. Raises SuiteError and OurError.
    """
    trial: Trial | None = None
    try:
        async with bench.sandboxes.open(trial_id, bench.limits) as room:
            await _prepare(room, setup)
            task = _agent_task(trial_id, setup, bench)
            async with bench.seat:
                if not await bench.may_start(trial_id):
                    return None
                started = bench.clock.monotonic()
                run = await _agent_run(task, room, bench)
                seconds = bench.clock.monotonic() - started
            trial = await _trial(setup, room, bench, Work(task, run, seconds))
    except OurError as exc:
        if trial is None:
            raise
        return _noted(trial, f"the room was not removed: {exc}")
    return trial


async def _prepare(room: Sandbox, setup: Setup) -> None:
    fixtures = [_fixture_file(fixture, setup.cell.item) for fixture in setup.fixtures]
    await room.put([*fixtures, *skill_files(setup.skills)])
    await room.seal()


def _fixture_file(fixture: Fixture, item: str) -> SandboxFile:
    if fixture.path.startswith(f"{SKILLS_FOLDER}/"):
        raise SuiteError(f"task {item!r}: the fixture {fixture.path!r} lies among the skills", hint="move it")
    if len(fixture.content) != fixture.size_bytes:
        raise SuiteError(f"task {item!r}: the bytes of the fixture {fixture.path!r} are not at hand")
    return SandboxFile(path=fixture.path, content=fixture.content)


async def _trial(setup: Setup, room: Sandbox, bench: Bench, work: Work) -> Trial:
    """Return the trial with all evidence that the room holds."""
    run = work.run
    files = _without_installed(await room.evidence(), setup)
    evidence = run.evidence.model_copy(
        update={
            "files": files,
            "commands": await _command_results(room, setup),
            "seconds": run.evidence.seconds or work.seconds,
            "agent_version": run.evidence.agent_version or bench.agent.version,
            "model": run.evidence.model or bench.agent_model,
            "isolated": room.isolated,
        }
    )
    shown = with_constant_paths(evidence, room)
    return Trial(id=work.task.trial_id, cell=setup.cell, outcome=run.outcome, evidence=shown)


def _agent_task(trial_id: str, setup: Setup, bench: Bench) -> AgentTask:
    is_query = setup.cell.kind != "uplift"
    return AgentTask(
        trial_id=trial_id,
        prompt=setup.prompt,
        skills=setup.skills,
        model=bench.agent_model,
        limits=bench.limits,
        stop_when_loaded=setup.bundle.name if is_query and setup.bundle else "",
        stop_after_tool_calls=TRIGGER_TOOL_CALLS if is_query else 0,
        stop_after_loads=setup.stop_after_loads,
    )


async def _agent_run(task: AgentTask, room: Sandbox, bench: Bench) -> AgentRun:
    try:
        async with asyncio.timeout(task.limits.timeout_s + _GRACE_S) as limit:
            return await bench.agent.run(task, room, bench.model)
    except TimeoutError:
        if not limit.expired():
            raise
    outcome: Outcome = TimedOut(reason=f"did not end itself within {task.limits.timeout_s:g} s")
    return AgentRun(outcome=outcome, evidence=Evidence())


async def _command_results(room: Sandbox, setup: Setup) -> dict[str, CommandResult]:
    """Run the task's command checks, one after the other, now that the agent is gone."""
    results = {}
    for check in setup.checks:
        await room.put([_fixture_file(file, setup.cell.item) for file in check.files])
        results[check.id] = await room.run(check.argv, timeout_s=check.timeout_s)
    return results


def _without_installed(files: tuple[FileEvidence, ...], setup: Setup) -> tuple[FileEvidence, ...]:
    """Leave out what only the installation made: an agent may install its skills once more."""
    installed = {file.path: file.content for file in skill_files(setup.skills)}
    return tuple(file for file in files if file.path not in installed or file.content != installed[file.path])


def _noted(trial: Trial, note: str) -> Trial:
    evidence = trial.evidence.model_copy(update={"notes": (*trial.evidence.notes, note)})
    return trial.model_copy(update={"evidence": evidence})
