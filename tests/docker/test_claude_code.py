"""The real CLI in network-less rooms: what fired, how it ended, what it cost, what it was offered."""

import asyncio
import json
from collections.abc import Iterator

import pytest

from skilleval.domain.policy import Limits
from skilleval.domain.trial import Broke, Completed, Errored, TimedOut
from skilleval.gateway.beside import GatewayProcess
from tests import builders_docker
from tests.builders_cli import MODEL, Stage, staged
from tests.builders_execution import a_bundle
from tests.builders_gateway import CACHED, FRESH, OUTPUT, Body, say, turns, use

pytestmark = [*builders_docker.needs_docker, pytest.mark.timeout(300)]

SKILL = a_bundle(body="Fill in each field of the form, then say which fields were left empty and why.")
OTHER = a_bundle("weather", body="Say that the sun shines, whatever the weather outside may be today.")
LOOK = use("Bash", {"command": "ls", "description": "look"})
LOAD = use("Skill", {"skill": SKILL.name}, 1)
SLEEP = "python3 -c 'import time; time.sleep(100)'"


@pytest.fixture(scope="module")
def shared() -> Iterator[Stage]:
    with staged(slots=3) as stage:
        yield stage


@pytest.fixture
def stage(shared: Stage) -> Stage:
    provider = shared.provider
    provider.script, provider.faults = turns(say("done")), []
    provider.calls.clear()
    provider.headers.clear()
    return shared


def test_a_harmless_first_tool_does_not_decide(stage: Stage) -> None:
    """A model that looks around first and loads the skill then has fired it."""
    stage.provider.script = turns(LOOK, LOAD, say("The form is filled in."))
    run = stage.trial("fired", [SKILL, OTHER])
    evidence = run.evidence

    assert isinstance(run.outcome, Completed)
    assert evidence.skills.attempted == evidence.skills.loaded == (SKILL.name,)
    assert [call.name for call in evidence.tool_calls] == ["Bash", "Skill"]
    assert evidence.answer == "The form is filled in."


def test_a_quiet_run_fires_nothing(stage: Stage) -> None:
    """An answer without the skill is a completed trial in which nothing was loaded."""
    run = stage.trial("quiet", [SKILL])

    assert isinstance(run.outcome, Completed)
    assert run.evidence.skills.offered == (SKILL.name,)
    assert run.evidence.skills.loaded == ()


def test_asking_for_a_skill_that_is_not_there_is_an_attempt(stage: Stage) -> None:
    """Attempted and loaded are two things."""
    stage.provider.script = turns(use("Skill", {"skill": "no-such-skill"}), say("I could not."))
    skills = stage.trial("attempt", [SKILL]).evidence.skills

    assert skills.attempted == ("no-such-skill",)
    assert skills.loaded == ()


def test_reading_the_skills_file_loads_it(stage: Stage) -> None:
    """A model that opens SKILL.md by itself has got the body."""
    path = f"/work/.claude/skills/{SKILL.name}/SKILL.md"
    stage.provider.script = turns(use("Read", {"file_path": path}), say("done"))

    assert stage.trial("read", [SKILL]).evidence.skills.loaded == (SKILL.name,)


@pytest.mark.parametrize("skills", [(), (SKILL,), (SKILL, OTHER)])
def test_only_the_repositorys_skills_are_offered(stage: Stage, skills: tuple[object, ...]) -> None:
    """In no arm does the CLI list, or the model see, a skill that is not installed for the trial."""
    bundles = [one for one in (SKILL, OTHER) if one in skills]
    run = stage.trial(f"offered-{len(skills)}", bundles)
    listing = _listing(stage.provider.calls[0])

    assert sorted(run.evidence.skills.offered) == sorted(one.name for one in bundles)
    assert sorted(listing) == sorted(one.name for one in bundles)
    assert not _init(run.evidence.transcript).get("mcp_servers")
    assert not _init(run.evidence.transcript).get("plugins")


