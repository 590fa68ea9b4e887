"""One attempt at one cell."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from skilleval.domain.plan import Cell
from skilleval.domain.policy import Limits
from skilleval.domain.suite import CommandCheck
from skilleval.domain.trial import Broke, Completed, Trial
from skilleval.errors import SandboxError, SuiteError
from skilleval.execution.setup import setup_of
from skilleval.execution.trial import Bench, run_trial
from skilleval.ports import AgentRun, AgentTask, Sandbox, SandboxFile
from skilleval.testing.agent import ScriptedAgent, agent_run
from skilleval.testing.clock import FixedClock
from skilleval.testing.model import ScriptedModel
from skilleval.testing.sandbox import MemorySandboxes
from tests.builders_execution import a_bundle, a_cell, a_fixture, a_query, a_task, changes_with

CHANGES = changes_with(a_task(), queries=(a_query(),), neighbours=(a_bundle("csv"),))


@dataclass
class Scene:
    """What a test looks at afterwards."""

    agent: ScriptedAgent
    clock: FixedClock = field(default_factory=FixedClock)
    rooms: MemorySandboxes = field(default_factory=MemorySandboxes)


def answering(answer: bool) -> Callable[[str], Awaitable[bool]]:
    """Return a purse's word, always the same."""

    async def may_start(_attempt: str) -> bool:
        return answer

    return may_start


def act(scene: Scene, cell: Cell | None = None, changes: Any = CHANGES, **bench: Any) -> Trial | None:
    """Return what comes of one attempt."""

    async def body() -> Trial | None:
        parts = {
            "agent": scene.agent,
            "agent_model": "asked",
            "sandboxes": scene.rooms,
            "model": ScriptedModel(lambda _call: pytest.fail("no model is needed")),
            "limits": Limits(),
            "clock": scene.clock,
            "seat": asyncio.Semaphore(1),
            "may_start": answering(True),
        }
        return await run_trial(
            "abc", setup_of(cell or a_cell(), changes, "repo"), Bench(**{**parts, **bench})
        )

    return asyncio.run(body())


def the(trial: Trial | None) -> Trial:
    """Return the trial that must be there."""
    assert trial is not None
    return trial


async def _list_files(_task: AgentTask, room: Sandbox) -> AgentRun:
    result = await room.run(["find", ".", "-type", "f"], timeout_s=5)
    return agent_run("\n".join(sorted(result.stdout.split())))


def test_room_holds_fixtures_and_skills_and_no_evals() -> None:
    """The agent finds fixtures and, where its host looks, skills; evals and other arms are not there."""
    files = {"evals/evals.json": b"{}", "references/a.md": b"candidate only"}
    changes = changes_with(a_task(), neighbours=(a_bundle("csv"),), candidate=a_bundle(files=files))

    trial = the(act(Scene(ScriptedAgent(_list_files)), changes=changes))

    assert trial.evidence.answer.split() == [
        "./.claude/skills/csv/SKILL.md",
        "./.claude/skills/pdf-forms/SKILL.md",
        "./.claude/skills/pdf-forms/references/a.md",
        "./form.txt",
    ]


def test_control_room_holds_fixtures_alone() -> None:
    """Without any skill there is not even an empty place for one."""
    trial = the(act(Scene(ScriptedAgent(_list_files)), a_cell(arm="control")))

    assert trial.evidence.answer == "./form.txt"


def test_agent_is_told_the_task_and_no_more() -> None:
    """Prompt, skills, model, limits and the blind id; nothing that says which arm it is."""
    scene = Scene(ScriptedAgent(lambda _task, _room: agent_run()))
    act(scene)

    (task,) = scene.agent.tasks
    assert (task.trial_id, task.prompt, task.model) == ("abc", "Fill in form.txt.", "asked")
    assert [bundle.name for bundle in task.skills] == ["pdf-forms", "csv"]
    assert (task.stop_when_loaded, task.stop_after_tool_calls) == ("", 0)


def test_trigger_trial_ends_when_the_answer_is_known() -> None:
    """A trigger trial waits for the skill of its own arm, and not for ever."""
    scene = Scene(ScriptedAgent(lambda _task, _room: agent_run()))
    act(scene, a_cell("q1", kind="trigger"))

    (task,) = scene.agent.tasks
    assert (task.prompt, task.stop_when_loaded) == ("Fill this form", "pdf-forms")
    assert task.stop_after_tool_calls > 0


async def _edits(_task: AgentTask, room: Sandbox) -> AgentRun:
    await room.put([SandboxFile(path="out.txt", content=b"filled")])
    await room.put([SandboxFile(path=".claude/skills/csv/SKILL.md", content=b"tampered")])
    return agent_run("done")


