"""One command under its supervisor."""

import asyncio
from pathlib import Path

import pytest

from skilleval.domain.trial import CommandResult
from skilleval.errors import SandboxError
from skilleval.execution.sandboxes.process.command import Command, Order, spell


def an_order(cwd: Path, *argv: str, timeout_s: float = 20) -> Order:
    """Return an order with a bare environment."""
    return Order(
        argv=argv,
        cwd=cwd,
        env={"PATH": "/usr/bin:/bin"},
        timeout_s=timeout_s,
        output_bytes=1000,
        memory_bytes=1 << 30,
        end_strays=lambda: None,
    )


def done(order: Order) -> CommandResult:
    """Return the result of an order."""
    return asyncio.run(Command(order).run())


def test_very_long_command(tmp_path: Path) -> None:
    """An order is larger than a pipe holds, and still arrives whole."""
    result = done(an_order(tmp_path, "sh", "-c", f"echo ${{#1}} # {'x' * 90_000}", "sh", "y" * 90_000))

    assert result.stdout == "90000\n"


def test_command_too_long_for_the_system(tmp_path: Path) -> None:
    """An argument that the system does not take is the command's failure, not ours."""
    assert done(an_order(tmp_path, "true", "x" * 3_000_000)).exit_code == 126


def test_no_handles_are_inherited(tmp_path: Path) -> None:
    """A command has its three streams and nothing else of ours."""
    result = done(an_order(tmp_path, "sh", "-c", "ls /proc/$$/fd"))

    assert set(result.stdout.split()) <= {"0", "1", "2", "10"}  # dash keeps the script's own handle as 10


def test_no_handles_are_lost(tmp_path: Path) -> None:
    """Commands that end, fail or are killed leave no open handle in our process."""

    async def body() -> tuple[int, int]:
        await Command(an_order(tmp_path, "true")).run()
        before = len(list(Path("/proc/self/fd").iterdir()))
        for argv, timeout_s in ((("true",), 20.0), (("no-such",), 20.0), (("sleep", "9"), 0.1)):
            await Command(an_order(tmp_path, *argv, timeout_s=timeout_s)).run()
        return before, len(list(Path("/proc/self/fd").iterdir()))

    before, after = asyncio.run(body())
    assert after == before


def test_no_process_can_be_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the system refuses a process it is our failure."""
    monkeypatch.setattr("sys.executable", "/no/such/python")

    with pytest.raises(SandboxError, match="no process can be started"):
        done(an_order(tmp_path, "true"))


def test_spelling() -> None:
    """A command has a program and no NUL."""
    assert spell(["a", ""]) == ("a", "")
    for argv in ([], ["a\0"]):
        with pytest.raises(SandboxError):
            spell(argv)
