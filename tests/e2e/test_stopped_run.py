"""A run that is stopped from outside: by Ctrl-C, and by kill -9."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from skilleval.execution.sandboxes.process.leftovers import remove_dead_rooms

ROOT = Path(__file__).parents[2]


@contextmanager
def running(folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """Start the run, and wait until another trial beats."""
    env = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    script = [sys.executable, str(ROOT / "tests" / "e2e" / "stopped_run.py"), str(folder)]
    process = subprocess.Popen(
        script, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        until = time.monotonic() + 30
        while not (folder / "beat").exists():
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < until, "the run never began"
            time.sleep(0.05)
        yield process
    finally:
        process.kill()
        process.communicate()


def beats(folder: Path) -> bool:
    """Return whether a command of the run still lives."""
    before = (folder / "beat").read_text()
    time.sleep(0.5)
    return (folder / "beat").read_text() != before


def rooms(folder: Path) -> list[str]:
    """Return the rooms that are there."""
    return [path.name for path in folder.glob("skilleval-room-*")]


def test_ctrl_c(tmp_path: Path) -> None:
    """Ctrl-C ends the run soon, kills what runs, removes all rooms; what ended before was told."""
    with running(tmp_path) as process:
        assert process.stdout is not None
        told = process.stdout.readline()
        assert rooms(tmp_path)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=15)

    assert (told.split()[1], stdout) == ("completed", "")
    assert "KeyboardInterrupt" in stderr
    assert "never retrieved" not in stderr
    assert rooms(tmp_path) == []
    assert not beats(tmp_path)


def test_kill(tmp_path: Path) -> None:
    """When the bot is killed outright, its commands die; its rooms go when the next run opens one."""
    with running(tmp_path) as process:
        process.kill()
    time.sleep(0.3)

    assert not beats(tmp_path)
    assert rooms(tmp_path)
    remove_dead_rooms(tmp_path)
    assert rooms(tmp_path) == []