def test_evidence_is_what_the_agent_changed() -> None:
    """Files of the agent's making are evidence, also in a skill; what was installed is not."""
    trial = the(act(Scene(ScriptedAgent(_edits))))

    assert [(file.path, file.state) for file in trial.evidence.files] == [
        (".claude/skills/csv/SKILL.md", "changed"),
        ("out.txt", "created"),
    ]


async def _installs_again(task: AgentTask, room: Sandbox) -> AgentRun:
    bundle = task.skills[0]
    await room.run(["rm", ".claude/skills/pdf-forms/SKILL.md"], timeout_s=5)
    await room.seal()
    await room.put([SandboxFile(path=".claude/skills/pdf-forms/SKILL.md", content=bundle.files[0].content)])
    return agent_run("done")


def test_an_agent_may_install_its_skills_itself() -> None:
    """Skills that an agent installs once more, in the same bytes, are no work of its."""
    assert the(act(Scene(ScriptedAgent(_installs_again)))).evidence.files == ()


def test_checks_run_after_the_agent_and_leave_no_evidence() -> None:
    """Commands of the task see what the agent left; their own files are not the agent's."""
    checks = (
        CommandCheck(id="there", kind="command", argv=("cat", "out.txt")),
        CommandCheck(id="writes", kind="command", argv=("sh", "-c", "printf x > mine.txt")),
        CommandCheck(id="hangs", kind="command", argv=("sleep", "30"), timeout_s=0.1),
    )

    trial = the(act(Scene(ScriptedAgent(_edits)), changes=changes_with(a_task(checks=checks))))

    commands = trial.evidence.commands
    assert (commands["there"].stdout, commands["there"].exit_code) == ("filled", 0)
    assert (commands["hangs"].timed_out, commands["hangs"].exit_code) == (True, None)
    assert "mine.txt" not in {file.path for file in trial.evidence.files}


def test_evidence_is_taken_from_a_broken_agent() -> None:
    """An agent that died leaves its files all the same."""

    async def dies(task: AgentTask, room: Sandbox) -> AgentRun:
        await _edits(task, room)
        return agent_run(outcome=Broke(reason="killed"))

    trial = the(act(Scene(ScriptedAgent(dies))))

    assert trial.outcome == Broke(reason="killed")
    assert "out.txt" in {file.path for file in trial.evidence.files}


def test_evidence_says_where_it_comes_from() -> None:
    """Agent version, model, duration and isolation are filled in where the agent did not say."""
    clock = FixedClock()

    def play(_task: AgentTask, _room: Sandbox) -> AgentRun:
        clock.advance(2.5)
        return agent_run()

    evidence = the(act(Scene(ScriptedAgent(play), clock))).evidence

    assert (evidence.agent_version, evidence.model, evidence.seconds, evidence.isolated) == (
        "0",
        "asked",
        2.5,
        True,
    )


def test_agent_that_does_not_end_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent that ignores its limit is ended a while later: it had its chance."""
    monkeypatch.setattr("skilleval.execution.trial._GRACE_S", 0.0)

    async def hangs(_task: AgentTask, _room: Sandbox) -> AgentRun:
        await asyncio.sleep(30)
        return agent_run()

    trial = the(act(Scene(ScriptedAgent(hangs)), limits=Limits(timeout_s=0.1)))

    assert trial.outcome.state == "timed_out"


def test_no_start_after_the_budget() -> None:
    """A room that was opened ahead is given back unused when the run has stopped."""
    scene = Scene(ScriptedAgent(lambda _task, _room: agent_run()))

    assert act(scene, may_start=answering(False)) is None
    assert (scene.agent.tasks, scene.rooms.opened, scene.rooms.open_rooms) == ([], 1, 0)


def test_unusable_fixtures_are_the_suites() -> None:
    """A fixture among the skills, or one whose bytes are missing, is refused by name."""
    for fixture in (a_fixture(".claude/skills/x/SKILL.md"), a_fixture().model_copy(update={"content": b""})):
        changes = changes_with(a_task().model_copy(update={"fixtures": (fixture,)}))

        with pytest.raises(SuiteError, match="t1"):
            act(Scene(ScriptedAgent(_list_files)), changes=changes)


class _Sticky(MemorySandboxes):
    """Rooms that cannot be removed."""

    def open(self, trial_id: str, limits: Limits) -> Any:
        return _StickyRoom(super().open(trial_id, limits))


class _StickyRoom:
    def __init__(self, inner: Any) -> None:
        self._inner = inner

    async def __aenter__(self) -> Any:
        return await self._inner.__aenter__()

    async def __aexit__(self, *args: object) -> None:
        await self._inner.__aexit__(None, None, None)
        raise SandboxError("the engine is gone")


def test_result_outlives_a_room_that_stays() -> None:
    """What was paid for is kept when only the cleaning up failed, with a note."""
    trial = the(act(Scene(ScriptedAgent(_edits), rooms=_Sticky())))

    assert trial.outcome == Completed()
    assert trial.evidence.notes == ("the room was not removed: the engine is gone",)
