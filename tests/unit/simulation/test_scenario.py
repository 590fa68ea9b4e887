"""What may be assumed."""

import pytest
from pydantic import ValidationError

from skilleval.simulation import Scenario


@pytest.mark.parametrize(
    "wrong",
    [{"tasks": 0}, {"sd": -0.1}, {"sd": 0.9}, {"looks": ()}, {"draws": 0}, {"lift": 2}, {"unknown": 1}],
)
def test_nonsense_is_refused(wrong: dict[str, object]) -> None:
    """Impossible suites and unknown keys are errors."""
    with pytest.raises(ValidationError):
        Scenario.model_validate({"tasks": 4, "sd": 0.15} | wrong)


def test_truth_by_task() -> None:
    """The broken task is one of the tasks, not one more."""
    assert Scenario(tasks=3, sd=0.1, lift=0.1).truth == (0.1, 0.1, 0.1)
    assert Scenario(tasks=3, sd=0.1, lift=0.1, broken_task=-0.3).truth == (-0.3, 0.1, 0.1)
