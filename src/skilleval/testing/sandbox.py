"""A room in memory: files in a dict, a few commands in Python. For tests that need no processes."""

import asyncio
import fnmatch
import hashlib
import posixpath
import shlex
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Literal, NamedTuple

from skilleval.domain.policy import Limits
from skilleval.domain.trial import CommandResult, FileEvidence
from skilleval.errors import SandboxError
from skilleval.ports import SandboxFile

_WORK = "/work"
_HOME = "/home/agent"
_TEXT_BYTES = 1_000_000


class Output(NamedTuple):
    """What a command of the room gives back."""

    code: int = 0
    stdout: bytes = b""
    stderr: bytes = b""


class Invocation(NamedTuple):
    """What a command of the room is given: its room, arguments, environment, standard input."""

    room: "MemorySandbox"
    argv: tuple[str, ...]
    env: Mapping[str, str]
    stdin: bytes


Program = Callable[[Invocation], Awaitable[Output]]


class MemorySandboxes:
    """Opens rooms in memory. `programs` adds commands to those in this module."""

    name = "memory"
    isolated = True

    def __init__(self, programs: Mapping[str, Program] | None = None) -> None:
        """Take more commands; rooms that are open can be counted."""
        self._programs = {**_PROGRAMS, **(programs or {})}
        self.open_rooms = 0
        self.opened = 0

    @asynccontextmanager
    async def open(self, trial_id: str, limits: Limits) -> AsyncIterator["MemorySandbox"]:  # noqa: ARG002  # no label needed
        """Open a room; afterwards it refuses everything."""
        room = MemorySandbox(limits, self._programs)
        self.open_rooms += 1
        self.opened += 1
        try:
            yield room
        finally:
            room.close()
            self.open_rooms -= 1


class MemorySandbox:
    """Files by absolute path; folders are implied."""

    isolated = True
    work_dir = _WORK
    home_dir = _HOME

    def __init__(self, limits: Limits, programs: Mapping[str, Program]) -> None:
        """Start empty."""
        self._limits = limits
        self._programs = programs
        self._sealed: dict[str, bytes] = {}
        self._is_open = True
        self.files: dict[str, bytes] = {}
        self.executables: set[str] = set()

    async def put(self, files: Sequence[SandboxFile], *, root: Literal["work", "home"] = "work") -> None:
        """Keep the files."""
        self._check_open()
        for file in files:
            parts = file.path.split("/")
            if "\0" in file.path or any(part in {"", ".", ".."} for part in parts):
                raise SandboxError(f"refused to put {file.path!r} into the room")
            path = posixpath.join(_WORK if root == "work" else _HOME, file.path)
            self.files[path] = file.content
            (self.executables.add if file.executable else self.executables.discard)(path)

    async def run(
        self,
        argv: Sequence[str],
        *,
        timeout_s: float,
        env: Mapping[str, str] | None = None,
        stdin: bytes = b"",
    ) -> CommandResult:
        """Run a command of this module, or one that the test added."""
        self._check_open()
        if not argv or any("\0" in part for part in argv):
            raise SandboxError("a command needs a program and may hold no NUL byte")
        started = time.monotonic()
        full_env = {"PATH": "/usr/bin:/bin", "HOME": _HOME, "LANG": "C.UTF-8", "TZ": "UTC", **(env or {})}
        try:
            output = await asyncio.wait_for(self.call(argv, env=full_env, stdin=stdin), timeout_s)
        except TimeoutError:
            return CommandResult(
                argv=tuple(argv), exit_code=None, timed_out=True, seconds=time.monotonic() - started
            )
        most = self._limits.output_bytes
        return CommandResult(
            argv=tuple(argv),
            exit_code=output.code,
            stdout=output.stdout[:most].decode("utf-8", "replace"),
            stderr=output.stderr[:most].decode("utf-8", "replace"),
            truncated=len(output.stdout) > most or len(output.stderr) > most,
            seconds=time.monotonic() - started,
        )

    async def call(self, argv: Sequence[str], *, env: Mapping[str, str], stdin: bytes) -> Output:
        """Run one command, without limits; for commands that run others."""
        program = self._programs.get(argv[0])
        if program is None:
            return Output(127, stderr=f"{argv[0]}: No such file or directory\n".encode())
        return await program(Invocation(self, tuple(argv), env, stdin))

    def path(self, name: str) -> str:
        """Return the absolute path of a name as commands see it, from the work folder."""
        return posixpath.normpath(posixpath.join(_WORK, name))

    async def seal(self) -> None:
        """Remember the files of the work folder."""
        self._check_open()
        self._sealed = self._work_files()

    async def evidence(self) -> tuple[FileEvidence, ...]:
        """Return what differs from the sealed state, sorted by path."""
        self._check_open()
        now = self._work_files()
        gone = [FileEvidence(path=path, state="deleted") for path in self._sealed.keys() - now.keys()]
        there = [
            _evidence(path, content, is_new=path not in self._sealed)
            for path, content in now.items()
            if self._sealed.get(path) != content
        ]
        return tuple(sorted([*gone, *there], key=lambda file: file.path))

    def close(self) -> None:
        """Forget everything."""
        self._is_open = False
        self.files.clear()

    def _work_files(self) -> dict[str, bytes]:
        inside = f"{_WORK}/"
        return {
            path.removeprefix(inside): data for path, data in self.files.items() if path.startswith(inside)
        }

    def _check_open(self) -> None:
        if not self._is_open:
            raise SandboxError("this room is closed")


