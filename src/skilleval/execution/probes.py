"""Before the first paid trial: does the agent load a skill that it must, and does a room hold what it says?

Run once per agent version and settings. A failed probe is an error, never a number. The positive control's
call also warms the model's prompt cache: tools and system prompt are the same in all trials.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from skilleval.domain.bundle import Bundle, BundleFile, SkillText
from skilleval.domain.trial import Completed, Errored, Usage
from skilleval.domain.value import Value
from skilleval.errors import ModelError, SandboxError
from skilleval.execution.execute import Lab
from skilleval.execution.skill_files import skill_files
from skilleval.ports import AgentRun, AgentTask, Model, Sandbox

INSPECT = Path(__file__).with_name("inspect_room.py")
CONTROL = "skilleval-probe"
_DESCRIPTION = "Answers the skilleval probe. Use this skill whenever the skilleval probe is asked for."
_BODY = "# skilleval-probe\n\nAnswer with the single word PROBE-ANSWERED and do nothing else.\n"
_PROMPT = "Run the skilleval probe, please."
_NOTHING = "Say the word ready, and nothing else."
_TRIES = 2
_OWN_SOCKETS = ("/run/skilleval/model.sock", "/tmp/")  # noqa: S108 - inside; agents make some of their own
_SECRET_CHARS = 8
_INIT_EMPTY = ("mcp_servers", "plugins", "memory_paths")


class ProbeReport(Value):
    """What the probes saw: the agent's version, what they cost, what was not looked at."""

    agent_version: str = ""
    usage: Usage = Usage()
    notes: tuple[str, ...] = ()


def probe_lab(lab: Lab, *, model: str, secrets: Sequence[str] = ()) -> ProbeReport:
    """Probe agent and rooms; `secrets` are the values that must be in no room.

    Raises SandboxError with what leaked, or that the positive control did not fire; ModelError when the
    model cannot be reached. Nothing of `secrets` is put into a room or into a message.
    """
    return asyncio.run(_probe(lab, model, secrets))


async def _probe(lab: Lab, model: str, secrets: Sequence[str]) -> ProbeReport:
    async with lab.models.open() as client:
        control = await _positive_control(lab, model, client)
        bare, leaks = await _bare_room(lab, model, client, secrets)
    if leaks:
        raise SandboxError(f"the isolation probe failed: {'; '.join(leaks)}")
    notes = () if lab.sandboxes.isolated else (f"sandbox {lab.sandboxes.name} isolates nothing",)
    return ProbeReport(
        agent_version=control.evidence.agent_version,
        usage=control.evidence.usage + bare.evidence.usage,
        notes=notes,
    )


async def _positive_control(lab: Lab, model: str, client: Model) -> AgentRun:
    """Return the run in which the control fired. One miss is a model's whim, two are a broken harness."""
    skill = _control_skill()
    for attempt in range(1, _TRIES + 1):
        async with lab.sandboxes.open(f"probe-control-{attempt}", lab.limits) as room:
            await room.put(skill_files([skill]))
            await room.seal()
            task = AgentTask(
                trial_id=f"probe-control-{attempt}",
                prompt=_PROMPT,
                skills=(skill,),
                model=model,
                limits=lab.limits,
                stop_when_loaded=CONTROL,
            )
            run = await lab.agent.run(task, room, client)
        _raise_when_ours(run)
        if CONTROL in run.evidence.skills.loaded:
            return run
    used = run.evidence.skills
    raise SandboxError(
        f"the positive control did not fire (offered {list(used.offered)}, attempted {list(used.attempted)}, "
        f"ended {run.outcome.state})",
        hint="no number can be trusted: check the agent's version and the model",
    )


async def _bare_room(
    lab: Lab, model: str, client: Model, secrets: Sequence[str]
) -> tuple[AgentRun, tuple[str, ...]]:
    """Run the agent without any skill and look around in its room afterwards."""
    async with lab.sandboxes.open("probe-bare", lab.limits) as room:
        await room.seal()
        task = AgentTask(trial_id="probe-bare", prompt=_NOTHING, model=model, limits=lab.limits)
        run = await lab.agent.run(task, room, client)
        _raise_when_ours(run)
        seen = await _look_around(room) if lab.sandboxes.isolated else {}
    leaks = (*_seen_by_agent(run), *leaks_in(seen, secrets=secrets))
    return run, leaks


def _raise_when_ours(run: AgentRun) -> None:
    if isinstance(run.outcome, Errored):
        raise ModelError(f"the probe did not get through: {run.outcome.reason}")
    if not isinstance(run.outcome, Completed):
        words = f"the probe {run.outcome.state}: {run.outcome.reason}"
        raise SandboxError(words, hint="check the agent's version and limits")


def _seen_by_agent(run: AgentRun) -> tuple[str, ...]:
    """Return what an agent without skills was offered all the same."""
    found = [f"the bare arm is offered the skill {name!r}" for name in run.evidence.skills.offered]
    init = next((one for one in run.evidence.transcript if one.get("subtype") == "init"), {})
    found += [f"the agent starts with {key}: {init[key]}" for key in _INIT_EMPTY if init.get(key)]
    return tuple(found)


async def _look_around(room: Sandbox) -> Mapping[str, object]:
    script = INSPECT.read_text(encoding="utf-8")
    result = await room.run(["python3", "-I", "-S", "-c", script], timeout_s=60)
    try:
        seen = json.loads(result.stdout)
    except ValueError as exc:
        raise SandboxError(
            f"the room cannot be inspected: {result.stderr.strip()[-200:] or result.exit_code}"
        ) from exc
    return seen if isinstance(seen, Mapping) else {}


def leaks_in(seen: Mapping[str, object], *, secrets: Sequence[str]) -> tuple[str, ...]:
    """Return, in words, what a room's inspection shows that must not be there."""
    found = [f"network device {name}" for name in _list(seen, "devices") if name != "lo"]
    found += [f"a route: {line}" for line in _list(seen, "routes")]
    found += [f"{target} answers" for target in _list(seen, "reachable")]
    found += [f"socket {path}" for path in _list(seen, "sockets") if not path.startswith(_OWN_SOCKETS)]
    found += [f"file {path}" for path in _list(seen, "files")]
    found += [f"capabilities {value}" for value in _list(seen, "capabilities")]
    text = str(seen.get("environments", ""))
    held = [secret for secret in secrets if len(secret) >= _SECRET_CHARS and secret in text]
    found += ["a secret of the bot in an environment"] if held else []
    return tuple(found)


def _list(seen: Mapping[str, object], key: str) -> list[str]:
    value = seen.get(key)
    return [str(one) for one in value] if isinstance(value, list) else []


def _control_skill() -> Bundle:
    text = f"---\nname: {CONTROL}\ndescription: {_DESCRIPTION}\n---\n\n{_BODY}".encode()
    digest = sha256(text).hexdigest()
    return Bundle(
        name=CONTROL,
        path=CONTROL,
        commit="0" * 40,
        tree_sha="",
        digest=digest,
        digest_with_evals=digest,
        skill=SkillText(name=CONTROL, description=_DESCRIPTION, body=_BODY, body_line=5),
        files=(BundleFile(path="SKILL.md", sha256=digest, size_bytes=len(text), content=text),),
    )
