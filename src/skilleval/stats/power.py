"""What a suite can see: smallest drop and gain at 80 % power, and the figures at more repeats."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import NormalDist

from skilleval.domain.lift import Ahead, LiftTable
from skilleval.domain.value import Interval
from skilleval.stats.intervals import pooled_t
from skilleval.stats.odds import Prior, weigh
from skilleval.stats.spread import Moments, measured_variance

POWER = 0.80
HARM_SHOWN = 0.975
"""As in the gate: a drop counts as shown at these odds."""
AHEAD = (*range(2, 13), 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200)
"""Repeats per arm that are looked ahead to."""


def suite_interval(table: LiftTable) -> Interval | None:
    """Return the 95 % interval of the mean lift on this very suite, from the pooled spread."""
    if table.mean is None or table.se is None:
        return None
    return pooled_t(table.mean, se=table.se, df=table.df)


def detectable_gain(moments: Moments, prior: Prior) -> float:
    """Return the smallest mean gain that P(gain) > .95 finds in 80 % of runs of this size and noise."""
    from scipy.special import stdtrit  # noqa: PLC0415  slow to import

    return weigh(moments, prior).se * float(stdtrit(moments.df, 0.95) + stdtrit(moments.df, POWER))


def detectable_drop(moments: Moments, prior: Prior) -> float | None:
    """Return the smallest drop of one task, the others unchanged, that is shown in 80 % of runs.

    Found by bisection on the rule itself, for a task that scatters as the suite does, among others that
    lie as chance would have them; None where even a drop from 1 to 0 would not be shown.
    """
    from scipy.special import stdtrit  # noqa: PLC0415  slow to import

    count = len(moments.lifts)
    alike = replace(moments, variances=(measured_variance(moments),) * count, lifts=(0.0,) * count)
    errors = [task.se for task in weigh(alike, prior).tasks]
    worst = errors.index(max(errors))
    bad_luck = float(stdtrit(moments.df, POWER)) * errors[worst]

    noise = [error * z for error, z in zip(errors, _normal_scores(count), strict=True)]

    def is_shown(drop: float) -> bool:
        lifts = (*noise[:worst], bad_luck - drop, *noise[worst + 1 :])
        return weigh(replace(alike, lifts=lifts), prior).tasks[worst].p_harm > HARM_SHOWN

    low, high = 0.0, 1.0
    if not is_shown(high):
        return None
    while high - low > 0.001:
        middle = (low + high) / 2
        low, high = (low, middle) if is_shown(middle) else (middle, high)
    return high


def _normal_scores(count: int) -> list[float]:
    """Return where `count` draws of a standard normal lie on average (Blom 1958)."""
    return [NormalDist().inv_cdf((rank - 0.375) / (count + 0.25)) for rank in range(1, count + 1)]


def look_ahead(moments: Moments, prior: Prior, ids: Sequence[str]) -> tuple[Ahead, ...]:
    """Return the odds at more repeats in both arms, if means and spread stay as they are."""
    least = min(min(pair) for pair in moments.repeats)
    return tuple(_at(moments, prior, ids, repeats) for repeats in AHEAD if repeats > least)


def _at(moments: Moments, prior: Prior, ids: Sequence[str], repeats: int) -> Ahead:
    pairs = tuple((max(b, repeats), max(c, repeats)) for b, c in moments.repeats)
    odds = weigh(replace(moments, repeats=pairs), prior)
    return Ahead(
        repeats=repeats,
        p_gain=odds.p_gain,
        p_not_worse=odds.p_not_worse,
        p_worse={name: task.p_worse for name, task in zip(ids, odds.tasks, strict=True)},
        p_harm={name: task.p_harm for name, task in zip(ids, odds.tasks, strict=True)},
    )
