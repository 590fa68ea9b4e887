"""The CLI's stream, read to its end."""

import json

from hypothesis import given
from hypothesis import strategies as st

from skilleval.execution.agents.claude_code.stream import read_stream
from tests.builders_execution import a_bundle

Event = dict[str, object]
BODY = "Fill in each field of the form and say which of them were left empty."
INIT: Event = {
    "type": "system",
    "subtype": "init",
    "skills": ["pdf-forms"],
    "claude_code_version": "2.1.332",
    "model": "m-1",
}


def asked(name: str, given: Event, number: int = 1) -> Event:
    block = {"type": "tool_use", "id": f"t{number}", "name": name, "input": given}
    usage = {"input_tokens": 10, "output_tokens": 1}
    return {"type": "assistant", "message": {"id": f"m{number}", "content": [block], "usage": usage}}


def answered(content: object, number: int = 1, *, is_error: bool = False) -> Event:
    block = {"type": "tool_result", "tool_use_id": f"t{number}", "content": content, "is_error": is_error}
    return {"type": "user", "message": {"content": [block]}}


def lines(*events: Event) -> str:
    return "\n".join(json.dumps(event) for event in events)


def loaded(*events: Event) -> tuple[str, ...]:
    return read_stream(lines(INIT, *events), [a_bundle(body=BODY)]).skills.loaded


def test_the_init_event_says_what_is_offered() -> None:
    """Skills, version, model."""
    stream = read_stream(lines(INIT), [])

    assert (stream.offered, stream.version, stream.model) == (("pdf-forms",), "2.1.332", "m-1")


def test_a_later_skill_counts_after_a_harmless_tool() -> None:
    """The first tool decides nothing."""
    look, load = asked("Bash", {"command": "ls"}, 1), asked("Skill", {"skill": "pdf-forms"}, 2)

    assert loaded(look, answered("a", 1), load, answered("Launching skill", 2)) == ("pdf-forms",)


def test_a_refused_skill_is_attempted_and_not_loaded() -> None:
    """An error as the tool's result."""
    stream = read_stream(lines(asked("Skill", {"skill": "x"}), answered("Unknown skill", is_error=True)), [])

    assert (stream.skills.attempted, stream.skills.loaded) == (("x",), ())


def test_a_skill_without_a_result_is_not_loaded() -> None:
    """A stream that is cut between call and result proves nothing."""
    assert loaded(asked("Skill", {"skill": "pdf-forms"})) == ()


def test_reading_the_file_or_printing_the_body_loads() -> None:
    """However the model got the body, it has got it."""
    read = asked("Read", {"file_path": "/work/.claude/skills/pdf-forms/SKILL.md"})
    cat = asked("Bash", {"command": "cat .claude/skills/*/SKILL.md"})

    assert loaded(read, answered("1\tx")) == ("pdf-forms",)
    assert loaded(cat, answered([{"type": "text", "text": f"---\n{BODY}"}])) == ("pdf-forms",)
    assert loaded(cat, answered("nothing of it")) == ()


def test_the_result_event_has_answer_usage_and_denials() -> None:
    """Cost as the CLI counts it; denied tools by name."""
    result: Event = {
        "type": "result",
        "result": "All done.",
        "total_cost_usd": 0.5,
        "num_turns": 3,
        "usage": {
            "input_tokens": 1,
            "cache_creation_input_tokens": 2,
            "cache_read_input_tokens": 4,
            "output_tokens": 8,
        },
        "permission_denials": [{"tool_name": "WebFetch"}],
    }
    stream = read_stream(lines(INIT, result), [])

    assert stream.answer == "All done."
    assert stream.denials == ("WebFetch",)
    assert (stream.usage.fresh_tokens, stream.usage.cached_tokens, stream.usage.output_tokens) == (3, 4, 8)
    assert stream.usage.cost_usd == 0.5


def test_without_a_result_the_messages_are_summed_once() -> None:
    """The CLI repeats a message's usage with each of its blocks."""
    first = asked("Bash", {"command": "ls"}, 1)
    stream = read_stream(lines(first, first, asked("Bash", {"command": "ls"}, 2)), [])

    assert stream.usage.fresh_tokens == 20
    assert stream.usage.cost_usd is None


def test_the_watchers_word_is_read() -> None:
    """Why it ended the CLI, and that the transcript was cut."""
    stream = read_stream(
        lines({"type": "skilleval", "cut": "too long"}, {"type": "skilleval", "stopped": "loaded"}), []
    )

    assert stream.stopped == "loaded"
    assert stream.notes == ("too long",)


FLAT = st.sampled_from(
    ["assistant", "user", "result", "system", "tool_use", "tool_result", "", 7, None, True]
)
KEYS = st.sampled_from(["type", "subtype", "message", "content", "usage", "skills", "result", "id", "input"])
BLOCK = st.dictionaries(KEYS, FLAT, max_size=4)
MESSAGE = st.dictionaries(KEYS, FLAT | st.lists(BLOCK, max_size=2) | BLOCK, max_size=4)


@given(st.lists(st.dictionaries(KEYS, FLAT | MESSAGE, max_size=4), max_size=4))
def test_no_events_break_the_reader(events: list[Event]) -> None:
    """What a CLI of tomorrow, or a hostile program in its place, prints is read or skipped."""
    read_stream(lines(*events) + "\nnot json\n[1]\n", [a_bundle(body=BODY)])