def test_arms_differ_in_nothing_but_the_listing(stage: Stage) -> None:
    """Tools and system prompt are the same bytes in all trials, so the prompt cache serves them all."""
    stage.trial("arm-a", [SKILL])
    stage.trial("arm-b", [OTHER])
    first, second = stage.provider.calls

    assert json.dumps(first["tools"]) == json.dumps(second["tools"])
    assert _texts(first["system"])[1:] == _texts(second["system"])[1:]


def test_a_trigger_trial_ends_when_the_skill_is_loaded(stage: Stage) -> None:
    """The answer is known, so the work is not paid for."""
    stage.provider.script = turns(LOOK, LOAD, *[LOOK] * 5, say("done"))
    run = stage.trial("early", [SKILL], stop_when_loaded=SKILL.name)

    assert run.outcome == Completed(stopped_early=True)
    assert run.evidence.skills.loaded == (SKILL.name,)
    assert len(stage.provider.calls) <= 3


def test_a_trigger_trial_ends_after_enough_other_tools(stage: Stage) -> None:
    """So many tool calls without loading settle the answer, too."""
    stage.provider.script = turns(*[use("Bash", {"command": f"echo {n}"}, n) for n in range(9)], say("done"))
    run = stage.trial("enough", [SKILL], stop_when_loaded=SKILL.name, stop_after_tool_calls=3)

    assert run.outcome == Completed(stopped_early=True)
    assert run.evidence.skills.loaded == ()
    assert len(run.evidence.tool_calls) == 3


def test_totals_equal_the_servers_own_count(stage: Stage) -> None:
    """Tokens, calls and money of a trial are those that the server counted."""
    stage.provider.script = turns(LOOK, LOAD, say("done"))
    usage = stage.trial("totals", [SKILL]).evidence.usage
    calls = len(stage.provider.calls)

    assert (usage.calls, usage.fresh_tokens) == (calls, calls * FRESH)
    assert (usage.cached_tokens, usage.output_tokens) == (calls * CACHED, calls * OUTPUT)
    assert usage.cost_usd == pytest.approx(calls * (FRESH * 10 + CACHED + OUTPUT * 50) / 1e6)


def test_killed_by_our_limit_is_timed_out(stage: Stage) -> None:
    """A tool that never ends has cost the agent its time."""
    stage.provider.script = turns(use("Bash", {"command": SLEEP, "timeout": 90000}), say("done"))
    run = stage.trial("slow", [SKILL], limits=Limits(timeout_s=12.0, memory_mb=1024))

    assert isinstance(run.outcome, TimedOut)
    assert run.evidence.skills.offered == (SKILL.name,)


def test_too_many_turns_is_timed_out(stage: Stage) -> None:
    """The limit on turns is a limit, too."""
    stage.provider.script = turns(*[use("Bash", {"command": f"echo {n}"}, n) for n in range(9)], say("done"))
    run = stage.trial("turns", [SKILL], limits=Limits(timeout_s=60.0, memory_mb=1024, max_turns=2))

    assert isinstance(run.outcome, TimedOut)


@pytest.mark.parametrize("skills", [[SKILL], []], ids=["positive", "negative"])
def test_died_inside_its_limits_is_broke(stage: Stage, skills: list[object]) -> None:
    """A command that kills the agent is the trial's own doing, whatever was expected of it."""
    stage.provider.script = turns(use("Bash", {"command": "kill -9 $PPID"}), say("done"))
    run = stage.trial(f"killed-{len(skills)}", [SKILL] if skills else [])

    assert isinstance(run.outcome, Broke)


def test_a_missing_cli_is_ours() -> None:
    """Whoever asks for a program that is not in the image gets no number."""
    with staged(program="no-such-cli") as stage:
        run = stage.trial("missing", [SKILL])

    assert isinstance(run.outcome, Errored)
    assert "cannot be started" in run.outcome.reason


