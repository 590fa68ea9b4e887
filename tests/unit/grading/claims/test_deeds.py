"""Tool calls as texts to search."""

import pytest

from skilleval.domain.trial import ToolCall
from skilleval.grading.claims.deeds import Calls, call_line
from tests.builders_grading import bash


@pytest.mark.parametrize(("said", "ran"), [
    ("pytest -q", True), ("python -m pytest", True), ("pytest tests", False), ("npm test", False),
    ("cd x && pytest", False),
])  # fmt: skip
def test_command_ran_when_every_word_of_it_did(said: str, ran: bool) -> None:
    """Options may differ; words may not."""
    assert Calls((bash("python -m pytest --lf"),)).ran(said) is ran


def test_commands_are_found_under_every_name_that_tools_use() -> None:
    """`command`, `cmd`, or a list."""
    calls = (
        ToolCall(name="Exec", arguments={"cmd": "ls"}),
        ToolCall(name="Run", arguments={"argv": ["a", "b"]}),
        ToolCall(name="Read"),
    )

    assert [line for line, _ in Calls(calls).commands] == ["ls", "a b"]
    assert call_line(calls[0]) == 'Exec {"cmd": "ls"}'


def test_listing_commands_may_have_read_anything() -> None:
    """So that nobody is charged with not reading."""
    assert Calls((bash("cat *.md"),)).lists_files
    assert not Calls((bash("cat a.md"),)).lists_files
