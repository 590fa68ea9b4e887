"""The supervisor inside a room, as the script that it is. What rooms promise is in the contract suite."""

import json
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from skilleval.execution.sandboxes.docker import inside

SCRIPT = Path(inside.__file__).with_name("supervise.py")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="rooms are Linux")


def supervised(*argv: str, stdin: bytes = b"", **order: object) -> tuple[bytes, bytes, dict[str, object]]:
    """Return stdout, stderr and the report."""
    plain: dict[str, object] = {
        "argv": list(argv),
        "env": {"PATH": "/usr/bin:/bin", "A": "b"},
        "cwd": "/",
        "timeout_s": 20,
        "keep_bytes": 10_000,
        "stdin_bytes": len(stdin),
        "mark": "\nMARK ",
        "port": 0,
    }
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT)],
        input=json.dumps(plain | order).encode() + b"\n" + stdin,
        capture_output=True,
        timeout=60,
        check=False,
    )
    stderr, _, report = done.stderr.rpartition(b"\nMARK ")
    return done.stdout, stderr, json.loads(report)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def test_streams_and_exit_code_come_through() -> None:
    """Both streams apart, stdin whole, the environment as ordered, and nothing cut."""
    out, err, report = supervised("sh", "-c", "cat; echo $A >&2; exit 3", stdin=b"in")

    assert (out, err) == (b"in", b"b\n")
    assert report == {"exit_code": 3, "timed_out": False, "truncated": False}


def test_time_up_takes_everything_along() -> None:
    """What has left the process group goes, too."""
    started = time.monotonic()
    out, _, report = supervised("sh", "-c", "setsid sleep 50 & echo $!; sleep 50", timeout_s=1)
    orphan = int(out)

    assert report["timed_out"] is True
    assert report["exit_code"] is None
    assert time.monotonic() - started < 15
    assert not Path(f"/proc/{orphan}").exists()


def test_a_flood_is_cut_and_does_not_block() -> None:
    """Of each stream so many bytes; the rest is read and dropped."""
    out, _, report = supervised("sh", "-c", "head -c 3000000 /dev/zero; echo late >&2")

    assert len(out) == 10_000
    assert report == {"exit_code": 0, "timed_out": False, "truncated": True}


def test_nothing_runs_before_the_way_out_is_open() -> None:
    """The first command of a room waits for whoever listens, however slowly that starts."""
    port, opened = free_port(), list[float]()

    def open_later() -> None:
        time.sleep(0.7)
        with socket.create_server(("127.0.0.1", port)):
            opened.append(time.time())
            time.sleep(5)

    threading.Thread(target=open_later, daemon=True).start()
    out, _, report = supervised("date", "+%s.%N", port=port)

    assert report["exit_code"] == 0
    assert float(out) >= opened[0] - 0.01
