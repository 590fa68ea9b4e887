"""Runs one command inside a room and outlives everything that it starts.

`python3 -I -S supervise.py` reads one line of JSON from stdin: `{argv, env, cwd, timeout_s, keep_bytes,
stdin_bytes, mark, port}`, then so many bytes for the command's stdin. It waits until somebody listens on
`port` (0 = nobody need), so that no command runs before the way to the gateway is open. It passes on at
most `keep_bytes` of each stream (the rest is read and dropped here, so that a flood never reaches the
engine), kills all descendants when the command ends or its time is up, and closes stderr with `mark` and a JSON report
`{exit_code, timed_out, truncated}`.

A process group does not hold what calls `setsid`, so this process makes itself the child subreaper
(prctl(2)): whatever loses its parent becomes its child.
"""

import ctypes
import json
import os
import selectors
import signal
import sys
import time
from typing import Any, Dict, List, Optional, Tuple  # noqa: UP035 - images may have Python 3.8

_PR_SET_CHILD_SUBREAPER = 36
_BLOCK = 65536
_DRAIN_S = 1.0
_DOOR_S = 20.0
_LISTEN = "0A"  # TCP_LISTEN in /proc/net/tcp


def main() -> None:
    """Take the order from stdin, run it, report."""
    order = json.loads(_line(0))
    stdin = _file_with(_exactly(0, order["stdin_bytes"]))
    if order["port"] and not _listens(order["port"]):
        _write(2, (order["mark"] + json.dumps({"no_door": True})).encode())
        return
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    out, err = os.pipe(), os.pipe()
    pid = os.fork()
    if pid == 0:
        _become(order, stdin, out[1], err[1])
    for end in (stdin, out[1], err[1]):
        os.close(end)
    relay = _Relay({out[0]: 1, err[0]: 2}, order["keep_bytes"])
    code = _watch(pid, relay, time.monotonic() + order["timeout_s"])
    relay.drain(time.monotonic() + _DRAIN_S)
    report = {"exit_code": code, "timed_out": code is None, "truncated": relay.truncated}
    _write(2, (order["mark"] + json.dumps(report)).encode())


def _listens(port: int) -> bool:
    """Wait for a listener on loopback. Read from the kernel's table: a connection would reach the gateway."""
    wanted, until = f"0100007F:{port:04X}", time.monotonic() + _DOOR_S
    while time.monotonic() < until:
        with open("/proc/net/tcp", encoding="ascii") as file:  # noqa: PTH123
            if any(line.split()[1] == wanted and line.split()[3] == _LISTEN for line in file):
                return True
        time.sleep(0.01)
    return False


def _line(handle: int) -> bytes:
    """Return one line, byte by byte: what follows it belongs to the command."""
    line = bytearray()
    while not line.endswith(b"\n"):
        byte = os.read(handle, 1)
        if not byte:
            sys.exit("no order")
        line += byte
    return bytes(line)


def _exactly(handle: int, count: int) -> bytes:
    data = bytearray()
    while len(data) < count:
        block = os.read(handle, min(_BLOCK, count - len(data)))
        if not block:
            break
        data += block
    return bytes(data)


def _file_with(data: bytes) -> int:
    handle = os.memfd_create("stdin")
    _write(handle, data)
    os.lseek(handle, 0, os.SEEK_SET)
    return handle


def _become(order: Dict[str, Any], stdin: int, out: int, err: int) -> None:  # noqa: UP006
    """Turn into the command. Runs in the child, between fork and exec."""
    argv = [os.fsencode(part) for part in order["argv"]]
    try:
        os.setsid()
        for number, handle in enumerate((stdin, out, err)):
            os.dup2(handle, number)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # Python ignores it, and exec would hand that on
        _offer_to_the_memory_killer()
        os.chdir(os.fsencode(order["cwd"]))
        env = {os.fsencode(key): os.fsencode(value) for key, value in order["env"].items()}
        os.closerange(3, 256)
        os.execvpe(argv[0], argv, env)  # noqa: S606 - the point of this script
    except FileNotFoundError as exc:
        _fail(127, argv[0], exc.strerror or "not found")
    except (OSError, ValueError) as exc:
        _fail(126, argv[0], str(exc))


