"""A provider that says nothing for a minute, in real time, with the product's own limits."""

import asyncio

import pytest

from skilleval.domain.policy import Limits
from skilleval.domain.trial import Completed
from skilleval.execution.agents.messages import MessagesAgent
from skilleval.gateway import GatewayConfig
from skilleval.ports import AgentRun, AgentTask
from skilleval.testing.sandbox import MemorySandboxes
from skilleval.wiring_rooms import models_behind
from tests import builders_docker
from tests.builders_cli import MODEL, Stage, staged
from tests.builders_execution import a_bundle
from tests.builders_gateway import say, turns, use

pytestmark = [*builders_docker.needs_docker, pytest.mark.timeout(300)]

SKILL = a_bundle(body="Fill in each field of the form, then say which fields were left empty and why.")
OURS = GatewayConfig(upstream="http://127.0.0.1", models=())


def test_a_minute_of_silence_ends_neither_trial() -> None:
    """The CLI's stream is asked for again; a plain answer that takes a minute is waited for."""
    ours = staged(slots=2, silence_s=OURS.silence_s, retries=OURS.retries, backoff_s=OURS.backoff_s)
    with ours as stage:
        provider = stage.provider
        provider.script = turns(use("Skill", {"skill": SKILL.name}, 1), say("The form is filled in."))
        provider.faults, provider.silent_s = ["silence", "late"], OURS.silence_s + 2.0
        cli, plain = asyncio.run(_both(stage))
        account, other = stage.gateway.account("cli"), stage.gateway.account("plain")

    assert isinstance(cli.outcome, Completed)
    assert cli.evidence.skills.loaded == (SKILL.name,)
    assert (account.answered, account.faults) == (2, ())
    assert OURS.silence_s <= account.troubled_s < 2 * OURS.silence_s
    assert isinstance(plain.outcome, Completed)
    assert (other.answered, other.troubled_s) == (2, 0.0)
    assert len(provider.headers) == 1 + 2 + 2  # the one that nobody answered, and two a trial


async def _both(stage: Stage) -> tuple[AgentRun, AgentRun]:
    """Run a trial of the CLI, and when its first call is there one of `messages`."""
    cli = asyncio.create_task(stage.run("cli", [SKILL], limits=Limits()))
    while not stage.provider.headers:
        await asyncio.sleep(0.2)
    task = AgentTask(
        trial_id="plain", prompt="Fill in the form.", skills=(SKILL,), model=MODEL, limits=Limits()
    )
    async with (
        MemorySandboxes().open("plain", Limits()) as room,
        models_behind(stage.gateway).open() as model,
    ):
        plain = await MessagesAgent().run(task, room, model)
    return await cli, plain
