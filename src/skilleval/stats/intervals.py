"""Intervals: paired t and paired bootstrap for means of differences, pooled t for one, Wilson for shares.

Paired t under 20 units, bootstrap from 20 on: with 4 / 8 / 12 / 20 tasks the percentile bootstrap covers
.79 / .89 / .91 / .93 where 95 % is said, the paired t .95 (docs/statistics.md). What is resampled is the
whole task (its repeats are one cluster, Miller 2024, arXiv 2411.00640), or the cluster that tasks name.
"""

import random
from collections.abc import Sequence
from math import fsum, sqrt

from skilleval.domain.value import Interval

BOOTSTRAP_FROM = 20
RESAMPLES = 10_000
SEED = 0
"""Number of resamples and seed of the method that this interval comes from."""

Groups = Sequence[Sequence[float]]
"""Differences by cluster; a task without one is a cluster of its own."""


def mean_interval(groups: Groups, *, sd_floor: float = 0.0) -> Interval | None:
    """Return the 95 % interval of the mean difference for new units like these; None under two clusters.

    Differences of scores and shares: it ends where these do, at -1 and 1.
    """
    if len(groups) < 2:
        return None
    if len(groups) >= BOOTSTRAP_FROM:
        return paired_bootstrap(groups)
    return _within_scale(paired_t(groups, sd_floor=sd_floor))


def pooled_t(mean: float, *, se: float, df: float) -> Interval:
    """Return the 95 % t interval of a difference of scores whose error comes from a pooled spread.

    Student's two-sample interval, with the variance of the whole suite in place of the pair's own
    (Fisher's least significant difference; Snedecor and Cochran 1989, section 12.4); within -1 and 1.
    """
    from scipy.special import stdtrit  # noqa: PLC0415  slow to import

    half = float(stdtrit(df, 0.975)) * se
    return _within_scale(Interval(lo=mean - half, hi=mean + half, method="pooled-t"))


def _within_scale(interval: Interval) -> Interval:
    return interval.model_copy(update={"lo": max(-1.0, interval.lo), "hi": min(1.0, interval.hi)})


def paired_t(groups: Groups, *, sd_floor: float = 0.0) -> Interval:
    """Return the t interval of the mean, its error robust to clusters (with single units: the paired t).

    `sd_floor` is the least spread of a single difference that is believed.
    """
    from scipy.special import stdtrit  # noqa: PLC0415  slow to import

    count = sum(len(group) for group in groups)
    mean = fsum(x for group in groups for x in group) / count
    clusters = len(groups)
    squares = fsum(fsum(x - mean for x in group) ** 2 for group in groups)
    se = max(sqrt(squares * clusters / (clusters - 1)), sd_floor * sqrt(count)) / count
    half = float(stdtrit(clusters - 1, 0.975)) * se
    return Interval(lo=mean - half, hi=mean + half, method="paired-t")


def paired_bootstrap(groups: Groups, *, resamples: int = RESAMPLES, seed: int = SEED) -> Interval:
    """Return the percentile interval of the mean over resampled clusters, by Python's own generator."""
    rng = random.Random(seed)  # noqa: S311  a resampling, not a secret
    sums = [(fsum(group), len(group)) for group in groups]
    means = []
    for _ in range(resamples):
        drawn = [rng.choice(sums) for _ in sums]
        means.append(fsum(total for total, _ in drawn) / sum(count for _, count in drawn))
    means.sort()
    return Interval(
        lo=means[int(0.025 * resamples)], hi=means[int(0.975 * resamples) - 1], method="paired-bootstrap"
    )


def wilson(successes: float, trials: float) -> Interval | None:
    """Return the 95 % interval of a share (Wilson 1927); None without trials.

    Where units are clusters, `successes` is the sum of their shares: the interval is then over units, and
    rather too wide than too narrow.
    """
    if trials == 0:
        return None
    z = 1.959963984540054  # 97.5 % point of the normal distribution
    share = successes / trials
    scale = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / scale
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / scale
    return Interval(lo=max(0.0, centre - half), hi=min(1.0, centre + half), method="wilson")
