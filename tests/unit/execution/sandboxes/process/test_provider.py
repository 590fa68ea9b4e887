"""Process rooms: what is theirs alone."""

import asyncio
import sys
from pathlib import Path

from skilleval.domain.policy import Limits
from skilleval.domain.trial import CommandResult
from skilleval.execution.sandboxes.process import ProcessSandboxes
from skilleval.execution.sandboxes.process.provider import DEFAULT_PATH


def in_room(folder: Path, script: str, *, path: str = "/usr/local/bin:/usr/bin:/bin") -> CommandResult:
    """Return what a script does in a room below this folder."""

    async def body() -> CommandResult:
        async with ProcessSandboxes(folder=folder, path=path).open("abc", Limits()) as room:
            return await room.run(["sh", "-c", script], timeout_s=20)

    return asyncio.run(body())


def test_environment_is_exactly_this(tmp_path: Path) -> None:
    """Eight variables and no more reach a command."""
    result = in_room(tmp_path, "exec env", path="/usr/bin:/bin:/opt/tools")

    lines = dict(line.split("=", 1) for line in result.stdout.splitlines())
    room = Path(lines["HOME"]).parent
    assert {name: value for name, value in lines.items() if name not in {"PWD", "OLDPWD", "SHLVL", "_"}} == {
        "PATH": "/usr/bin:/bin:/opt/tools",
        "HOME": str(room / "home"),
        "TMPDIR": str(room / "tmp"),
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "USER": "agent",
        "LOGNAME": "agent",
        "SHELL": "/bin/sh",
    }


def test_python_is_found(tmp_path: Path) -> None:
    """A skill's `python3 script.py` runs also where our own interpreter is the only one."""

    async def body() -> CommandResult:
        async with ProcessSandboxes(folder=tmp_path).open("abc", Limits()) as room:
            return await room.run(["python3", "-c", "print(6 * 7)"], timeout_s=20)

    assert asyncio.run(body()).stdout == "42\n"
    assert DEFAULT_PATH.endswith(f":{sys.base_prefix}/bin")


def test_temporary_files_go_with_the_room(tmp_path: Path) -> None:
    """TMPDIR lies in the room, outside the work folder."""
    result = in_room(tmp_path, 'mktemp; ls -A "$PWD"')

    assert result.stdout.startswith(str(tmp_path / "skilleval-room-"))
    assert "/tmp/" in result.stdout
    assert result.stdout.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_huge_file_is_refused(tmp_path: Path) -> None:
    """A file may not grow beyond the limit."""
    result = in_room(tmp_path, "truncate -s 600M big")

    assert result.exit_code != 0


def test_command_that_kills_its_watcher(tmp_path: Path) -> None:
    """A command that kills the supervisor gets no further than the end of its room."""
    script = "kill -9 $PPID; while :; do date +%s%N > beat; sleep 0.05; done"

    result = in_room(tmp_path, script)

    assert result.exit_code == 137
    assert list(tmp_path.iterdir()) == []


def test_work_folder_that_is_gone(tmp_path: Path) -> None:
    """When an earlier command removed the work folder, the next says so; it is not our failure."""

    async def body() -> CommandResult:
        async with ProcessSandboxes(folder=tmp_path).open("abc", Limits()) as room:
            await room.run(["sh", "-c", 'rm -rf "$PWD"'], timeout_s=20)
            return await room.run(["true"], timeout_s=20)

    result = asyncio.run(body())
    assert result.exit_code == 126
    assert "work folder" in result.stderr
