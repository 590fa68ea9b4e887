"""Which graded trials are evidence, and what they cost."""

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import fmean

from skilleval.domain.grade import GradedTrial
from skilleval.domain.value import Arm

PAIR: tuple[Arm, Arm] = ("baseline", "candidate")


def is_evidence(trial: GradedTrial) -> bool:
    """Return whether the trial says something: not ours (errored) and not void."""
    return trial.state != "errored" and not trial.void


def is_scored(trial: GradedTrial) -> bool:
    """Return whether the trial is evidence and has a score."""
    return is_evidence(trial) and trial.score is not None


def count_errored(trials: Sequence[GradedTrial]) -> dict[Arm, tuple[int, int]]:
    """Return (errored, all) by arm."""
    every = Counter(trial.cell.arm for trial in trials)
    ours = Counter(trial.cell.arm for trial in trials if trial.state == "errored")
    return {arm: (ours[arm], every[arm]) for arm in sorted(every)}


def mean_by_arm(
    trials: Sequence[GradedTrial], measure: Callable[[GradedTrial], float | None]
) -> dict[Arm, float]:
    """Return the mean of a measure over the evidence of each arm; an arm with an unknown is left out."""
    means: dict[Arm, float] = {}
    for arm in sorted({trial.cell.arm for trial in trials}):
        values = [measure(trial) for trial in trials if trial.cell.arm == arm and is_evidence(trial)]
        known = [value for value in values if value is not None]
        if known and len(known) == len(values):
            means[arm] = fmean(known)
    return means


def trial_cost_usd(trial: GradedTrial) -> float | None:
    """Return the trial's price with its grading, or None where a price is unknown."""
    return (trial.usage + trial.grader_usage).cost_usd


def repeat_cost_usd(trials: Sequence[GradedTrial]) -> float | None:
    """Return the mean price of one repeat in both arms, or None where a price is unknown."""
    means = mean_by_arm(trials, trial_cost_usd)
    return sum(means[arm] for arm in PAIR) if set(PAIR) <= means.keys() else None
