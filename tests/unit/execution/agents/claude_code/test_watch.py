"""The watcher inside the room, as the script that it is."""

import json
import subprocess
import sys

from skilleval.execution.agents.claude_code.launch import WATCH

ORDERS = {"stop_when_loaded": "", "stop_after_tool_calls": 0, "stream_bytes": 100_000, "result_bytes": 50_000}
LOAD = {"message": {"content": [{"type": "tool_use", "id": "a", "name": "Skill", "input": {"skill": "x"}}]}}
LOADED = {"message": {"content": [{"type": "tool_result", "tool_use_id": "a", "content": "ok"}]}}
FAILED = {"message": {"content": [{"type": "tool_result", "tool_use_id": "a", "is_error": True}]}}
RESULT = {"type": "result", "result": "r" * 20_000}


def watched(*events: object, code: int = 0, **orders: object) -> tuple[list[dict[str, object]], int]:
    """Return the events that come through, and the exit code, for a CLI that prints these and then waits."""
    text = "\n".join(event if isinstance(event, str) else json.dumps(event) for event in events)
    wait_s = 0 if code >= 0 else 30
    cli = f"import sys, time; print({text!r}, flush=True); time.sleep({wait_s}); sys.exit({code})"
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(WATCH), json.dumps(ORDERS | orders), sys.executable, "-c", cli],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def test_events_and_exit_code_come_through() -> None:
    """Short events as they are; lines that are no JSON go to stderr."""
    events, code = watched(LOAD, "no json", FAILED, code=3)

    assert events == [LOAD, FAILED]
    assert code == 3


def test_it_ends_the_cli_when_the_skill_is_loaded() -> None:
    """A CLI that would wait half a minute is gone, and the reason is said."""
    events, code = watched(LOAD, LOADED, code=-1, stop_when_loaded="x")

    assert events[-1] == {"type": "skilleval", "stopped": "loaded"}
    assert code == 0


def test_a_failed_load_ends_nothing() -> None:
    """Attempted is not loaded, and another skill is not this one."""
    assert watched(LOAD, FAILED, stop_when_loaded="x")[0] == [LOAD, FAILED]
    assert watched(LOAD, LOADED, stop_when_loaded="y")[0] == [LOAD, LOADED]


def test_it_ends_the_cli_after_so_many_tools() -> None:
    """Counted by calls that were answered."""
    events, _ = watched(LOAD, FAILED, code=-1, stop_when_loaded="x", stop_after_tool_calls=1)

    assert events[-1] == {"type": "skilleval", "stopped": "tool calls"}


def test_long_texts_are_cut_and_the_result_is_not() -> None:
    """The answer is what is graded."""
    events, _ = watched({"type": "user", "message": {"content": "u" * 20_000}}, RESULT)

    assert len(json.dumps(events[0])) < 9_000
    assert events[1] == RESULT


def test_the_result_comes_even_past_the_budget() -> None:
    """A transcript that fills the room's output limit ends in a note, and then in the result."""
    events, _ = watched(
        *[{"type": "user", "message": {"content": "u" * 900}}] * 20, RESULT, stream_bytes=5_000
    )

    assert events[-1] == RESULT
    assert any("cut" in event for event in events)
    assert len(events) < 10


def load(skill: str, key: str, *, name: str = "Skill") -> list[dict[str, object]]:
    """Return the events of a skill that loads."""
    given = (
        {"file_path": f"/work/.claude/skills/{skill}/SKILL.md"}
        if name == "Read"
        else {"command": f"/{skill}"}
    )
    return [
        {"message": {"content": [{"type": "tool_use", "id": key, "name": name, "input": given}]}},
        {"message": {"content": [{"type": "tool_result", "tool_use_id": key, "content": "ok"}]}},
    ]


def test_it_ends_the_cli_when_enough_skills_are_loaded() -> None:
    """Different ones count, in whatever way they were loaded; the same twice is one."""
    one, two = load("x", "a"), load("y", "b", name="Read")
    events, _ = watched(*one, *load("x", "c"), *two, code=-1, stop_after_loads=2)

    assert events[-1] == {"type": "skilleval", "stopped": "loaded"}
    assert len(events) == 7
    assert watched(*one, stop_after_loads=2)[0] == one
