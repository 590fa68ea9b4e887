"""The loop of agent `messages`."""

import asyncio
from typing import Any

import pytest

from skilleval.domain.policy import Limits
from skilleval.domain.trial import Completed, TimedOut, Usage
from skilleval.errors import ModelError
from skilleval.execution.agents.messages import MessagesAgent
from skilleval.ports import AgentRun, AgentTask, ModelCall, ModelReply, TextBlock, ToolUseBlock
from skilleval.testing.model import Answer, ScriptedModels, says, tool_results, uses
from skilleval.testing.sandbox import MemorySandboxes
from tests.builders_execution import a_bundle

SKILL = a_bundle(body="Fill in each field.", files={"references/fields.md": b"one\ntwo\n"})


def play(*answers: Answer, delay_s: float = 0.0, **task: Any) -> tuple[AgentRun, list[ModelCall]]:
    """Return the run over these answers, and the calls that the model got."""
    models = ScriptedModels(answers, delay_s=delay_s)
    given = {
        "trial_id": "abc",
        "prompt": "Do it.",
        "model": "scripted",
        "limits": Limits(timeout_s=20),
        **task,
    }

    async def body() -> AgentRun:
        async with MemorySandboxes().open("abc", Limits()) as room, models.open() as model:
            return await MessagesAgent().run(AgentTask(**given), room, model)

    return asyncio.run(body()), models.model.calls


def test_tool_results_go_back_until_it_answers() -> None:
    """Each tool's result is the next message; the last text is the answer."""
    run, calls = play(
        uses("Write", file_path="a.txt", content="x"), uses("Read", file_path="a.txt"), says("It says x.")
    )

    assert run.outcome == Completed()
    assert run.evidence.answer == "It says x."
    assert tool_results(calls[-1]) == ("Wrote a.txt", "     1\tx")
    assert [call.name for call in run.evidence.tool_calls] == ["Write", "Read"]


def test_several_tools_in_one_turn() -> None:
    """All tools of a turn run in order, and all their results go back in one message."""
    blocks = (
        ToolUseBlock(id="1", name="Write", input={"file_path": "a", "content": "x"}),
        ToolUseBlock(id="2", name="Read", input={"file_path": "a"}),
    )
    both = ModelReply(content=blocks, stop_reason="tool_use", usage=Usage(calls=1), model="scripted")

    _, calls = play(both, says("done"))

    assert [message["role"] for message in calls[-1].messages] == ["user", "assistant", "user"]
    assert tool_results(calls[-1]) == ("Wrote a", "     1\tx")


def test_skill_is_disclosed_step_by_step() -> None:
    """Metadata is always in sight, the body comes when the skill is loaded, a resource when it is read."""
    run, calls = play(
        uses("Skill", skill="pdf-forms"),
        uses("Bash", command="cat .claude/skills/pdf-forms/references/fields.md"),
        says("done"),
        skills=(SKILL,),
    )

    assert "- pdf-forms: Fills PDF forms." in calls[0].system
    assert "Fill in each field." not in calls[0].system
    base = "Base directory for this skill: .claude/skills/pdf-forms\n\nFill in each field."
    assert tool_results(calls[1]) == (base,)
    assert run.evidence.skills.offered == run.evidence.skills.attempted == run.evidence.skills.loaded
    assert run.evidence.skills.loaded == ("pdf-forms",)


def test_attempt_is_not_load() -> None:
    """A skill that is not there was asked for and not loaded."""
    run, calls = play(uses("Skill", skill="xlsx"), says("no"), skills=(SKILL,))

    assert (run.evidence.skills.attempted, run.evidence.skills.loaded) == (("xlsx",), ())
    assert run.evidence.tool_calls[0].is_error
    assert tool_results(calls[1]) == ("Unknown skill: xlsx",)


def test_double_load_is_noted() -> None:
    """A skill that is loaded twice counts once, with a note."""
    run, _ = play(
        uses("Skill", skill="pdf-forms"), uses("Skill", skill="pdf-forms"), says("done"), skills=(SKILL,)
    )

    assert run.evidence.skills.loaded == ("pdf-forms",)
    assert "skill pdf-forms was loaded 2 times" in run.evidence.notes


def test_a_harmless_first_tool_decides_nothing() -> None:
    """A trigger trial goes on over other tools until the skill loads."""
    run, calls = play(
        uses("Glob", pattern="*"),
        uses("Skill", skill="pdf-forms"),
        says("never asked"),
        skills=(SKILL,),
        stop_when_loaded="pdf-forms",
    )

    assert run.outcome == Completed(stopped_early=True)
    assert len(calls) == 2


def test_trigger_trial_knows_when_to_give_up() -> None:
    """After the given number of tool calls without a load, the answer is known."""
    script = [uses("Glob", pattern="*")] * 5

    run, calls = play(*script, skills=(SKILL,), stop_when_loaded="pdf-forms", stop_after_tool_calls=3)

    assert run.outcome == Completed(stopped_early=True)
    assert (len(calls), run.evidence.skills.loaded) == (3, ())


