"""Commands in a running container: bytes in, two streams out, a deadline, a cap on what is kept."""

import selectors
import socket
import struct
import time
from dataclasses import dataclass, field
from typing import Any

from skilleval.engine.client import Engine
from skilleval.engine.faults import engine_errors

_HEADER = struct.Struct(">BxxxL")  # the engine's frame: stream number, three zero bytes, length
_BLOCK = 1 << 16


@dataclass
class ExecResult:
    """What came of it. `exit_code` is None when the deadline passed or the engine lost it."""

    exit_code: int | None = None
    streams: dict[int, bytearray] = field(default_factory=lambda: {1: bytearray(), 2: bytearray()})
    timed_out: bool = False

    @property
    def stdout(self) -> bytes:
        """Return what was kept of stdout."""
        return bytes(self.streams[1])

    @property
    def stderr(self) -> bytes:
        """Return what was kept of stderr."""
        return bytes(self.streams[2])


@dataclass(frozen=True)
class Command:
    """A command: argv, user, folder, bytes for its stdin, seconds it may take, bytes to keep a stream."""

    argv: tuple[str, ...]
    user: str = ""
    cwd: str | None = None
    stdin: bytes = b""
    deadline_s: float = 60.0
    keep_bytes: int = 1 << 20


def run_exec(engine: Engine, container: str, command: Command) -> ExecResult:
    """Run a command in the container and return its result. Blocks; raises SandboxError when ours.

    After the deadline the command is left running: only whoever holds the container can kill it.
    """
    with engine_errors("run a command"):
        exec_id = engine.api.exec_create(
            container, list(command.argv), stdin=True, user=command.user, workdir=command.cwd
        )["Id"]
        stream: Any = engine.api.exec_start(exec_id, socket=True)
        try:
            result = _talk(getattr(stream, "_sock", stream), command)
        finally:
            close_stream(stream)
        if not result.timed_out:
            result.exit_code = _exit_code(engine, exec_id)
        return result


def _talk(wire: socket.socket, command: Command) -> ExecResult:
    """Feed stdin and read frames at the same time: either alone can block both sides for ever."""
    result, frames, rest = ExecResult(), _Frames(command.keep_bytes), memoryview(command.stdin)
    deadline = time.monotonic() + command.deadline_s
    wire.settimeout(0)
    with selectors.DefaultSelector() as ready:
        ready.register(wire, selectors.EVENT_READ | (selectors.EVENT_WRITE if rest else 0))
        while (left := deadline - time.monotonic()) > 0:
            for _, events in ready.select(left):
                if events & selectors.EVENT_WRITE and rest:
                    rest = rest[wire.send(rest[:_BLOCK]) :]
                    if not rest:
                        ready.modify(wire, selectors.EVENT_READ)
                if events & selectors.EVENT_READ:
                    block = wire.recv(_BLOCK)
                    if not block:
                        return result
                    frames.feed(block, result.streams)
    result.timed_out = True
    return result


class _Frames:
    """Takes the engine's frames apart and keeps the first bytes of each stream."""

    def __init__(self, keep_bytes: int) -> None:
        self._keep = keep_bytes
        self._buffer = bytearray()

    def feed(self, block: bytes, streams: dict[int, bytearray]) -> None:
        self._buffer += block
        while len(self._buffer) >= _HEADER.size:
            number, length = _HEADER.unpack_from(self._buffer)
            if len(self._buffer) < _HEADER.size + length:
                return
            kept = streams.setdefault(number, bytearray())
            end = _HEADER.size + min(length, self._keep - len(kept))
            kept += self._buffer[_HEADER.size : end]
            del self._buffer[: _HEADER.size + length]


def _exit_code(engine: Engine, exec_id: str) -> int | None:
    """Return the exit code; the engine may close the streams a moment before it knows it."""
    for _ in range(200):
        state = engine.api.exec_inspect(exec_id)
        if not state["Running"] and state["ExitCode"] is not None:
            return int(state["ExitCode"])
        time.sleep(0.01)
    return None


def close_stream(stream: Any) -> None:  # noqa: ANN401 - the SDK returns one of three socket types
    """Close what the SDK returned for an exec or an attached container, and all that is below it."""
    response = getattr(stream, "_response", None)
    for thing in (response, stream, getattr(stream, "_sock", None)):
        if thing is not None:
            thing.close()