@pytest.mark.parametrize("fault", ["429-spent", "529", "cut", "silence", "malformed", "wrong-model", "401"])
def test_a_lasting_fault_of_the_server_is_ours(fault: str) -> None:
    """Neither pass nor fail, and the reason names the server."""
    with staged(slots=1) as stage:
        stage.provider.faults = [fault] * 50
        run = stage.trial(f"fault-{fault}", [SKILL])

    assert isinstance(run.outcome, Errored), run
    assert run.evidence.usage.tokens == 0


@pytest.mark.parametrize("fault", ["429", "529", "cut", "silence", "malformed"])
def test_a_passing_fault_leaves_no_trace_in_the_trial(stage: Stage, fault: str) -> None:
    """The gateway asks again; the trial completes and counts each answer once."""
    stage.provider.script, stage.provider.faults = turns(LOAD, say("done")), [fault]
    run = stage.trial(f"passing-{fault}", [SKILL])

    assert isinstance(run.outcome, Completed)
    assert run.evidence.skills.loaded == (SKILL.name,)
    assert run.evidence.usage.calls == len(stage.provider.calls) == 2


def test_a_dead_gateway_is_ours() -> None:
    """The agent finds no model: no pass, no fail."""
    with staged(slots=1) as stage:
        launched = stage.gateway.launched
        assert isinstance(launched, GatewayProcess)
        process = launched.process
        opened = stage.gateway.open

        def open_and_die(slot: int, trial_id: str) -> None:
            opened(slot, trial_id)
            process.kill()
            process.wait()

        stage.gateway.open = open_and_die  # type: ignore[method-assign]
        with pytest.raises(Exception, match="gateway"):
            stage.trial("dead", [SKILL])
        stage.gateway.close = lambda slot: None  # type: ignore[method-assign]


@pytest.mark.parametrize("slots", [1, 4, 10])
def test_recall_is_the_same_with_any_number_of_slots(slots: int) -> None:
    """Trials in which the skill fires, mixed with such in which it does not: no slot takes another's hits."""
    with staged(slots=slots) as stage:
        stage.provider.script = _by_prompt
        count = max(6, slots)
        prompts = ["please do fire" if number % 2 else "please stay quiet" for number in range(count)]

        async def all_of_them() -> list[bool]:
            seats = asyncio.Semaphore(slots)

            async def one(number: int) -> bool:
                async with seats:
                    run = await stage.run(
                        f"t{number}", [SKILL], prompt=prompts[number], stop_when_loaded=SKILL.name
                    )
                assert isinstance(run.outcome, Completed)
                return SKILL.name in run.evidence.skills.loaded

            return list(await asyncio.gather(*(one(number) for number in range(count))))

        fired = asyncio.run(all_of_them())

    assert fired == [bool(number % 2) for number in range(count)]


def _by_prompt(body: Body) -> list[Body]:
    asked = json.dumps(body["messages"])
    return turns(LOOK, LOAD, say("done"))(body) if "do fire" in asked else turns(LOOK, say("done"))(body)


def _texts(system: list[Body]) -> list[str]:
    return [block["text"] for block in system]


def _listing(body: Body) -> list[str]:
    """Return the names in the listing of skills that the model sees, wherever in the messages it stands."""
    text = "\n".join(
        content if isinstance(content, str) else "\n".join(block.get("text", "") for block in content)
        for content in (message["content"] for message in body["messages"])
    )
    head = "skills are available for use with the Skill tool:"
    block = text.partition(head)[2].strip().split("\n\n")[0] if head in text else ""
    return [line[2:].partition(":")[0] for line in block.splitlines() if line.startswith("- ")]


def _init(transcript: tuple[dict[str, object], ...]) -> dict[str, object]:
    return next(event for event in transcript if event.get("subtype") == "init")


def test_the_model_of_the_plan_is_the_only_one_asked(stage: Stage) -> None:
    """Titles, summaries and other side calls of the CLI go to no other model."""
    stage.provider.script = turns(LOOK, say("done"))
    stage.trial("models", [SKILL])

    assert {call["model"] for call in stage.provider.calls} == {MODEL}
