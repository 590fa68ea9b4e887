"""Constant paths in evidence."""

from skilleval.domain.policy import Limits
from skilleval.domain.trial import CommandResult, Evidence, FileEvidence, ToolCall
from skilleval.execution.constant_paths import with_constant_paths
from skilleval.testing.sandbox import MemorySandbox


class RandomRoom(MemorySandbox):
    """A room whose folders have names of their own."""

    work_dir = "/tmp/skilleval-room-x1/work"
    home_dir = "/tmp/skilleval-room-x1/home"


def test_paths_of_the_room_are_replaced_everywhere_but_in_files() -> None:
    """Answer, tool calls, commands and transcript show constant paths; files keep their bytes."""
    words = "see /tmp/skilleval-room-x1/work/a and /tmp/skilleval-room-x1/home/b"
    evidence = Evidence(
        answer=words,
        tool_calls=(ToolCall(name="Bash", arguments={"command": words, "n": [words, 3]}, result=words),),
        commands={"c": CommandResult(argv=("ls",), exit_code=0, stdout=words, stderr=words)},
        transcript=({"type": "user", "message": {"content": [{"text": words}]}, "n": 1, "none": None},),
        files=(FileEvidence(path="a", state="created", text=words, content=words.encode()),),
    )

    shown = with_constant_paths(evidence, RandomRoom(Limits(), {}))

    assert shown.answer == "see /work/a and /home/agent/b"
    rest = shown.model_copy(update={"files": ()})
    assert "skilleval-room" not in repr((rest, rest.transcript))
    assert shown.files == evidence.files
    assert shown.tool_calls[0].arguments["n"] == ["see /work/a and /home/agent/b", 3]
