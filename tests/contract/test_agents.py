"""What every agent promises the trial that runs it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from skilleval.domain.policy import Limits
from skilleval.domain.trial import Completed
from skilleval.errors import ModelError, SandboxError
from skilleval.execution.agents.messages import MessagesAgent
from skilleval.ports import Agent, AgentRun, AgentTask, Models, Sandbox
from skilleval.testing.agent import ScriptedAgent, agent_run
from skilleval.testing.model import Script, ScriptedModels, says, uses
from skilleval.testing.sandbox import MemorySandboxes
from tests.builders_execution import a_bundle


@dataclass(frozen=True)
class Player:
    """An agent, and the model under it, that act out the same scene."""

    agent: Agent
    models: Models


def _messages(script: Script) -> Player:
    return Player(MessagesAgent(), ScriptedModels(script))


def _scripted(play: Callable[[AgentTask, Sandbox], AgentRun]) -> Player:
    return Player(ScriptedAgent(play), ScriptedModels([]))


def _fails(error: Exception) -> Callable[[AgentTask, Sandbox], AgentRun]:
    def play(_task: AgentTask, _room: Sandbox) -> AgentRun:
        raise error

    return play


async def _waits(_task: AgentTask, _room: Sandbox) -> AgentRun:
    await asyncio.sleep(30)
    return agent_run()


DEAD = ModelError("the model server does not answer", retryable=True)
LOADED = agent_run(outcome=Completed(stopped_early=True), loaded=("pdf-forms",), offered=("pdf-forms",))
ANSWERS = {
    "messages": lambda: _messages(lambda _call: says("42")),
    "scripted": lambda: _scripted(lambda _task, _room: agent_run("42")),
}
LOADS = {
    "messages": lambda: _messages(lambda _call: uses("Skill", skill="pdf-forms")),
    "scripted": lambda: _scripted(lambda _task, _room: LOADED),
}
MODEL_IS_DEAD = {
    "messages": lambda: _messages(lambda _call: DEAD),
    "scripted": lambda: _scripted(_fails(DEAD)),
}
NEVER_ENDS = {
    "messages": lambda: Player(MessagesAgent(), ScriptedModels(lambda _call: says("late"), delay_s=30)),
    "scripted": lambda: Player(ScriptedAgent(_waits), ScriptedModels([])),
}
USES_THE_ROOM = {
    "messages": lambda: _messages(lambda _call: uses("Bash", command="true")),
    "scripted": lambda: _scripted(_fails(SandboxError("this room is closed"))),
}
AGENTS = list(ANSWERS)


async def _run(player: Player, room: Sandbox, **task: object) -> AgentRun:
    given = {"trial_id": "abc", "prompt": "What is 6 x 7?", "model": "scripted", "limits": Limits(), **task}
    async with player.models.open() as model:
        return await player.agent.run(AgentTask.model_validate(given), room, model)


def play(player: Player, **task: object) -> AgentRun:
    """Return what the agent returns in a room in memory."""

    async def body() -> AgentRun:
        async with MemorySandboxes().open("abc", Limits()) as room:
            return await _run(player, room, **task)

    return asyncio.run(body())


@pytest.mark.parametrize("name", AGENTS)
def test_agent_has_name_and_version(name: str) -> None:
    """The provenance can say which agent ran."""
    agent = ANSWERS[name]().agent

    assert agent.name == name
    assert agent.version


@pytest.mark.parametrize("name", AGENTS)
def test_answer_is_evidence(name: str) -> None:
    """An agent that answers has completed; files and commands are left to the trial."""
    run = play(ANSWERS[name]())

    assert run.outcome == Completed()
    assert run.evidence.answer == "42"
    assert (run.evidence.files, run.evidence.commands) == ((), {})


@pytest.mark.parametrize("name", AGENTS)
def test_loading_ends_a_trigger_trial(name: str) -> None:
    """Once the skill that is waited for has loaded, the agent ends early."""
    run = play(LOADS[name](), skills=(a_bundle(),), stop_when_loaded="pdf-forms")

    assert run.outcome == Completed(stopped_early=True)
    assert run.evidence.skills.loaded == ("pdf-forms",)


@pytest.mark.parametrize("name", AGENTS)
def test_dead_model_is_ours(name: str) -> None:
    """ModelError comes through: it is no outcome of the agent."""
    with pytest.raises(ModelError):
        play(MODEL_IS_DEAD[name]())


@pytest.mark.parametrize("name", AGENTS)
def test_dead_room_is_ours(name: str) -> None:
    """SandboxError comes through: it is no outcome of the agent."""

    async def body() -> None:
        async with MemorySandboxes().open("abc", Limits()) as room:
            pass
        await _run(USES_THE_ROOM[name](), room)

    with pytest.raises(SandboxError):
        asyncio.run(body())


@pytest.mark.parametrize("name", AGENTS)
def test_cancelling_is_obeyed(name: str) -> None:
    """An agent that is cancelled ends at once and does not swallow it."""

    async def body() -> None:
        async with MemorySandboxes().open("abc", Limits()) as room:
            task = asyncio.create_task(_run(NEVER_ENDS[name](), room))
            await asyncio.sleep(0.05)
            task.cancel()
            await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(body())
