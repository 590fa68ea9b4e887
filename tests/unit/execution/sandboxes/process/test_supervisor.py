"""The supervisor by itself: what happens when its own parent dies. The rest is in the conformance suite."""

import marshal
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from skilleval.execution.sandboxes.process import supervisor

SCRIPT = str(Path(supervisor.__file__))


def an_order(cwd: Path, *argv: str, parent: int) -> supervisor.Order:
    """Return an order with a bare environment."""
    return (argv, {"PATH": "/usr/bin:/bin"}, str(cwd), 1 << 30, 1 << 20, parent)


def start(order: supervisor.Order) -> "subprocess.Popen[bytes]":
    """Return a supervisor at work."""
    with tempfile.TemporaryFile() as stream:
        stream.write(marshal.dumps(order))
        stream.seek(0)
        return subprocess.Popen(
            [sys.executable, "-I", "-S", SCRIPT, str(stream.fileno())], pass_fds=(stream.fileno(),), env={}
        )


def beats(cwd: Path) -> bool:
    """Return whether the command still writes the time into its file."""
    before = (cwd / "beat").read_text()
    time.sleep(0.4)
    return (cwd / "beat").read_text() != before


BEAT = "while :; do date +%s%N > beat.tmp; mv beat.tmp beat; sleep 0.05; done"


def test_told_to_end(tmp_path: Path) -> None:
    """On SIGTERM everything is killed, also what is in a session of its own, and the exit code says so."""
    process = start(an_order(tmp_path, "sh", "-c", f"setsid sh -c '{BEAT}' & sleep 60", parent=os.getpid()))
    while not (tmp_path / "beat").exists():
        time.sleep(0.02)

    process.send_signal(signal.SIGTERM)

    assert process.wait(timeout=5) == 137
    assert not beats(tmp_path)


def test_parent_that_died_before(tmp_path: Path) -> None:
    """An order of a parent that is not ours any more is not carried on."""
    process = start(an_order(tmp_path, "sh", "-c", "sleep 60", parent=os.getpid() + 1))

    assert process.wait(timeout=5) == 137


def test_parent_that_is_killed(tmp_path: Path) -> None:
    """When the bot is killed outright its commands die, too."""
    file = tmp_path / "order"
    launcher = (
        "import marshal, os, subprocess, sys, time\n"
        f"order = marshal.loads(open({str(file)!r}, 'rb').read())\n"
        f"open({str(file)!r}, 'wb').write(marshal.dumps((*order[:-1], os.getpid())))\n"
        f"fd = os.open({str(file)!r}, os.O_RDONLY)\n"
        f"subprocess.Popen([sys.executable, '-I', '-S', {SCRIPT!r}, str(fd)], pass_fds=(fd,))\n"
        "time.sleep(60)\n"
    )
    file.write_bytes(marshal.dumps(an_order(tmp_path, "sh", "-c", BEAT, parent=0)))
    bot = subprocess.Popen([sys.executable, "-c", launcher])
    while not (tmp_path / "beat").exists():
        time.sleep(0.02)

    bot.kill()
    bot.wait()
    time.sleep(0.3)

    assert not beats(tmp_path)
