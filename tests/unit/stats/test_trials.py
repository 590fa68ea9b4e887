"""What is evidence, and what it cost."""

import pytest

from skilleval.domain.trial import Usage
from skilleval.stats.trials import (
    count_errored,
    is_evidence,
    is_scored,
    mean_by_arm,
    repeat_cost_usd,
    trial_cost_usd,
)
from tests.builders_stats import a_trial


@pytest.mark.parametrize("state", ["completed", "timed_out", "broke"])
def test_the_agents_own_ends_are_evidence(state: str) -> None:
    """A time-out and a crash inside its limits are the agent's own, scored 0 and counted."""
    trial = a_trial("a", "candidate", 1, 0.0, state=state)  # type: ignore[arg-type]

    assert is_evidence(trial)
    assert is_scored(trial)


def test_ours_and_void_are_none() -> None:
    """Errored, void and ungraded trials never count as a score."""
    assert not is_evidence(a_trial("a", "candidate", 1, state="errored"))
    assert not is_evidence(a_trial("a", "baseline", 1, void="leaked"))
    assert not is_scored(a_trial("a", "baseline", 1, None))


def test_errored_by_arm() -> None:
    """Errored trials are counted against all of their arm."""
    trials = [
        a_trial("a", "candidate", 1, state="errored"),
        a_trial("a", "candidate", 2),
        a_trial("a", "baseline", 1),
    ]

    assert count_errored(trials) == {"candidate": (1, 2), "baseline": (0, 1)}


def test_price_with_grading() -> None:
    """A trial's price includes its grading; an unknown part makes it unknown."""
    trial = a_trial("a", "candidate", 1, cost=0.5).model_copy(update={"grader_usage": Usage(cost_usd=0.25)})

    assert trial_cost_usd(trial) == 0.75
    assert trial_cost_usd(a_trial("a", "candidate", 1, cost=None)) is None


def test_price_of_a_repeat_needs_both_arms() -> None:
    """One repeat is one trial in each arm; without either, or with an unknown price, there is none."""
    both = [a_trial("a", "candidate", 1, cost=0.5), a_trial("a", "baseline", 1, cost=0.25)]

    assert repeat_cost_usd(both) == 0.75
    assert repeat_cost_usd(both[:1]) is None
    assert repeat_cost_usd([*both, a_trial("a", "baseline", 2, cost=None)]) is None


def test_means_are_over_evidence() -> None:
    """Errored trials do not lower a mean; an arm with nothing left is left out."""
    trials = [a_trial("a", "candidate", 1), a_trial("a", "baseline", 1, state="errored")]

    assert mean_by_arm(trials, lambda trial: trial.seconds) == {"candidate": 2.0}