def _offer_to_the_memory_killer() -> None:
    """At the memory limit the command shall go, not what keeps the room."""
    try:
        with open("/proc/self/oom_score_adj", "w") as file:  # noqa: PTH123 - pathlib costs start-up time
            file.write("900")
    except OSError:
        return


def _fail(code: int, program: bytes, words: str) -> None:
    os.write(2, program + b": " + words.encode() + b"\n")
    os._exit(code)


class _Relay:
    """Passes streams on, up to a number of bytes each."""

    def __init__(self, routes: Dict[int, int], keep_bytes: int) -> None:  # noqa: UP006
        self._routes = routes
        self._left = {target: keep_bytes for target in routes.values()}
        self.truncated = False
        self.ready = selectors.DefaultSelector()
        for source in routes:
            os.set_blocking(source, False)
            self.ready.register(source, selectors.EVENT_READ)

    def step(self, wait_s: float) -> None:
        """Pass on what is there, waiting a little for it."""
        if not self.ready.get_map():
            time.sleep(min(wait_s, 0.003))
            return
        for key, _ in self.ready.select(wait_s):
            source = int(key.fd)
            block = os.read(source, _BLOCK)
            if not block:
                self.ready.unregister(source)
                continue
            target = self._routes[source]
            kept = block[: self._left[target]]
            self._left[target] -= len(kept)
            self.truncated = self.truncated or len(kept) < len(block)
            _write(target, kept)

    def drain(self, until: float) -> None:
        """Pass on what is still in the pipes after all writers are gone."""
        while self.ready.get_map() and time.monotonic() < until:
            self.step(0.05)


def _watch(pid: int, relay: _Relay, deadline: float) -> Optional[int]:  # noqa: UP045
    """Return the command's exit code, 128 + n for signal n, None when its time was up; nothing lives on."""
    code: Optional[int] = None  # noqa: UP045
    while time.monotonic() < deadline:
        relay.step(min(0.02, max(0.0, deadline - time.monotonic())))
        status = _reap(pid)
        if status is not None:
            code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
            break
    _kill_descendants(relay)
    return code if code is None or code >= 0 else 128 - code


def _reap(pid: int) -> Optional[int]:  # noqa: UP045
    """Collect whatever has ended; return the wait status of `pid` when it is among it."""
    found = None
    while True:
        try:
            ended, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return found
        if ended == 0:
            return found
        if ended == pid:
            found = status


def _kill_descendants(relay: _Relay) -> None:
    """Kill until none is left: stopped first, so that none forks while the others die."""
    for _ in range(200):
        alive = _descendants()
        if not alive:
            return
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for one in alive:
                try:
                    os.kill(one, number)
                except ProcessLookupError:
                    continue
        relay.step(0.002)
        _reap(-1)


def _descendants() -> List[int]:  # noqa: UP006
    parents = [pair for pair in map(_parent_of, os.listdir("/proc")) if pair]  # noqa: PTH208
    found = {os.getpid()}
    while True:
        more = {pid for pid, parent in parents if parent in found} - found
        if not more:
            return sorted(found - {os.getpid()})
        found |= more


def _parent_of(name: str) -> Optional[Tuple[int, int]]:  # noqa: UP006, UP045
    if not name.isdigit():
        return None
    try:
        with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:  # noqa: PTH123
            return int(name), int(file.read().rpartition(")")[2].split()[1])
    except (OSError, IndexError, ValueError):
        return None


def _write(handle: int, data: bytes) -> None:
    while data:
        data = data[os.write(handle, data) :]


if __name__ == "__main__":
    main()