def test_turn_limit() -> None:
    """An agent that never answers has had its chance: it timed out, with all evidence so far."""
    run, _ = play(*[uses("Glob", pattern="*")] * 9, limits=Limits(max_turns=4))

    assert run.outcome == TimedOut(reason="no answer within 4 turns")
    assert len(run.evidence.tool_calls) == 4


def test_time_limit() -> None:
    """An agent over its time timed out, and leaves its evidence."""
    run, _ = play(
        *[uses("Glob", pattern="*")] * 500, delay_s=0.05, limits=Limits(timeout_s=0.4, max_turns=999)
    )

    assert run.outcome == TimedOut(reason="no answer within 0.4 s")
    assert run.evidence.tool_calls


def test_hung_command_is_the_agents() -> None:
    """A command that hangs until the time is over is the agent's own doing."""
    run, _ = play(uses("Bash", command="sleep 30"), limits=Limits(timeout_s=0.3))

    assert isinstance(run.outcome, TimedOut)


def test_silent_model_is_ours() -> None:
    """When one call takes over half of all the time, the model server was what hung, not the agent."""
    with pytest.raises(ModelError) as caught:
        play(says("late"), delay_s=5.0, limits=Limits(timeout_s=0.3))

    assert caught.value.retryable


def test_answer_that_was_cut_is_noted() -> None:
    """An answer that ended at the limit on tokens is kept and marked."""
    run, _ = play(says("And so", stop_reason="max_tokens"))

    assert run.outcome == Completed()
    assert "the last message ended by max_tokens" in run.evidence.notes


def test_silence_is_an_answer() -> None:
    """A reply without any block ends the turn with an empty answer, not with a crash."""
    run, _ = play(ModelReply(content=(), stop_reason="end_turn", usage=Usage(calls=1), model="scripted"))

    assert (run.outcome, run.evidence.answer) == (Completed(), "")


def test_words_beside_a_tool_are_no_final_answer() -> None:
    """The last words count as the answer, also when only a tool was called afterwards."""
    first = ModelReply(
        content=(TextBlock(text="I look."), ToolUseBlock(id="1", name="Glob", input={"pattern": "*"})),
        stop_reason="tool_use",
        usage=Usage(calls=1),
        model="scripted",
    )

    run, _ = play(first, says("Found nothing."))

    assert run.evidence.answer == "Found nothing."


def test_transcript_reads_like_a_stream() -> None:
    """Events are those of Claude Code's stream: init with skills, messages in turn, a result at the end."""
    run, _ = play(uses("Skill", skill="pdf-forms"), says("done"), skills=(SKILL,))

    kinds = [event["type"] for event in run.evidence.transcript]
    assert kinds == ["system", "user", "assistant", "user", "assistant", "result"]
    assert run.evidence.transcript[0]["skills"] == ["pdf-forms"]
    assert run.evidence.transcript[-1]["result"] == "done"


def test_usage_is_added_up() -> None:
    """Tokens, calls and cost of all turns are in the evidence."""
    run, _ = play(uses("Glob", pattern="*"), says("done"))

    assert run.evidence.usage == Usage(fresh_tokens=200, output_tokens=20, calls=2, cost_usd=0.02)


def test_calls_are_attributed() -> None:
    """Each call carries the trial's id and the model of the plan."""
    _, calls = play(uses("Glob", pattern="*"), says("done"))

    assert {(call.trial_id, call.model) for call in calls} == {("abc", "scripted")}


def test_all_arms_start_with_the_same_bytes() -> None:
    """But for the listing at its end, the system prompt is the same; tools and prompt are identical."""
    _, (control,) = play(says("a"))
    _, (candidate,) = play(says("a"), skills=(SKILL,))

    assert candidate.system.startswith(control.system)
    assert (candidate.tools, candidate.messages) == (control.tools, control.messages)
    assert "pdf" not in control.system + str(control.tools)


def test_a_routing_trial_ends_with_the_skills_that_it_waits_for() -> None:
    """One loaded skill settles who takes a request; where two are expected, the second does."""
    other = a_bundle("csv")
    script = [uses("Skill", skill="csv"), uses("Skill", skill="pdf-forms"), says("done")]

    first, _ = play(*script, skills=(SKILL, other), stop_after_loads=1)
    both, _ = play(*script, skills=(SKILL, other), stop_after_loads=2)
    again, _ = play(uses("Skill", skill="csv"), *script, skills=(SKILL, other), stop_after_loads=2)

    assert first.outcome == both.outcome == Completed(stopped_early=True)
    assert first.evidence.skills.loaded == ("csv",)
    assert both.evidence.skills.loaded == again.evidence.skills.loaded == ("csv", "pdf-forms")
