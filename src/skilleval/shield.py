"""Keeps this process's memory and start environment, which may hold a key, from others of its user.

What runs in `sandbox: process` belongs to the same user, who may otherwise read `/proc/<our pid>/environ` and
attach to us. Source: prctl(2), PR_SET_DUMPABLE. It does not hold against root, and is no sandbox.
"""

import ctypes
import signal
import sys

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4


def hide_memory() -> None:
    """Let no other process of this user look into this one. Children that are exec'ed are not affected.

    Does nothing where the system is not Linux.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def end_with_parent() -> None:
    """Have the system send this process SIGTERM when the one that started it is gone. Linux only, too."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
