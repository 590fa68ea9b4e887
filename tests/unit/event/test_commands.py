"""/skilleval words in comments."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.event import Command, read_command

SHA = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    ("body", "command"),
    [
        ("/skilleval rerun", Command()),
        ("Looks odd.\n/skilleval rerun\nThanks!", Command()),
        ("/skilleval   rerun  --only csv-clean --repeats 6", Command(only=("csv-clean",), repeats=6)),
        ("/skilleval rerun --only=a --only=my_skill.v2", Command(only=("a", "my_skill.v2"))),
        ("/skilleval rerun\r\n", Command()),
        (f"/skilleval approve {SHA}", Command(word="approve", sha=SHA)),
        (f"/skilleval approve {SHA.upper()}", Command(word="approve", sha=SHA)),
        (f"/skilleval approve {SHA} --repeats 6", Command(word="approve", sha=SHA, repeats=6)),
        ("/skilleval rerun\n\n/skilleval rerun", Command()),
    ],
)
def test_a_whole_line_is_a_command(body: str, command: Command) -> None:
    """A line of its own in plain text is a command, with its flags."""
    assert read_command(body) == command


@pytest.mark.parametrize(
    "body",
    [
        "please /skilleval rerun",
        "`/skilleval rerun`",
        "```\n/skilleval rerun\n```",
        "    /skilleval rerun",
        "> /skilleval rerun",
        "- /skilleval rerun",
        "# /skilleval rerun",
        "/skilleval rerun\n===",
        "<!-- \n/skilleval rerun\n-->",
        "**/skilleval rerun**",
        "[/skilleval rerun](https://x.test)",
        "/skillevaluate rerun",
        "\\`\n/skilleval-rerun",
        "",
    ],
)
def test_quotes_code_and_markup_are_no_commands(body: str) -> None:
    """Who cites a command does not give it."""
    assert read_command(body) is None


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("/skilleval", "unknown command; there are: rerun, approve"),
        ("/skilleval rerum", "did you mean `/skilleval rerun`"),
        ("/skilleval rerun --repeats 0", "usage"),
        ("/skilleval rerun --repeats ٣", "usage"),
        ("/skilleval rerun --repeats 101", "usage"),
        ("/skilleval rerun --only ../x", "usage"),
        ("/skilleval rerun --only", "usage"),
        ("/skilleval rerun now", "usage"),
        ("/skilleval approve", "all 40 digits"),
        ("/skilleval approve 0123456", "all 40 digits"),
        (f"/skilleval approve {SHA} {SHA}", "usage"),
        ("/skilleval rerun\n/skilleval rerun --repeats 9", "one comment holds one command"),
    ],
)
def test_a_wrong_command_says_how_it_is_meant(body: str, problem: str) -> None:
    """A command that cannot be followed carries the way out; a short sha is never enough."""
    command = read_command(body)

    assert command is not None
    assert problem in command.problem


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_comment_can_be_read(before: str, after: str) -> None:
    """No comment makes the reader fail, and what it reads holds only harmless words."""
    command = read_command(f"{before}\n/skilleval rerun {after}")

    if command is not None and not command.problem:
        assert all(name.isascii() and "/" not in name for name in command.only)
        assert command.repeats is None or 1 <= command.repeats <= 100
