"""What the scores of a suite say, as odds: of a gain on it, and of a drop in each of its tasks.

The spread of a single trial is pooled within (task, arm) over the whole suite, since per-task
spreads from three runs are useless; a task that scatters more than chance explains gets its own (spread.py).
Lifts are shrunken to their mean (normal-normal, spread between tasks after DerSimonian and Laird 1986),
which is also what holds the odds against the number of tasks. Under four tasks there is nothing to shrink
to: per-task t, held by Holm (1979) where harm is claimed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt

from skilleval.stats.spread import Moments, pooled_variance, task_variances

SHRINK_FROM = 4
"""Tasks from which on lifts are shrunken."""
UPPER = 0.95


@dataclass(frozen=True, slots=True)
class Prior:
    """The margin that a drop must exceed, and the least spread between tasks that shrinking assumes."""

    margin: float
    tau_floor: float


@dataclass(frozen=True, slots=True)
class TaskOdds:
    """One task: `p_worse` = P(true lift < -margin); `p_harm` the same, held against the number of tasks.

    `df` are the degrees of freedom behind `se`.
    """

    se: float
    df: float
    shrunken: float
    p_worse: float
    p_harm: float


@dataclass(frozen=True, slots=True)
class SuiteOdds:
    """The suite: mean lift with standard error, odds of a gain, 95 % upper bound, tau, and its tasks."""

    mean: float
    se: float
    tau: float | None
    p_gain: float
    p_not_worse: float
    gain_upper: float
    tasks: tuple[TaskOdds, ...]


@dataclass(frozen=True, slots=True)
class _Task:
    """A measured lift, its variance, and the degrees of freedom behind that."""

    lift: float
    variance: float
    df: float


def weigh(moments: Moments, prior: Prior) -> SuiteOdds:
    """Return the odds that these moments give."""
    from scipy.special import stdtr, stdtrit  # noqa: PLC0415  slow to import

    pooled = pooled_variance(moments)
    count = len(moments.lifts)
    mean = fsum(moments.lifts) / count
    se = sqrt(pooled * fsum(1 / b + 1 / c for b, c in moments.repeats)) / count
    tasks = [
        _Task(lift, variance * (1 / b + 1 / c), df)
        for lift, (b, c), (variance, df) in zip(
            moments.lifts, moments.repeats, task_variances(moments), strict=True
        )
    ]
    tau = _spread_between(tasks, floor=prior.tau_floor) if count >= SHRINK_FROM else None
    return SuiteOdds(
        mean=mean,
        se=se,
        tau=tau,
        p_gain=float(stdtr(moments.df, mean / se)),
        p_not_worse=float(stdtr(moments.df, (mean + prior.margin) / se)),
        gain_upper=mean + float(stdtrit(moments.df, UPPER)) * se,
        tasks=_one_by_one(tasks, prior) if tau is None else _shrunken(tasks, prior, tau),
    )


def _spread_between(tasks: Sequence[_Task], *, floor: float) -> float:
    """Return tau after DerSimonian and Laird: the spread of true lifts that noise does not explain."""
    weights = [1 / task.variance for task in tasks]
    total = fsum(weights)
    centre = _weighted_mean(tasks, weights)
    distance = fsum(w * (task.lift - centre) ** 2 for w, task in zip(weights, tasks, strict=True))
    scale = total - fsum(w * w for w in weights) / total
    return sqrt(max(floor * floor, (distance - (len(tasks) - 1)) / scale))


def _weighted_mean(tasks: Sequence[_Task], weights: Sequence[float]) -> float:
    return fsum(w * task.lift for w, task in zip(weights, tasks, strict=True)) / fsum(weights)


def _shrunken(tasks: Sequence[_Task], prior: Prior, tau: float) -> tuple[TaskOdds, ...]:
    """Return the tasks, each drawn towards the mean as far as noise explains its distance."""
    from scipy.special import stdtr  # noqa: PLC0415  slow to import

    weights = [1 / (tau * tau + task.variance) for task in tasks]
    total, centre = fsum(weights), _weighted_mean(tasks, weights)
    odds = []
    for task in tasks:
        trust = tau * tau / (tau * tau + task.variance)
        shrunken = trust * task.lift + (1 - trust) * centre
        spread = sqrt(trust * task.variance + (1 - trust) ** 2 / total)
        p = float(stdtr(task.df, (-prior.margin - shrunken) / spread))
        odds.append(TaskOdds(se=sqrt(task.variance), df=task.df, shrunken=shrunken, p_worse=p, p_harm=p))
    return tuple(odds)


def _one_by_one(tasks: Sequence[_Task], prior: Prior) -> tuple[TaskOdds, ...]:
    """Return the tasks without shrinking; `p_harm` is 1 - the Holm-adjusted p of no harm."""
    from scipy.special import stdtr  # noqa: PLC0415  slow to import

    odds = [float(stdtr(task.df, (-prior.margin - task.lift) / sqrt(task.variance))) for task in tasks]
    adjusted = holm([1 - p for p in odds])
    return tuple(
        TaskOdds(se=sqrt(task.variance), df=task.df, shrunken=task.lift, p_worse=p, p_harm=1 - q)
        for task, p, q in zip(tasks, odds, adjusted, strict=True)
    )


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return the step-down adjusted p values of Holm (1979), in the order given."""
    adjusted = [1.0] * len(p_values)
    highest = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = highest
    return tuple(adjusted)
