"""One trial's container as a Sandbox."""

import asyncio
import json
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal

from skilleval.domain.policy import Limits
from skilleval.domain.trial import CommandResult, FileEvidence
from skilleval.engine.archive import PackedFile, TakenFile, links_in, pack, unpack
from skilleval.engine.client import Engine
from skilleval.engine.containers import look_at, put
from skilleval.engine.execs import Command, ExecResult, run_exec
from skilleval.engine.faults import engine_errors
from skilleval.errors import SandboxError
from skilleval.execution.sandboxes.docker.evidence import changes
from skilleval.execution.sandboxes.docker.image import AGENT_UID, ROOM_FOLDER
from skilleval.execution.sandboxes.docker.room_settings import HOME, WORK
from skilleval.execution.sandboxes.evidence import CONTENT_BYTES
from skilleval.execution.sandboxes.paths import parts_of
from skilleval.ports import SandboxFile

_SUPERVISE = ("python3", "-I", "-S", f"{ROOM_FOLDER}/supervise.py")
_USER = f"{AGENT_UID}:{AGENT_UID}"
_GRACE_S = 10.0
_DOOR_S = 20.0
_REPORT_BYTES = 4096
_KILLED = 137
"""What a shell says of a command that a signal 9 has ended; here: of one whose supervisor it has ended."""


@dataclass(frozen=True)
class Room:
    """A started container: engine, id, what it may use, what its commands see."""

    engine: Engine
    container: str
    limits: Limits
    environment: Mapping[str, str]
    port: int = 0
    """Where the gateway answers inside; 0 = nowhere. The first command waits for it."""


@dataclass
class DockerSandbox:
    """A container without network or rights, in which commands run as a user of their own."""

    room: Room
    isolated: bool = True
    work_dir: str = WORK
    home_dir: str = HOME
    _given: dict[str, str] = field(default_factory=dict)
    _sealed: dict[str, str] = field(default_factory=dict)
    _is_open: bool = True
    _has_run: bool = False

    async def put(self, files: Sequence[SandboxFile], *, root: Literal["work", "home"] = "work") -> None:
        """Write files below the work folder or HOME; all are checked before any is written."""
        self._check_open()
        paths = ["/".join(parts_of(one.path)) for one in files]
        packed = [PackedFile(one.path, one.content, 0o755 if one.executable else 0o644) for one in files]
        archive = pack(packed, owner=AGENT_UID)
        folder = WORK if root == "work" else HOME
        if not files:
            return
        await self.room.engine.call(lambda: self._put(folder, archive, paths))
        if root == "work":
            self._given |= {
                path: sha256(one.content).hexdigest() for path, one in zip(paths, files, strict=True)
            }

    def _put(self, folder: str, archive: bytes, paths: Sequence[str]) -> None:
        """The engine follows links, within the room; what has run in it may have laid some in the way."""
        if self._has_run:
            links = links_in(self._archive_of(folder))
            for path in paths:
                if any(path == link or path.startswith(f"{link}/") for link in links):
                    raise SandboxError(f"refused to put {path!r} into the room: a link lies in the way")
        put(self.room.engine, self.room.container, folder, archive)

    async def run(
        self,
        argv: Sequence[str],
        *,
        timeout_s: float,
        env: Mapping[str, str] | None = None,
        stdin: bytes = b"",
    ) -> CommandResult:
        """Run a command in the work folder; nothing that it starts outlives it."""
        self._check_open()
        if not argv or any("\0" in part for part in argv):
            raise SandboxError("a command needs a program and may hold no NUL byte")
        mark = f"\n{secrets.token_hex(16)} "
        order = {
            "argv": list(argv),
            "env": {**self.room.environment, **(env or {})},
            "cwd": WORK,
            "timeout_s": timeout_s,
            "keep_bytes": self.room.limits.output_bytes,
            "stdin_bytes": len(stdin),
            "mark": mark,
            "port": 0 if self._has_run else self.room.port,
        }
        self._has_run = True
        command = Command(
            _SUPERVISE,
            user=_USER,
            stdin=json.dumps(order).encode() + b"\n" + stdin,
            deadline_s=timeout_s + _GRACE_S + (_DOOR_S if order["port"] else 0.0),
            keep_bytes=self.room.limits.output_bytes + _REPORT_BYTES,
        )
        started = time.monotonic()
        raw = await self._run(command)
        return self._result(tuple(argv), raw, mark, time.monotonic() - started)

    async def _run(self, command: Command) -> ExecResult:
        """Run it; when our own deadline passes or we are cancelled, kill all that works in the room."""
        call = asyncio.ensure_future(
            self.room.engine.call(lambda: run_exec(self.room.engine, self.room.container, command))
        )
        try:
            result = await asyncio.shield(call)
        except asyncio.CancelledError:
            await self.kill_all()
            await call
            raise
        if result.timed_out:
            await self.kill_all()
        return result

    def _result(self, argv: tuple[str, ...], raw: ExecResult, mark: str, seconds: float) -> CommandResult:
        stderr, report = _report_in(raw.stderr.decode("utf-8", "replace"), mark)
        if report.get("no_door"):
            raise SandboxError("the room's way to the gateway did not open")
        exit_code = report.get("exit_code") if report else _KILLED
        return CommandResult(
            argv=argv,
            exit_code=exit_code if isinstance(exit_code, int) and not raw.timed_out else None,
            stdout=raw.stdout.decode("utf-8", "replace"),
            stderr=stderr,
            timed_out=bool(report.get("timed_out")) or raw.timed_out,
            truncated=bool(report.get("truncated")),
            seconds=seconds,
        )

    async def kill_all(self) -> None:
        """Kill every process of the agent's user; the room itself stays."""
        command = Command(("/bin/sh", "-c", "kill -9 -1"), user=_USER, deadline_s=_GRACE_S)
        await self.room.engine.call(lambda: run_exec(self.room.engine, self.room.container, command))

    async def is_alive(self) -> bool:
        """Return whether the container still runs."""
        state = await self.room.engine.call(lambda: look_at(self.room.engine, self.room.container))
        return state.running

    async def seal(self) -> None:
        """Remember the work folder's files by digest."""
        self._check_open()
        if not self._has_run:  # the folder was empty, so what we gave is what is there
            self._sealed = dict(self._given)
            return
        self._sealed = {file.path: file.sha256 for file in await self.room.engine.call(lambda: self._take(0))}

    async def evidence(self) -> tuple[FileEvidence, ...]:
        """Kill what still works in the room and return what differs from the sealed state."""
        self._check_open()
        await self.kill_all()
        return changes(self._sealed, await self.room.engine.call(lambda: self._take(CONTENT_BYTES)))

    def _take(self, keep_bytes: int) -> list[TakenFile]:
        return list(unpack(self._archive_of(WORK), keep_bytes=keep_bytes))

    def _archive_of(self, folder: str) -> Iterator[bytes]:
        with engine_errors(f"read {folder}"):
            stream, _ = self.room.engine.api.get_archive(self.room.container, folder)
            yield from stream

    def close(self) -> None:
        """Refuse whatever comes now."""
        self._is_open = False

    def _check_open(self) -> None:
        if not self._is_open:
            raise SandboxError("this room is closed", hint="open another one: rooms are never used twice")


def _report_in(stderr: str, mark: str) -> tuple[str, Mapping[str, object]]:
    """Return the command's own stderr, and the supervisor's report: empty when that was killed."""
    text, found, report = stderr.rpartition(mark)
    try:
        said = json.loads(report) if found else None
    except ValueError:
        said = None
    return (text if found else stderr), (said if isinstance(said, dict) else {})
