"""An agent that works from the bot, in a room that has a door: what was tried through it is noted."""

import asyncio
from dataclasses import dataclass

from skilleval.execution.agents.meter import Meter, refusals
from skilleval.ports import Agent, AgentRun, AgentTask, Model, Sandbox


@dataclass(frozen=True)
class MeteredAgent:
    """The agent given, with the refused attempts of its commands among the notes."""

    agent: Agent
    meter: Meter

    @property
    def name(self) -> str:
        """The agent's own name."""
        return self.agent.name

    @property
    def version(self) -> str:
        """The agent's own version."""
        return self.agent.version

    async def run(self, task: AgentTask, sandbox: Sandbox, model: Model) -> AgentRun:
        """Run the agent, then ask the gateway. Raises what the agent raises, and ModelError."""
        run = await self.agent.run(task, sandbox, model)
        notes = refusals(await asyncio.to_thread(self.meter.account, task.trial_id))
        if not notes:
            return run
        evidence = run.evidence.model_copy(update={"notes": (*run.evidence.notes, *notes)})
        return run.model_copy(update={"evidence": evidence})
