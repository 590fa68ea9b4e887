"""Who may look into our memory."""

import ctypes
import os
import sys
from pathlib import Path

import pytest

from skilleval.shield import hide_memory

_NOBODY = 65534
_PR_SET_DUMPABLE = 4


def _sibling_reads(*, hidden: bool) -> bool:
    """Return whether another process of a user reads the environment of one that hid itself, or did not."""
    victim = os.fork()
    if victim == 0:
        os._exit(_as_nobody(hidden=hidden))
    return os.waitstatus_to_exitcode(os.waitpid(victim, 0)[1]) == 1


def _as_nobody(*, hidden: bool) -> int:
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(_NOBODY)
        os.setuid(_NOBODY)
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)  # as a program is after exec; setuid cleared it
    if hidden:
        hide_memory()
    victim, reader = os.getpid(), os.fork()
    if reader == 0:
        os._exit(_reads(victim))
    return os.waitstatus_to_exitcode(os.waitpid(reader, 0)[1])


def _reads(victim: int) -> int:
    try:
        Path(f"/proc/{victim}/environ").read_bytes()
    except PermissionError:
        return 0
    return 1


@pytest.mark.skipif(sys.platform != "linux", reason="prctl is Linux")
def test_hidden_memory_is_closed_to_the_same_user() -> None:
    """A room that is only a process runs as our user: what we were started with is not for it."""
    assert _sibling_reads(hidden=False)
    assert not _sibling_reads(hidden=True)
