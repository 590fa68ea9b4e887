"""The probes: what they let pass, what they call an error, and what they say of it."""

import asyncio
import json
from dataclasses import dataclass, field

import pytest

from skilleval.domain.trial import Broke, Errored
from skilleval.errors import ModelError, SandboxError
from skilleval.execution import probe_lab
from skilleval.execution.probes import CONTROL
from skilleval.ports import AgentRun, AgentTask, Sandbox
from skilleval.testing.agent import ScriptedAgent, agent_run
from skilleval.testing.sandbox import Invocation, MemorySandboxes, Output
from tests.builders_execution import a_lab

SOUND: dict[str, object] = {"devices": ["lo"], "routes": [], "reachable": [], "sockets": [], "files": []}
SECRET = "ghs_0123456789"


@dataclass
class Scene:
    """An agent that loads the control when it is offered (after so many misses), and rooms that look so."""

    misses: int = 0
    offered_in_the_bare_arm: tuple[str, ...] = ()
    init: dict[str, object] = field(default_factory=dict)
    seen: dict[str, object] = field(default_factory=lambda: dict(SOUND))
    tasks: list[AgentTask] = field(default_factory=list)

    def probe(self) -> object:
        """Return what the probes say."""
        rooms = MemorySandboxes({"python3": self._inspection})
        return probe_lab(
            a_lab(agent=ScriptedAgent(self._play), sandboxes=rooms), model="m", secrets=(SECRET, "")
        )

    def _play(self, task: AgentTask, _room: Sandbox) -> AgentRun:
        self.tasks.append(task)
        if not task.skills:
            run = agent_run("ready", offered=self.offered_in_the_bare_arm)
            event = {"type": "system", "subtype": "init", **self.init}
            return run.model_copy(
                update={"evidence": run.evidence.model_copy(update={"transcript": (event,)})}
            )
        self.misses -= 1
        return agent_run("done", loaded=() if self.misses >= 0 else (CONTROL,), offered=(CONTROL,))

    async def _inspection(self, _call: Invocation) -> Output:
        await asyncio.sleep(0)
        return Output(stdout=json.dumps(self.seen).encode())


def test_a_sound_lab_passes_with_one_call_of_each() -> None:
    """The control with its skill, and the bare arm with none."""
    scene = Scene()
    scene.probe()

    assert [[skill.name for skill in task.skills] for task in scene.tasks] == [[CONTROL], []]


def test_one_miss_of_the_control_is_forgiven_two_are_not() -> None:
    """One is a model's whim, two are a broken harness: recall would be 0 for every skill."""
    Scene(misses=1).probe()

    with pytest.raises(SandboxError, match="did not fire"):
        Scene(misses=2).probe()


def test_a_skill_in_the_bare_arm_is_named() -> None:
    """A control arm that sees a skill is no control."""
    with pytest.raises(SandboxError, match="the bare arm is offered the skill 'weather'"):
        Scene(offered_in_the_bare_arm=("weather",)).probe()


@pytest.mark.parametrize("key", ["mcp_servers", "plugins", "memory_paths"])
def test_what_the_agent_brings_along_is_named(key: str) -> None:
    """Servers, plugins and memory files of a user differ from machine to machine."""
    with pytest.raises(SandboxError, match=f"the agent starts with {key}"):
        Scene(init={key: ["x"]}).probe()


def test_all_leaks_are_named_at_once_and_no_secret_is() -> None:
    """Whoever mends a room wants to mend it once."""
    seen = {**SOUND, "devices": ["lo", "eth0"], "files": ["/work/evals.json"]}
    seen["environments"] = {"1": f"TOKEN={SECRET}"}
    with pytest.raises(SandboxError) as caught:
        Scene(seen=seen).probe()

    assert "network device eth0" in str(caught.value)
    assert "file /work/evals.json" in str(caught.value)
    assert "a secret of the bot" in str(caught.value)
    assert SECRET not in str(caught.value)


def test_a_room_that_cannot_be_inspected_is_an_error() -> None:
    """What was not seen is not taken for sound."""

    async def nothing(_call: Invocation) -> Output:
        await asyncio.sleep(0)
        return Output(code=1, stderr=b"no python here")

    agent = ScriptedAgent(lambda task, _room: agent_run("x", loaded=(CONTROL,) if task.skills else ()))
    with pytest.raises(SandboxError, match="no python here"):
        probe_lab(a_lab(agent=agent, sandboxes=MemorySandboxes({"python3": nothing})), model="m")


def test_a_probe_that_errored_is_the_servers() -> None:
    """And one that broke or timed out is a matter of version and limits."""
    errored = ScriptedAgent(lambda _task, _room: agent_run(outcome=Errored(reason="529")))
    broke = ScriptedAgent(lambda _task, _room: agent_run(outcome=Broke(reason="exit code 1")))

    with pytest.raises(ModelError, match="529"):
        probe_lab(a_lab(agent=errored), model="m")
    with pytest.raises(SandboxError, match="exit code 1"):
        probe_lab(a_lab(agent=broke), model="m")