def _evidence(path: str, content: bytes, *, is_new: bool) -> FileEvidence:
    try:
        text = None if b"\0" in content or len(content) > _TEXT_BYTES else content.decode("utf-8")
    except UnicodeDecodeError:
        text = None
    return FileEvidence(
        path=path,
        state="created" if is_new else "changed",
        sha256=hashlib.sha256(content).hexdigest(),
        size_bytes=len(content),
        text=text,
        content=content,
    )


# ---------------------------------------------------------------- the commands that every room has


async def _true(_call: Invocation) -> Output:
    return Output()


async def _false(_call: Invocation) -> Output:
    return Output(1)


async def _cat(call: Invocation) -> Output:
    names = [name for name in call.argv[1:] if name != "--"]
    if not names:
        return Output(stdout=call.stdin)
    missing = [name for name in names if call.room.path(name) not in call.room.files]
    if missing:
        return Output(1, stderr=f"cat: {missing[0]}: No such file or directory\n".encode())
    return Output(stdout=b"".join(call.room.files[call.room.path(name)] for name in names))


async def _tee(call: Invocation) -> Output:
    for name in call.argv[1:]:
        if name != "--":
            call.room.files[call.room.path(name)] = call.stdin
    return Output(stdout=call.stdin)


async def _rm(call: Invocation) -> Output:
    for name in call.argv[1:]:
        call.room.files.pop(call.room.path(name), None)
    return Output()


async def _find(call: Invocation) -> Output:
    """`find . -type f [-name PATTERN]`."""
    pattern = call.argv[call.argv.index("-name") + 1] if "-name" in call.argv else "*"
    inside = f"{_WORK}/"
    names = (path.removeprefix(inside) for path in call.room.files if path.startswith(inside))
    lines = [f"./{name}\n" for name in names if fnmatch.fnmatch(posixpath.basename(name), pattern)]
    return Output(stdout="".join(lines).encode())


async def _env(call: Invocation) -> Output:
    return Output(stdout="".join(f"{name}={value}\n" for name, value in call.env.items()).encode())


async def _pwd(_call: Invocation) -> Output:
    return Output(stdout=f"{_WORK}\n".encode())


async def _printf(call: Invocation) -> Output:
    return Output(stdout=call.argv[1].replace("\\n", "\n").encode())


async def _sleep(call: Invocation) -> Output:
    await asyncio.sleep(float(call.argv[1]))
    return Output()


async def _shell(call: Invocation) -> Output:
    """`sh -c`: commands joined by `&&` or `;`, output to a file with `>`, to stderr with `>&2`, `exit N`."""
    code, stdout, stderr = 0, b"", b""
    for joint, words in _parts(call.argv[2]):
        if joint == "&&" and code:
            continue
        if words[0] == "exit":
            return Output(int(words[1]), stdout, stderr)
        result = await _redirected(call, words)
        code, stdout, stderr = result.code, stdout + result.stdout, stderr + result.stderr
    return Output(code, stdout, stderr)


async def _redirected(call: Invocation, words: list[str]) -> Output:
    if words[-1] == ">&2":
        result = await call.room.call(words[:-1], env=call.env, stdin=call.stdin)
        return Output(result.code, b"", result.stdout + result.stderr)
    if len(words) > 2 and words[-2] == ">":
        result = await call.room.call(words[:-2], env=call.env, stdin=call.stdin)
        call.room.files[call.room.path(words[-1])] = result.stdout
        return Output(result.code, b"", result.stderr)
    return await call.room.call(words, env=call.env, stdin=call.stdin)


def _parts(script: str) -> list[tuple[str, list[str]]]:
    """Split a script into (joint before it, words)."""
    parts: list[tuple[str, list[str]]] = [(";", [])]
    lexer = shlex.shlex(script, posix=True, punctuation_chars=";")
    lexer.whitespace_split = True
    lexer.commenters = ""
    for word in lexer:
        if word in {"&&", ";"}:
            parts.append((word, []))
        else:
            parts[-1][1].append(word)
    return [(joint, words) for joint, words in parts if words]


_PROGRAMS: dict[str, Program] = {
    "true": _true,
    "false": _false,
    "cat": _cat,
    "tee": _tee,
    "rm": _rm,
    "mkdir": _true,
    "find": _find,
    "env": _env,
    "pwd": _pwd,
    "printf": _printf,
    "sleep": _sleep,
    "sh": _shell,
    "bash": _shell,
}
