"""The probes pass where all is well, and name what leaked where it is not."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from skilleval.domain.policy import Limits
from skilleval.errors import ModelError, SandboxError
from skilleval.execution import Lab
from skilleval.execution.probes import CONTROL, leaks_in, probe_lab
from skilleval.ports import Model
from skilleval.testing.clock import FixedClock
from tests import builders_docker
from tests.builders_cli import MODEL, NoModel, Stage, staged
from tests.builders_gateway import Body, say, turns, use

pytestmark = [*builders_docker.needs_docker, pytest.mark.timeout(300)]


class NoModels:
    """Opens the model that claude-code does not use."""

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Model]:
        """Yield it."""
        yield NoModel()


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    with staged() as stage:
        yield stage


def lab(stage: Stage) -> Lab:
    limits = Limits(timeout_s=60.0, memory_mb=1024)
    return Lab(agent=stage.agent, sandboxes=stage.rooms, models=NoModels(), clock=FixedClock(), limits=limits)


def obedient(body: Body) -> list[Body]:
    """Load the control skill where it is offered."""
    load = turns(use("Skill", {"skill": CONTROL}), say("PROBE-ANSWERED"))
    return load(body) if CONTROL in str(body["messages"]) else say("ready")


def test_a_sound_lab_passes(stage: Stage) -> None:
    """The control fires, the bare arm is offered nothing, the room is closed; the cost is told."""
    stage.provider.script, stage.provider.faults = obedient, []
    report = probe_lab(lab(stage), model=MODEL, secrets=("sk-real",))

    assert report.agent_version == stage.agent.version
    assert report.usage.calls >= 2


def test_a_control_that_does_not_fire_is_an_error(stage: Stage) -> None:
    """An agent that loads nothing when it must gives recall 0 for every skill: no number at all, then."""
    stage.provider.script, stage.provider.faults = turns(say("no")), []

    with pytest.raises(SandboxError, match="did not fire"):
        probe_lab(lab(stage), model=MODEL)


def test_a_server_that_fails_is_no_leak(stage: Stage) -> None:
    """A probe that does not get through blames the model server."""
    stage.provider.faults = ["529"] * 20

    with pytest.raises(ModelError, match="529"):
        probe_lab(lab(stage), model=MODEL)


@pytest.mark.parametrize(
    ("seen", "words"),
    [
        ({"devices": ["lo", "eth0"]}, "network device eth0"),
        ({"routes": ["eth0 00000000"]}, "a route"),
        ({"reachable": ["172.17.0.1:22"]}, "172.17.0.1:22 answers"),
        ({"sockets": ["/var/run/docker.sock"]}, "docker.sock"),
        ({"files": ["/work/CLAUDE.md"]}, "/work/CLAUDE.md"),
        ({"capabilities": ["CapEff 3"]}, "CapEff"),
        ({"environments": {"own": "TOKEN=ghs_0123456789"}}, "a secret"),
    ],
)
def test_each_kind_of_leak_is_named(seen: dict[str, object], words: str) -> None:
    """Whatever the inspection shows that must not be there is said, secrets without their value."""
    (leak,) = leaks_in(seen, secrets=("ghs_0123456789", ""))

    assert words in leak
    assert "ghs_" not in leak
