"""Rooms that are temporary folders of this machine. Nothing is isolated: commands see the whole machine."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Literal

from skilleval.domain.policy import Limits
from skilleval.domain.trial import CommandResult, FileEvidence
from skilleval.errors import SandboxError
from skilleval.execution.sandboxes.process.command import Command, Order, spell
from skilleval.execution.sandboxes.process.files import (
    Seen,
    changes_since,
    manifest,
    remove_tree,
    write_below,
)
from skilleval.execution.sandboxes.process.leftovers import end_processes, make_room, remove_dead_rooms
from skilleval.ports import SandboxFile

DEFAULT_PATH = f"/usr/local/bin:/usr/bin:/bin:{sys.base_prefix}/bin"
"""The system's programs, and last our own interpreter: skills run `python3`, which may be nowhere else."""


class ProcessSandboxes:
    """Opens rooms that are folders with watched processes. For trusted local use."""

    name = "process"
    isolated = False

    def __init__(self, *, path: str = DEFAULT_PATH, folder: Path | None = None) -> None:
        """Take the PATH that commands get, and where rooms are made (the system's temporary folder)."""
        self._path = path
        self._folder = folder
        self._is_swept = False

    @asynccontextmanager
    async def open(self, trial_id: str, limits: Limits) -> AsyncIterator["ProcessSandbox"]:  # noqa: ARG002  # no label to put it on
        """Open a room; afterwards its processes are killed and its folder is removed."""
        try:
            if not self._is_swept:  # once a run: what an earlier, killed one has left
                self._is_swept = True
                await asyncio.to_thread(remove_dead_rooms, self._folder)
            root, lock = make_room(self._folder)
        except OSError as exc:
            raise SandboxError(
                f"no room can be made: {exc.strerror}", hint="free disk space, or set TMPDIR"
            ) from exc
        room = ProcessSandbox(root, limits, path=self._path)
        try:
            yield room
        finally:
            await room.close()
            os.close(lock)


class ProcessSandbox:
    """A folder with `work`, `home` and `tmp` side by side."""

    isolated = False

    def __init__(self, root: Path, limits: Limits, *, path: str) -> None:
        """Make the three folders below `root`."""
        self._root = root
        self._limits = limits
        self._path = path
        self._sealed: Mapping[str, Seen] = {}
        self._running: set[Command] = set()
        self._may_hold_strays = False
        self._is_open = True
        for folder in ("work", "home", "tmp"):
            (root / folder).mkdir()

    @property
    def work_dir(self) -> str:
        """The agent's folder."""
        return str(self._root / "work")

    @property
    def home_dir(self) -> str:
        """The agent's HOME."""
        return str(self._root / "home")

    async def put(self, files: Sequence[SandboxFile], *, root: Literal["work", "home"] = "work") -> None:
        """Write files below the work folder or HOME, all or as far as none is refused."""
        self._check_open()
        await asyncio.to_thread(self._put, files, root)

    def _put(self, files: Sequence[SandboxFile], root: str) -> None:
        for file in files:
            write_below(self._root / root, file)

    async def run(
        self,
        argv: Sequence[str],
        *,
        timeout_s: float,
        env: Mapping[str, str] | None = None,
        stdin: bytes = b"",
    ) -> CommandResult:
        """Run a command in the work folder. Nothing that it starts outlives it."""
        self._check_open()
        order = Order(
            argv=spell(argv),
            cwd=self._root / "work",
            env={**self._environment(), **(env or {})},
            timeout_s=timeout_s,
            output_bytes=self._limits.output_bytes,
            memory_bytes=self._limits.memory_mb * 1024 * 1024,
            end_strays=partial(end_processes, self._root),
            stdin=stdin,
        )
        command = Command(order)
        self._running.add(command)
        try:
            return await command.run()
        finally:
            self._running.discard(command)
            self._may_hold_strays |= not command.is_gone

    def _environment(self) -> dict[str, str]:
        """Return all that a command gets to see; nothing of our own environment but PATH."""
        return {
            "PATH": self._path,
            "HOME": self.home_dir,
            "TMPDIR": str(self._root / "tmp"),
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "USER": "agent",
            "LOGNAME": "agent",
            "SHELL": "/bin/sh",
        }

    async def seal(self) -> None:
        """Remember the work folder's files."""
        self._check_open()
        self._sealed = await asyncio.to_thread(manifest, self._root / "work")

    async def evidence(self) -> tuple[FileEvidence, ...]:
        """Return what differs from the sealed state."""
        self._check_open()
        return await asyncio.to_thread(changes_since, self._root / "work", self._sealed)

    async def close(self) -> None:
        """Kill what runs and remove the folder."""
        self._is_open = False
        for command in tuple(self._running):
            await command.end()
        await asyncio.to_thread(self._clear)

    def _clear(self) -> None:
        if self._may_hold_strays:  # a start that was cancelled, a supervisor that was killed
            end_processes(self._root)
        remove_tree(self._root)

    def _check_open(self) -> None:
        if not self._is_open:
            raise SandboxError("this room is closed", hint="open another one: rooms are never used twice")
