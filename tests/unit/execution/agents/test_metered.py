"""An agent that works from the bot, in a room with a door: refused attempts of its commands are noted."""

import asyncio

import pytest

from skilleval.domain.policy import Limits
from skilleval.execution.agents.metered import MeteredAgent
from skilleval.gateway.ledger import Account, Refused
from skilleval.ports import AgentTask
from skilleval.testing.agent import ScriptedAgent, agent_run
from skilleval.testing.sandbox import MemorySandboxes
from tests.builders_cli import NoModel

ATTEMPT = Refused(trial="t", method="CONNECT", target="evil.example:443", size_bytes=7)


class AMeter:
    """Knows one trial."""

    def __init__(self, *refused: Refused) -> None:
        self._refused = refused

    def account(self, trial_id: str) -> Account:
        """Return its account."""
        assert trial_id == "t"
        return Account(refused=self._refused)


@pytest.mark.parametrize(
    ("refused", "notes"),
    [((), ()), ((ATTEMPT, ATTEMPT), ("refused: CONNECT evil.example:443 (7 bytes)",) * 2)],
)
def test_each_refused_attempt_is_a_note(refused: tuple[Refused, ...], notes: tuple[str, ...]) -> None:
    """Method, host, port and size; the agent stays what it is."""
    agent = MeteredAgent(ScriptedAgent(lambda _task, _room: agent_run("done")), AMeter(*refused))
    task = AgentTask(trial_id="t", prompt="hello", model="m", limits=Limits())

    async def go() -> tuple[str, ...]:
        async with MemorySandboxes().open("t", Limits()) as room:
            return (await agent.run(task, room, NoModel())).evidence.notes

    assert asyncio.run(go()) == notes
    assert (agent.name, agent.version) == (agent.agent.name, agent.agent.version)
