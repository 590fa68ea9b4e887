"""Runs one command and outlives everything that it starts. A script of its own, standard library only.

`python -I -S supervisor.py FD`: FD holds the JSON order `{argv, env, cwd, memory_bytes, file_bytes, parent}`.
The exit code is the command's, 128 + n for signal n, 126 or 127 when it cannot be started.

A process group does not hold what calls `setsid`, and a mark in the environment does not hold what clears it.
On Linux the supervisor therefore makes itself the "child subreaper" (prctl(2)): whatever loses its parent
becomes its child. When the command ends, on SIGTERM, and when the bot dies (PR_SET_PDEATHSIG), it kills
its children until none is left. Elsewhere only the command's process group is killed.
"""

import contextlib
import ctypes
import json
import os
import resource
import signal
import sys
from typing import NoReturn

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_TOLD_TO_END = {signal.SIGTERM}
_KILLED = 128 + signal.SIGKILL


def main(order_fd: int) -> NoReturn:
    """Run the order, kill what it left behind, leave with its exit code."""
    with os.fdopen(order_fd) as stream:
        order = json.load(stream)
    _adopt_orphans()
    signal.pthread_sigmask(signal.SIG_BLOCK, _TOLD_TO_END)  # not between fork and the handler
    pid = os.fork()
    if pid == 0:
        _become(order)
    signal.signal(signal.SIGTERM, lambda _number, _frame: _leave(pid, _KILLED))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _TOLD_TO_END)
    _drop_pipes()
    if os.getppid() != order["parent"]:  # the bot died before we could ask to be told
        _leave(pid, _KILLED)
    _leave(pid, _exit_code_of(pid))


def _adopt_orphans() -> None:
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        libc.prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)


def _become(order: dict[str, object]) -> NoReturn:
    """Turn into the command. Runs in the child, between fork and exec."""
    argv, env = [os.fsencode(str(part)) for part in _list(order["argv"])], _dict(order["env"])
    try:
        os.chdir(os.fsencode(str(order["cwd"])))
    except OSError as exc:
        _fail(126, f"the work folder cannot be entered: {exc.strerror}")
    try:
        os.setsid()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _TOLD_TO_END)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them, and exec would hand that on
            signal.signal(number, signal.SIG_DFL)
        _limit(int(str(order["memory_bytes"])), int(str(order["file_bytes"])))
        os.execvpe(argv[0], argv, env)  # noqa: S606  # the point of this script
    except FileNotFoundError as exc:
        _fail(127, f"{os.fsdecode(argv[0])}: {exc.strerror}")
    except (OSError, ValueError) as exc:
        _fail(126, f"{os.fsdecode(argv[0])}: {exc}")


def _limit(memory_bytes: int, file_bytes: int) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))
    # Not the address space: Node and Java reserve tens of gigabytes of it that they never touch.
    resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, memory_bytes))


def _fail(code: int, text: str) -> NoReturn:
    os.write(2, f"{text}\n".encode("utf-8", "surrogateescape"))
    os._exit(code)


def _drop_pipes() -> None:
    """Close our copies, so that the pipes end when the command's side does."""
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)


def _exit_code_of(pid: int) -> int:
    """Reap whatever ends until the command has; orphans end up here too."""
    while True:
        ended, status = os.waitpid(-1, 0)
        if ended == pid:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def _leave(pid: int, code: int) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    while children := _children():
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(-1, 0)
    os._exit(code)


def _children() -> list[int]:
    """Return our direct children, dead ones included. Linux only; elsewhere none are known."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as stream:  # noqa: PTH123  # pathlib costs 5 ms here
            return [int(pid) for pid in stream.read().split()]
    except OSError:
        return []


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _dict(value: object) -> dict[bytes, bytes]:
    pairs = value.items() if isinstance(value, dict) else ()
    return {os.fsencode(str(key)): os.fsencode(str(text)) for key, text in pairs}


if __name__ == "__main__":
    main(int(sys.argv[1]))
