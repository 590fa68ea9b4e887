"""How many trials work at once."""

import pytest

from skilleval.domain.policy import Budget
from skilleval.execution.slots import choose_slots, cores, free_memory_mb


@pytest.mark.parametrize(
    ("setting", "n_cores", "free_mb", "slots"),
    [(3, 64, 100_000, 3), (0, 2, 100_000, 16), (0, 64, 3_500, 10), (0, 1, 10, 1)],
)
def test_slots(setting: int, n_cores: int, free_mb: int, slots: int) -> None:
    """The setting counts; without one, cores and memory do; one at least."""
    assert choose_slots(Budget(concurrency=setting), cores=n_cores, free_mb=free_mb) == slots


def test_this_machine_can_be_asked() -> None:
    """Cores and free memory of this machine are positive numbers."""
    assert cores() >= 1
    assert free_memory_mb() >= 1
