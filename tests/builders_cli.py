"""The real CLI in rooms behind a gateway, with a provider that answers by script."""

import asyncio
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date

from skilleval.domain.bundle import Bundle
from skilleval.domain.policy import Limits
from skilleval.domain.price import Price, PriceTable
from skilleval.execution.agents.claude_code import ClaudeCodeAgent
from skilleval.execution.sandboxes.docker import DockerSandboxes, Slot
from skilleval.execution.sandboxes.docker.room_settings import GATEWAY_URL
from skilleval.execution.skill_files import skill_files
from skilleval.gateway import Gateway, GatewayConfig, ProcessLauncher
from skilleval.ports import AgentRun, AgentTask, Model, ModelCall, ModelReply
from tests import builders_docker
from tests.builders_gateway import Provider, serving

MODEL = "claude-sonnet-5-5"
PRICES = PriceTable(as_of=date(2026, 1, 1), prices=(Price(model=MODEL, input=10.0, output=50.0),))


class NoModel:
    """The Model that claude-code does not use."""

    async def reply(self, call: ModelCall) -> ModelReply:
        """Fail: nobody asks it."""
        raise AssertionError("claude-code talks to the gateway by itself")


@dataclass
class Stage:
    """A provider, a gateway, rooms and the agent, ready for trials."""

    provider: Provider
    gateway: Gateway
    rooms: DockerSandboxes
    agent: ClaudeCodeAgent

    def trial(self, trial_id: str, skills: Sequence[Bundle] = (), **changes: object) -> AgentRun:
        """Run one trial to its end."""
        return asyncio.run(self.run(trial_id, skills, **changes))

    async def run(self, trial_id: str, skills: Sequence[Bundle] = (), **changes: object) -> AgentRun:
        """Open a room, install the skills, run the agent."""
        plain = AgentTask(
            trial_id=trial_id,
            prompt="Fill in the form.",
            skills=tuple(skills),
            model=MODEL,
            limits=Limits(timeout_s=60.0, memory_mb=1024),
        )
        task = plain.model_copy(update=changes)
        async with self.rooms.open(trial_id, task.limits) as room:
            await room.put(skill_files(skills))
            await room.seal()
            model: Model = NoModel()
            return await self.agent.run(task, room, model)


@contextmanager
def staged(*, slots: int = 2, program: str = "claude", **config: object) -> Iterator[Stage]:
    """Yield a stage; all of it is gone afterwards."""
    image = builders_docker.cli_image()
    with serving(Provider()) as provider:
        plain = GatewayConfig(
            upstream=provider.url, models=(MODEL,), prices=PRICES, retries=1, backoff_s=0.05, silence_s=1.0
        )
        settings = plain.model_copy(update=config)
        beside = ProcessLauncher({"PATH": os.environ["PATH"]})
        with Gateway(settings, key="sk-real", slots=slots, launcher=beside) as gateway:
            places = [Slot(number, source) for number, source in enumerate(gateway.sources)]
            rooms = DockerSandboxes(builders_docker.engine(), image, slots=places, doors=gateway)
            agent = ClaudeCodeAgent(base_url=GATEWAY_URL, meter=gateway, program=program)
            try:
                yield Stage(provider, gateway, rooms, agent)
            finally:
                rooms.close()
