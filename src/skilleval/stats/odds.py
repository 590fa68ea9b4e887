"""What the scores of a suite say, as odds: of a gain on it, and of a drop in each of its tasks.

The spread of a single trial is pooled within (task, arm) over the whole suite, since per-task
spreads from three runs are useless. Lifts are shrunken to their mean (normal-normal, spread between tasks
after DerSimonian and Laird 1986), which is also what holds the odds against the number of tasks. Under
four tasks there is nothing to shrink to: per-task t, held by Holm (1979) where harm is claimed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt

SD_FLOOR = 0.02
"""The pooled spread is never taken to be less: a few equal scores are no proof of zero noise."""
SHRINK_FROM = 4
"""Tasks from which on lifts are shrunken."""
UPPER = 0.95


@dataclass(frozen=True, slots=True)
class TaskSample:
    """The scores of one task, each in [0, 1], in order of repeat."""

    id: str
    baseline: tuple[float, ...]
    candidate: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Moments:
    """What the odds need: lift per task, repeats (baseline, candidate) per task, spread and its degrees."""

    lifts: tuple[float, ...]
    repeats: tuple[tuple[int, int], ...]
    sd: float
    df: int


@dataclass(frozen=True, slots=True)
class Prior:
    """The margin that a drop must exceed, and the least spread between tasks that shrinking assumes."""

    margin: float
    tau_floor: float


@dataclass(frozen=True, slots=True)
class TaskOdds:
    """One task: `p_worse` = P(true lift < -margin); `p_harm` the same, held against the number of tasks."""

    se: float
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


def moments_from_samples(samples: Sequence[TaskSample]) -> Moments | None:
    """Return the moments of samples with scores in both arms, or None where no spread can be known.

    fsum keeps the figures free of the order in which tasks and repeats came.
    """
    if not samples:
        return None
    groups = [arm for sample in samples for arm in (sample.baseline, sample.candidate)]
    means = [fsum(group) / len(group) for group in groups]
    df = sum(len(group) - 1 for group in groups)
    if df < 1:
        return None
    squares = fsum((x - mean) ** 2 for group, mean in zip(groups, means, strict=True) for x in group)
    return Moments(
        lifts=tuple(
            candidate - baseline for baseline, candidate in zip(means[::2], means[1::2], strict=True)
        ),
        repeats=tuple((len(sample.baseline), len(sample.candidate)) for sample in samples),
        sd=sqrt(squares / df),
        df=df,
    )


def weigh(moments: Moments, prior: Prior) -> SuiteOdds:
    """Return the odds that these moments give."""
    from scipy.special import stdtr, stdtrit  # noqa: PLC0415  slow to import

    sd = max(moments.sd, SD_FLOOR)
    variances = [sd * sd * (1 / b + 1 / c) for b, c in moments.repeats]
    count = len(variances)
    mean = fsum(moments.lifts) / count
    se = sqrt(fsum(variances)) / count
    tau, tasks = (
        _shrunken(moments, variances, prior)
        if count >= SHRINK_FROM
        else _one_by_one(moments, variances, prior)
    )
    return SuiteOdds(
        mean=mean,
        se=se,
        tau=tau,
        p_gain=float(stdtr(moments.df, mean / se)),
        p_not_worse=float(stdtr(moments.df, (mean + prior.margin) / se)),
        gain_upper=mean + float(stdtrit(moments.df, UPPER)) * se,
        tasks=tasks,
    )


def _shrunken(
    moments: Moments, variances: Sequence[float], prior: Prior
) -> tuple[float, tuple[TaskOdds, ...]]:
    """Return tau and the tasks, each drawn towards the mean as far as noise explains its distance."""
    from scipy.special import stdtr  # noqa: PLC0415  slow to import

    tau = _spread_between(moments.lifts, variances, floor=prior.tau_floor)
    weights = [1 / (tau * tau + v) for v in variances]
    total = fsum(weights)
    centre = fsum(w * lift for w, lift in zip(weights, moments.lifts, strict=True)) / total
    tasks = []
    for lift, v in zip(moments.lifts, variances, strict=True):
        trust = tau * tau / (tau * tau + v)
        shrunken = trust * lift + (1 - trust) * centre
        spread = sqrt(trust * v + (1 - trust) ** 2 / total)
        p_worse = float(stdtr(moments.df, (-prior.margin - shrunken) / spread))
        tasks.append(TaskOdds(se=sqrt(v), shrunken=shrunken, p_worse=p_worse, p_harm=p_worse))
    return tau, tuple(tasks)


def _spread_between(lifts: Sequence[float], variances: Sequence[float], *, floor: float) -> float:
    """Return tau after DerSimonian and Laird: the spread of true lifts that noise does not explain."""
    weights = [1 / v for v in variances]
    total = fsum(weights)
    centre = fsum(w * lift for w, lift in zip(weights, lifts, strict=True)) / total
    excess = fsum(w * (lift - centre) ** 2 for w, lift in zip(weights, lifts, strict=True)) - (len(lifts) - 1)
    scale = total - fsum(w * w for w in weights) / total
    return sqrt(max(floor * floor, excess / scale))


def _one_by_one(
    moments: Moments, variances: Sequence[float], prior: Prior
) -> tuple[None, tuple[TaskOdds, ...]]:
    """Return the tasks without shrinking; `p_harm` is 1 - the Holm-adjusted p of no harm."""
    from scipy.special import stdtr  # noqa: PLC0415  slow to import

    errors = [sqrt(v) for v in variances]
    p_worse = [
        float(stdtr(moments.df, (-prior.margin - lift) / se))
        for lift, se in zip(moments.lifts, errors, strict=True)
    ]
    adjusted = holm([1 - p for p in p_worse])
    return None, tuple(
        TaskOdds(se=se, shrunken=lift, p_worse=p, p_harm=1 - q)
        for se, lift, p, q in zip(errors, moments.lifts, p_worse, adjusted, strict=True)
    )


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return the step-down adjusted p values of Holm (1979), in the order given."""
    adjusted = [1.0] * len(p_values)
    highest = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = highest
    return tuple(adjusted)
