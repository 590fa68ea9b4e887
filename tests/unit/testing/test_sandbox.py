"""The memory room's little shell; its contract is in tests/contract/test_sandboxes.py."""

import asyncio

import pytest

from skilleval.domain.policy import Limits
from skilleval.domain.trial import CommandResult
from skilleval.testing.sandbox import Invocation, MemorySandboxes, Output


async def _shout(call: Invocation) -> Output:
    return Output(stdout=" ".join(call.argv[1:]).upper().encode())


def run(*argv: str) -> CommandResult:
    """Return what a command does in a room with one more program."""

    async def body() -> CommandResult:
        async with MemorySandboxes({"shout": _shout}).open("abc", Limits()) as room:
            return await room.run(argv, timeout_s=5)

    return asyncio.run(body())


@pytest.mark.parametrize(
    ("script", "stdout", "code"),
    [
        ("printf a; printf b", "ab", 0),
        ("false && printf a", "", 1),
        ("true && printf a", "a", 0),
        ("false; printf a", "a", 0),
        ("printf x > f; cat f", "x", 0),
        ("printf 'a;b' && exit 4", "a;b", 4),
        ("missing", "", 127),
    ],
)
def test_shell(script: str, stdout: str, code: int) -> None:
    """Lists, conditions, redirection and exit codes are as in a shell."""
    result = run("sh", "-c", script)

    assert (result.stdout, result.exit_code) == (stdout, code)


def test_more_programs() -> None:
    """A test may add programs of its own."""
    assert run("shout", "hi").stdout == "HI"


def test_rooms_are_counted() -> None:
    """The provider knows how many rooms are open."""

    async def body() -> tuple[int, int, int]:
        rooms = MemorySandboxes()
        async with rooms.open("a", Limits()):
            inside = rooms.open_rooms
        return inside, rooms.open_rooms, rooms.opened

    assert asyncio.run(body()) == (1, 0, 1)
