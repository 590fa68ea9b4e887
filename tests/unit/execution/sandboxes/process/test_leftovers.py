"""What outlives its maker."""

import fcntl
import os
import subprocess
import time
from pathlib import Path

import pytest

from skilleval.execution.sandboxes.process.leftovers import end_processes, make_room, remove_dead_rooms


def test_room_of_a_living_maker_stays(tmp_path: Path) -> None:
    """A room whose lock is held is in use."""
    root, lock = make_room(tmp_path)

    remove_dead_rooms(tmp_path)

    assert root.is_dir()
    os.close(lock)


def test_room_of_a_dead_maker_goes(tmp_path: Path) -> None:
    """When its maker is gone, so is the lock, and the next run removes the room."""
    root, lock = make_room(tmp_path)
    (root / "work").mkdir()
    os.close(lock)

    remove_dead_rooms(tmp_path)

    assert not root.exists()


def test_room_in_the_making_stays(tmp_path: Path) -> None:
    """A young room without a lock may be just about to get one; an old one never will."""
    young, old = tmp_path / "skilleval-room-young", tmp_path / "skilleval-room-old"
    for root in (young, old):
        root.mkdir()
    os.utime(old, (time.time() - 3600,) * 2)

    remove_dead_rooms(tmp_path)

    assert (young.is_dir(), old.exists()) == (True, False)


def test_nothing_else_is_touched(tmp_path: Path) -> None:
    """Links and files of that name, and other folders, are left alone."""
    target = tmp_path / "precious"
    target.mkdir()
    (tmp_path / "skilleval-room-link").symlink_to(target)
    (tmp_path / "skilleval-room-file").write_text("x")

    remove_dead_rooms(tmp_path)

    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "precious",
        "skilleval-room-file",
        "skilleval-room-link",
    ]


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
def test_processes_of_a_room_are_ended(tmp_path: Path) -> None:
    """What was started in the room is known by its HOME; others live on."""
    inside = subprocess.Popen(["sleep", "60"], env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path / "home")})
    outside = subprocess.Popen(
        ["sleep", "60"], env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path / "home2")}
    )
    try:
        _wait_for_exec(inside, outside)
        end_processes(tmp_path)

        assert inside.wait(timeout=5) == -9
        assert outside.poll() is None
    finally:
        for process in (inside, outside):
            process.kill()
            process.wait()


def _wait_for_exec(*processes: "subprocess.Popen[bytes]") -> None:
    for process in processes:
        while b"HOME" not in Path(f"/proc/{process.pid}/environ").read_bytes():
            time.sleep(0.01)


def test_another_run_looks_while_a_room_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A room is never taken for a dead one, even at the moment before its lock is held."""
    lock_now = fcntl.flock

    def another_run_looks_first(handle: int, how: int) -> None:
        monkeypatch.setattr(fcntl, "flock", lock_now)
        remove_dead_rooms(tmp_path)
        lock_now(handle, how)

    monkeypatch.setattr(fcntl, "flock", another_run_looks_first)
    root, lock = make_room(tmp_path)

    assert root.is_dir()
    os.close(lock)
