"""How many trials work at once."""

import os
from pathlib import Path

from skilleval.domain.policy import Budget

_TRIALS_PER_CORE = 8
"""An agent mostly waits for its model; measured, a CLI takes about 1 of 20 to 60 seconds of CPU."""
_TRIAL_MB = 350
"""Measured: what one agent CLI holds in memory."""


def choose_slots(budget: Budget, *, cores: int, free_mb: int) -> int:
    """Return the setting, or what cores and memory carry; at least one."""
    return budget.concurrency or max(1, min(_TRIALS_PER_CORE * cores, free_mb // _TRIAL_MB))


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def free_memory_mb() -> int:
    """Return the memory that is free, in MiB; half of all memory where the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**21
