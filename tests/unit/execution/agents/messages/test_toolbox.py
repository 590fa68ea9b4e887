"""The tools of agent `messages`, in a room in memory."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from skilleval.domain.policy import Limits
from skilleval.execution.agents.messages.toolbox import READ_LINES, RESULT_CHARS, Toolbox, ToolResult
from skilleval.ports import SandboxFile
from skilleval.testing.sandbox import MemorySandboxes
from tests.builders_execution import a_bundle

SKILL = a_bundle(body="Fill in each field.\n\nThen check.")


def use(
    name: str, arguments: Mapping[str, Any], files: Mapping[str, bytes] | None = None
) -> tuple[ToolResult, dict[str, bytes]]:
    """Return a tool's result, and the files of the work folder afterwards."""

    async def body() -> tuple[ToolResult, dict[str, bytes]]:
        async with MemorySandboxes().open("abc", Limits()) as room:
            await room.put([SandboxFile(path=path, content=data) for path, data in (files or {}).items()])
            result = await Toolbox(room, {SKILL.name: SKILL}).use(name, dict(arguments))
            return result, {path.removeprefix("/work/"): data for path, data in room.files.items()}

    return asyncio.run(body())


def test_read_numbers_lines() -> None:
    """Lines are numbered from 1, as in Claude Code."""
    result, _ = use("Read", {"file_path": "a"}, {"a": b"one\ntwo\n"})

    assert result.text == "     1\tone\n     2\ttwo"


@pytest.mark.parametrize(
    ("offset", "limit", "expected"),
    [
        (2, 1, "     2\tb\n(1 more lines: read on with offset 3)"),
        (3, 9, "     3\tc"),
        (9, 1, "(a has 3 lines: nothing to show from line 9 on)"),
        (-5, 1, "     1\ta\n(2 more lines: read on with offset 2)"),
    ],
)
def test_read_a_part(offset: int, limit: int, expected: str) -> None:
    """Offset and limit choose lines, and what is left out is said."""
    result, _ = use("Read", {"file_path": "a", "offset": offset, "limit": limit}, {"a": b"a\nb\nc\n"})

    assert result.text == expected


def test_read_of_a_long_file_is_a_part() -> None:
    """Without a limit at most 2,000 lines are shown."""
    result, _ = use("Read", {"file_path": "a"}, {"a": b"x\n" * (READ_LINES + 1)})

    assert result.text.endswith(f"(1 more lines: read on with offset {READ_LINES + 1})")


def test_read_by_full_path() -> None:
    """An absolute path into the work folder is the same file."""
    assert use("Read", {"file_path": "/work/d/../a"}, {"a": b"one"})[0].text == "     1\tone"


def test_reading_the_skill_file_is_loading() -> None:
    """A model that reads SKILL.md has the body, whatever tool it took."""
    path = ".claude/skills/pdf-forms/SKILL.md"

    by_read, _ = use("Read", {"file_path": path}, {path: b"Fill in each field."})
    by_shell, _ = use(
        "Bash", {"command": f"cat {path}"}, {path: b"---\n---\nFill in each field.\n\nThen check.\n"}
    )
    beside, _ = use("Read", {"file_path": f"{path}.bak"}, {f"{path}.bak": b"x"})

    assert (by_read.loaded, by_shell.loaded, beside.loaded) == ("pdf-forms", "pdf-forms", "")


def test_hidden_skill_cannot_be_invoked() -> None:
    """A skill that is hidden from the model is unknown to the Skill tool."""
    hidden = a_bundle("secret", frontmatter={"disable-model-invocation": True})

    async def body() -> ToolResult:
        async with MemorySandboxes().open("abc", Limits()) as room:
            return await Toolbox(room, {"secret": hidden}).use("Skill", {"skill": "secret"})

    result = asyncio.run(body())
    assert (result.is_error, result.loaded) == (True, "")


def test_write_makes_and_replaces() -> None:
    """A file is written with its folders."""
    result, files = use("Write", {"file_path": "d/a.txt", "content": "grüße"}, {"d/a.txt": b"a longer text"})

    assert not result.is_error
    assert files == {"d/a.txt": "grüße".encode()}


def test_edit_replaces_the_one_place() -> None:
    """The old text is replaced where it stands exactly once."""
    arguments = {"file_path": "a", "old_string": "two", "new_string": "2"}

    assert use("Edit", arguments, {"a": b"one two\n"})[1] == {"a": b"one 2\n"}


@pytest.mark.parametrize(("content", "count"), [(b"one", 0), (b"two two", 2)])
def test_edit_of_no_or_many_places_is_refused(content: bytes, count: int) -> None:
    """Otherwise nothing is changed, and the model is told why."""
    result, files = use("Edit", {"file_path": "a", "old_string": "two", "new_string": "2"}, {"a": content})

    assert result.is_error
    assert f"{count} times" in result.text
    assert files == {"a": content}


def test_bash_shows_output_and_errors() -> None:
    """Both streams come back; a non-zero exit is an error with its code."""
    fine, _ = use("Bash", {"command": "printf out; printf err >&2"})
    failed, _ = use("Bash", {"command": "printf out; exit 3"})
    silent, _ = use("Bash", {"command": "true"})

    assert (fine.text, fine.is_error) == ("out\nerr", False)
    assert (failed.text, failed.is_error) == ("Exit code 3\nout", True)
    assert silent.text == "(no output)"


def test_bash_over_its_time() -> None:
    """The timeout is in milliseconds, as in Claude Code; being over it is an error result."""
    result, _ = use("Bash", {"command": "sleep 30", "timeout": 100})

    assert result.is_error
    assert result.text.startswith("Command timed out after 100 ms")


def test_glob_lists_sorted() -> None:
    """Matching files, sorted, relative to the work folder."""
    files = {"b.py": b"", "a.py": b"", "d/c.py": b"", "x.txt": b""}

    assert use("Glob", {"pattern": "**/*.py"}, files)[0].text == "a.py\nb.py\nd/c.py"
    assert use("Glob", {"pattern": "*.go"}, files)[0].text == "(no files match)"


def test_long_result_keeps_head_and_tail() -> None:
    """A long result is cut in the middle, and says how much is missing."""
    result, _ = use("Bash", {"command": "cat a"}, {"a": b"A" + b"x" * (2 * RESULT_CHARS) + b"Z"})

    assert result.text.startswith("Ax")
    assert result.text.endswith("xZ")
    assert f"({RESULT_CHARS + 2} characters left out)" in result.text


@pytest.mark.parametrize("tool", ["Read", "Write", "Edit"])
@pytest.mark.parametrize("path", ["/etc/passwd", "../x", "a/../../x", "/work/../etc/passwd", "/workshop/x"])
def test_outside_is_refused(tool: str, path: str) -> None:
    """File tools stay in the room: the answer key of a checkout next door is not to be read."""
    result, files = use(tool, {"file_path": path, "content": "x", "old_string": "a", "new_string": "b"})

    assert result.is_error
    assert "outside" in result.text
    assert files == {}


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("Read", {}),
        ("Read", {"file_path": 3}),
        ("Read", {"file_path": "a", "offset": "x"}),
        ("Read", {"file_path": "missing"}),
        ("Edit", {"file_path": "missing", "old_string": "a", "new_string": "b"}),
        ("Bash", {"command": ["ls"]}),
        ("Skill", {}),
        ("Launch", {"missiles": True}),
    ],
)
def test_bad_call_is_told_to_the_model(tool: str, arguments: dict[str, Any]) -> None:
    """A call that makes no sense is an error result; the trial goes on."""
    result, _ = use(tool, arguments)

    assert result.is_error
    assert result.text
