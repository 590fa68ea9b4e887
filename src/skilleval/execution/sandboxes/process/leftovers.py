"""What outlived its maker: rooms of a bot that was killed, processes of a command that killed its watcher."""

import contextlib
import fcntl
import os
import signal
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from skilleval.errors import SandboxError
from skilleval.execution.sandboxes.process.files import remove_tree

_PREFIX = "skilleval-room-"
_LOCK = "lock"
_YOUNG_S = 60.0
"""A room without a lock may be one that is just being made."""


def make_room(folder: Path | None) -> tuple[Path, int]:
    """Return a new folder and the handle of its lock, held for as long as its maker lives."""
    root = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=folder)).resolve()
    unseen = root / f"{_LOCK}.new"  # it gets its name once it is held: another run may be looking right now
    lock = os.open(unseen, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    unseen.rename(root / _LOCK)
    return root, lock


def remove_dead_rooms(folder: Path | None) -> None:
    """Remove our user's rooms whose maker is gone. What cannot be removed is left to the next time."""
    for root in _rooms(folder or Path(tempfile.gettempdir())):
        with contextlib.suppress(OSError, SandboxError):
            if _is_dead(root):
                end_processes(root)
                remove_tree(root)


def end_processes(root: Path) -> None:
    """Kill all processes that were started in this room: their HOME says so. Linux only."""
    mark = b"HOME=" + os.fsencode(root / "home")
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark in (process / "environ").read_bytes().split(b"\0"):
                os.kill(int(process.name), signal.SIGKILL)


def _rooms(folder: Path) -> Iterator[Path]:
    for path in folder.glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            status = path.lstat()
            if stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid():
                yield path


def _is_dead(root: Path) -> bool:
    """Return whether nobody holds the room's lock any more."""
    try:
        lock = os.open(root / _LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return time.time() - root.lstat().st_mtime > _YOUNG_S
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(lock)
    return True
