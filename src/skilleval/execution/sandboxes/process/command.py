"""One command under a supervisor: bounded in time and output, gone with all its children afterwards."""

import asyncio
import contextlib
import marshal
import os
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from skilleval.domain.trial import CommandResult
from skilleval.errors import SandboxError

_SUPERVISOR = Path(__file__).with_name("supervisor.py")
_CHUNK_BYTES = 65_536
_STOP_S = 5.0
_LOOK_S = 0.25
FILE_BYTES = 512 * 1024 * 1024
"""The largest file that a command may write; a shell's `ulimit -f`, so it holds for each file by itself."""


@dataclass(frozen=True)
class Order:
    """What to run, where, with exactly which environment, within which limits."""

    argv: tuple[str, ...]
    cwd: Path
    env: Mapping[str, str]
    timeout_s: float
    output_bytes: int
    memory_bytes: int
    end_strays: Callable[[], None]
    """Kills whatever runs in the room: for the case that something kills the supervisor."""
    stdin: bytes = b""


class Command:
    """A running order. `end` ends it from outside, for example when the room closes."""

    def __init__(self, order: Order) -> None:
        """Keep the order; `run` starts it."""
        self._order = order
        self._process: asyncio.subprocess.Process | None = None
        self._timed_out = False
        self._was_ended = False

    @property
    def is_gone(self) -> bool:
        """Whether its supervisor has ended by itself or at our word: then nothing of it is left."""
        code = self._process.returncode if self._process else None
        return code is not None and code >= 0

    async def run(self) -> CommandResult:
        """Return what the command did. Raises SandboxError when it cannot be supervised."""
        started = time.monotonic()
        process = await self._start()
        pipes = asyncio.gather(
            _feed(process, self._order.stdin),
            _drain(process.stdout, self._order.output_bytes),
            _drain(process.stderr, self._order.output_bytes),
        )
        try:
            if not await _exits(process, within_s=self._order.timeout_s):
                self._timed_out = True
                await self.end()
            if (process.returncode or 0) < 0 and not self._was_ended:
                await asyncio.to_thread(self._order.end_strays)
            _, (stdout, stdout_cut), (stderr, stderr_cut) = await asyncio.wait_for(pipes, _STOP_S)
        except TimeoutError as exc:  # something that escaped holds the pipe: only where nothing reaps orphans
            raise SandboxError(
                "a command left processes that cannot be ended", hint="use sandbox docker"
            ) from exc
        finally:
            await self.end()
            pipes.cancel()
            await asyncio.gather(pipes, return_exceptions=True)
        return CommandResult(
            argv=self._order.argv,
            exit_code=None if self._timed_out else _shell_code(process.returncode),
            stdout=stdout.decode("utf-8", "replace"),
            stderr=stderr.decode("utf-8", "replace"),
            timed_out=self._timed_out,
            truncated=stdout_cut or stderr_cut,
            seconds=time.monotonic() - started,
        )

    async def end(self) -> None:
        """Have the supervisor kill everything, and wait until it is gone; nothing to do when it is."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        self._was_ended = True
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        if not await _exits(process, within_s=_STOP_S):
            process.kill()

    async def _start(self) -> asyncio.subprocess.Process:
        order = self._order
        body = (order.argv, dict(order.env), str(order.cwd), order.memory_bytes, FILE_BYTES, os.getpid())
        with tempfile.TemporaryFile() as stream:  # not a pipe: an order may be larger than one holds
            stream.write(marshal.dumps(body))  # the supervisor runs under this same Python
            stream.seek(0)
            try:
                self._process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-I", "-S", str(_SUPERVISOR), str(stream.fileno())),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.PIPE,
                    env=_loader_env(),
                    pass_fds=(stream.fileno(),),
                    start_new_session=True,
                )
            except OSError as exc:
                raise SandboxError(f"no process can be started: {exc.strerror}") from exc
        return self._process


async def _exits(process: asyncio.subprocess.Process, *, within_s: float) -> bool:
    """Return whether the supervisor ends within that time.

    `Process.wait` also waits until the pipes end, which a process that got away may prevent: look twice.
    """
    loop = asyncio.get_running_loop()
    until = loop.time() + within_s
    ended = asyncio.ensure_future(process.wait())
    try:
        while process.returncode is None and (left_s := until - loop.time()) > 0:
            await asyncio.wait({ended}, timeout=min(left_s, _LOOK_S))
    finally:
        ended.cancel()
    return process.returncode is not None


async def _feed(process: asyncio.subprocess.Process, stdin: bytes) -> None:
    pipe = process.stdin
    if pipe is None:
        return
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the command need not read
        pipe.write(stdin)
        await pipe.drain()
    pipe.close()
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        await pipe.wait_closed()


async def _drain(pipe: asyncio.StreamReader | None, limit: int) -> tuple[bytes, bool]:
    """Return the first `limit` bytes; what comes after is read and thrown away, so that nothing blocks."""
    kept, total = bytearray(), 0
    while pipe is not None and (chunk := await pipe.read(_CHUNK_BYTES)):
        kept += chunk[: max(0, limit - len(kept))]
        total += len(chunk)
    return bytes(kept), total > limit


def _shell_code(code: int | None) -> int | None:
    return code if code is None or code >= 0 else 128 - code


def _loader_env() -> dict[str, str]:
    """Return what our own Python may need to start; the command gets none of this."""
    return {name: os.environ[name] for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH") if name in os.environ}


def spell(argv: Sequence[str]) -> tuple[str, ...]:
    """Return argv, checked: not empty, no NUL. Raises SandboxError."""
    if not argv or any("\0" in part for part in argv):
        raise SandboxError("a command needs a program and may hold no NUL byte")
    return tuple(argv)
