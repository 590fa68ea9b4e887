"""The scripted agent; its contract is in tests/contract/test_agents.py."""

import asyncio

from skilleval.domain.policy import Limits
from skilleval.domain.trial import Broke, Completed
from skilleval.ports import AgentRun, AgentTask, Sandbox
from skilleval.testing.agent import ScriptedAgent, agent_run
from skilleval.testing.model import ScriptedModel, says
from skilleval.testing.sandbox import MemorySandbox

TASK = AgentTask(trial_id="abc", prompt="Do it.", model="m", limits=Limits())


def test_plain_and_async_plays() -> None:
    """A play may be a function or a coroutine; the agent remembers what it was given."""

    async def later(_task: AgentTask, _room: Sandbox) -> AgentRun:
        return agent_run("later")

    async def answers() -> list[str]:
        room, model = MemorySandbox(Limits(), {}), ScriptedModel(lambda _call: says(""))
        agents = [ScriptedAgent(lambda task, _room: agent_run(task.prompt)), ScriptedAgent(later)]
        return [(await agent.run(TASK, room, model)).evidence.answer for agent in agents]

    assert asyncio.run(answers()) == ["Do it.", "later"]


def test_run_as_a_test_wants_it() -> None:
    """Without an outcome a run has completed; what it loaded it also attempted."""
    assert agent_run("x").outcome == Completed()
    assert agent_run(outcome=Broke(reason="r")).outcome == Broke(reason="r")
    assert agent_run(loaded=("a",)).evidence.skills.attempted == ("a",)
