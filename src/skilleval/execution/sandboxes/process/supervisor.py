"""Runs one command and outlives everything that it starts. A script of its own, standard library only.

`python -I -S supervisor.py FD`: FD holds a marshalled `Order`.
The exit code is the command's, 128 + n for signal n, 126 or 127 when it cannot be started.

A process group does not hold what calls `setsid`, and a mark in the environment does not hold what clears it.
On Linux the supervisor therefore makes itself the "child subreaper" (prctl(2)): whatever loses its parent
becomes its child. When the command ends, on SIGTERM, and when the bot dies (PR_SET_PDEATHSIG), it kills
its children until none is left. Elsewhere only the command's process group is killed.

It starts for every command of every agent, so it imports only what starts fast: `json`, `typing`,
`contextlib` and the front of `signal` together take longer than all the rest.
"""

import _signal as signal  # type: ignore[import-not-found]  # what `signal` wraps in enums
import ctypes
import marshal
import os
import resource
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_TOLD_TO_END = {signal.SIGTERM}
_KILLED = 128 + 9

Order = tuple[tuple[str, ...], dict[str, str], str, int, int, int]
"""argv, env, cwd, memory_bytes, file_bytes, parent's process id."""


def main(order_fd: int) -> "NoReturn":
    """Run the order, kill what it left behind, leave with its exit code."""
    with os.fdopen(order_fd, "rb") as stream:
        order: Order = marshal.load(stream)  # noqa: S302  # written by our own parent, on a handle of its own
    _adopt_orphans()
    signal.pthread_sigmask(signal.SIG_BLOCK, _TOLD_TO_END)  # not between fork and the handler
    pid = os.fork()
    if pid == 0:
        _become(order)
    signal.signal(signal.SIGTERM, lambda _number, _frame: _leave(pid, _KILLED))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _TOLD_TO_END)
    _drop_pipes()
    if os.getppid() != order[-1]:  # the bot died before we could ask to be told
        _leave(pid, _KILLED)
    _leave(pid, _exit_code_of(pid))


def _adopt_orphans() -> None:
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        libc.prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)


def _become(order: Order) -> "NoReturn":
    """Turn into the command. Runs in the child, between fork and exec."""
    argv, env, cwd, memory_bytes, file_bytes, _ = order
    try:
        os.chdir(os.fsencode(cwd))
    except OSError as exc:
        _fail(126, f"the work folder cannot be entered: {exc.strerror}")
    os.setsid()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _TOLD_TO_END)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them, and exec would hand that on
        signal.signal(number, signal.SIG_DFL)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, file_bytes)
    # Not the address space: Node and Java reserve tens of gigabytes of it that they never touch.
    _limit(resource.RLIMIT_DATA, memory_bytes)
    _exec(argv, {os.fsencode(name): os.fsencode(value) for name, value in env.items()})


def _limit(kind: int, value: int) -> None:
    _, most = resource.getrlimit(kind)
    value = value if most == resource.RLIM_INFINITY else min(value, most)
    resource.setrlimit(kind, (value, value))


def _exec(argv: tuple[str, ...], env: dict[bytes, bytes]) -> "NoReturn":
    """Become the program, looked for as `execvp` does; `os.execvpe` imports more to do the same."""
    words = [os.fsencode(word) for word in argv]
    name, code, why = words[0], 127, "not found"
    folders = [b""] if b"/" in name else [folder + b"/" for folder in env.get(b"PATH", b"").split(b":")]
    for folder in folders:
        try:
            os.execve(folder + name, words, env)  # noqa: S606  # the point of this script
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as exc:
            code, why = 126, str(exc.strerror)
    _fail(code, f"{argv[0]}: {why}")


def _fail(code: int, text: str) -> "NoReturn":
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


def _leave(pid: int, code: int) -> "NoReturn":
    """Kill everything below us, and go."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _kill(os.killpg, pid)
    while children := _children():
        for child in children:
            _kill(os.kill, child)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            break
    os._exit(code)


def _kill(how: object, pid: int) -> None:
    try:
        how(pid, signal.SIGKILL)  # type: ignore[operator]  # os.kill or os.killpg; typing is not imported here
    except (ProcessLookupError, PermissionError):
        return


def _children() -> list[int]:
    """Return our direct children, dead ones included. Linux only; elsewhere none are known."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as stream:  # noqa: PTH123  # pathlib starts slowly
            return [int(pid) for pid in stream.read().split()]
    except OSError:
        return []


if __name__ == "__main__":
    main(int(sys.argv[1]))
