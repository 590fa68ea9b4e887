"""How much a single trial scatters: pooled over the suite, and of each task.

Pooling alone cries wolf where one flaky task lives among steady ones: its noise is averaged away, and its
next bad day looks like harm (simulated: 12 to 26 % of changes without effect). So a task's own spread is
drawn to the pooled one only as far as chance explains their distance, and is never taken to be less than it.
Where all tasks scatter alike, this is the pooled spread.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

SD_FLOOR = 0.02
"""The spread is never taken to be less: a few equal scores are no proof of zero noise."""


@dataclass(frozen=True, slots=True)
class TaskSample:
    """The scores of one task in both arms, each in [0, 1]; neither is empty."""

    baseline: tuple[float, ...]
    candidate: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Moments:
    """What the odds need of each task: lift, repeats (baseline, candidate), variance of a single trial."""

    lifts: tuple[float, ...]
    repeats: tuple[tuple[int, int], ...]
    variances: tuple[float, ...]
    """Within the arms of a task; 0 where it has one repeat in each."""

    @property
    def dfs(self) -> tuple[int, ...]:
        """Return the degrees of freedom behind each variance."""
        return tuple(b + c - 2 for b, c in self.repeats)

    @property
    def df(self) -> int:
        """Return all degrees of freedom."""
        return sum(self.dfs)


def moments_from_samples(samples: Sequence[TaskSample]) -> Moments | None:
    """Return the moments, or None where no spread can be known.

    fsum keeps the figures free of the order in which tasks and repeats came.
    """
    lifts, variances = [], []
    for sample in samples:
        groups = (sample.baseline, sample.candidate)
        means = [fsum(group) / len(group) for group in groups]
        squares = fsum((x - mean) ** 2 for group, mean in zip(groups, means, strict=True) for x in group)
        lifts.append(means[1] - means[0])
        variances.append(squares / max(1, len(groups[0]) + len(groups[1]) - 2))
    repeats = tuple((len(sample.baseline), len(sample.candidate)) for sample in samples)
    moments = Moments(lifts=tuple(lifts), repeats=repeats, variances=tuple(variances))
    return moments if moments.df else None


def measured_variance(moments: Moments) -> float:
    """Return the variance of a single trial, pooled within (task, arm) by degrees of freedom."""
    return fsum(v * df for v, df in zip(moments.variances, moments.dfs, strict=True)) / moments.df


def pooled_variance(moments: Moments) -> float:
    """Return the pooled variance, or the floor."""
    return max(measured_variance(moments), SD_FLOOR**2)


def task_variances(moments: Moments) -> list[tuple[float, float]]:
    """Return for each task the variance of a single trial that is believed, and its degrees of freedom.

    Method of moments, as for lifts: a variance on df degrees scatters by 2 s^4 / df if all tasks are alike;
    what their variances scatter beyond that is real. Degrees after Satterthwaite (1946).
    """
    pooled = pooled_variance(moments)
    excess = _excess(moments, pooled)
    return [
        _believed(pooled, moments.df, own=own, df=df, excess=excess)
        for own, df in zip(moments.variances, moments.dfs, strict=True)
    ]


def _excess(moments: Moments, pooled: float) -> float:
    """Return how much the variances of tasks scatter beyond chance."""
    known = [(own, df) for own, df in zip(moments.variances, moments.dfs, strict=True) if df]
    if len(known) < 2:
        return 0.0
    scatter = fsum((own - pooled) ** 2 for own, _ in known) / (len(known) - 1)
    chance = fsum(2 * pooled**2 / df for _, df in known) / len(known)
    return max(0.0, scatter - chance)


def _believed(pooled: float, total_df: int, *, own: float, df: int, excess: float) -> tuple[float, float]:
    if own <= pooled or not df:
        return pooled, float(total_df)
    chance = 2 * pooled**2 / df
    weight = chance / (chance + excess)
    variance = weight * pooled + (1 - weight) * own
    doubt = (weight * pooled) ** 2 / total_df + ((1 - weight) * own) ** 2 / df
    return variance, min(float(total_df), variance**2 / doubt)
