"""Trigger figures: run-level rates, query-level passes, and the paired difference between the arms."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import fsum, sqrt
from statistics import fmean

from skilleval.domain.change import MeasuredQuery
from skilleval.domain.grade import GradedTrial
from skilleval.domain.lift import Flip, QueryRate, TriggerStats, TriggerTable
from skilleval.domain.value import Arm
from skilleval.stats.intervals import mean_interval, wilson
from skilleval.stats.trials import count_errored, is_evidence, repeat_cost_usd

THRESHOLD = 0.5
"""A query's rate at or above it counts as firing (the rule of skill-creator)."""


def estimate_triggers(
    skill: str, queries: Sequence[MeasuredQuery], trials: Sequence[GradedTrial]
) -> TriggerTable | None:
    """Return the table over these queries, or None where none of them was run.

    Trials that are void or errored are no evidence; one that timed out or broke counts as it fired or not.
    """
    items = {query.item for query in queries}
    trials = [trial for trial in trials if trial.cell.item in items]
    if not trials:
        return None
    rates = tuple(_rate(query, trials) for query in queries)
    groups = [[difference] for difference in _differences(rates)]
    return TriggerTable(
        skill=skill,
        candidate=trigger_stats(rates, "candidate"),
        baseline=trigger_stats(rates, "baseline"),
        queries=rates,
        flipped=tuple(_flips(rates)),
        difference=fmean(group[0] for group in groups) if groups else None,
        difference_interval=mean_interval(groups, sd_floor=_noise(rates)),
        repeat_cost_usd=repeat_cost_usd(trials),
        errored=count_errored(trials),
    )


def trigger_stats(rates: Sequence[QueryRate], arm: Arm) -> TriggerStats | None:
    """Return the arm's figures, or None where it has no trial at all."""
    seen = [(rate.should_trigger, *rate.fired[arm]) for rate in rates if rate.fired.get(arm, (0, 0))[1]]
    if not seen:
        return None
    tp = sum(k for should, k, _ in seen if should)
    fn = sum(n - k for should, k, n in seen if should)
    fp = sum(k for should, k, _ in seen if not should)
    tn = sum(n - k for should, k, n in seen if not should)
    return TriggerStats(
        tp=tp,
        fn=fn,
        fp=fp,
        tn=tn,
        precision=_share(tp, tp + fp),
        recall=_share(tp, tp + fn),
        f1=_share(2 * tp, 2 * tp + fp + fn),  # the harmonic mean of the two, without their denominators
        false_trigger_rate=_share(fp, fp + tn),
        queries_passed=sum(_fires((k, n)) == should for should, k, n in seen),
        queries=len(seen),
        recall_interval=wilson(tp, tp + fn),
        false_trigger_interval=wilson(fp, fp + tn),
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _fires(count: tuple[int, int]) -> bool:
    return count[0] / count[1] >= THRESHOLD


def _rate(measured: MeasuredQuery, trials: Sequence[GradedTrial]) -> QueryRate:
    fired: Mapping[Arm, list[bool]] = defaultdict(list)
    for trial in trials:
        if trial.cell.item == measured.item and is_evidence(trial):
            fired[trial.cell.arm].append(trial.fired)
    return QueryRate(
        id=measured.item,
        query=measured.query.query,
        should_trigger=measured.query.should_trigger,
        fired={arm: (sum(hits), len(hits)) for arm, hits in sorted(fired.items())},
    )


def _paired(rates: Sequence[QueryRate]) -> list[QueryRate]:
    return sorted(
        (rate for rate in rates if {"candidate", "baseline"} <= rate.fired.keys()), key=lambda rate: rate.id
    )


def _differences(rates: Sequence[QueryRate]) -> list[float]:
    """Return per query how much more often the candidate does the right thing, in order of id."""
    return [right_share(rate, "candidate") - right_share(rate, "baseline") for rate in _paired(rates)]


def right_share(rate: QueryRate, arm: Arm) -> float:
    """Return the share of the arm's trials that did the right thing."""
    k, n = rate.fired[arm]
    return (k if rate.should_trigger else n - k) / n


def _noise(rates: Sequence[QueryRate]) -> float:
    """Return the spread of a single query's difference that repeats alone would give.

    Binomial, with rates drawn half a trial towards the middle: three equal runs do not prove a rate of 1.
    """
    paired = _paired(rates)
    if not paired:
        return 0.0
    variances = []
    for rate in paired:
        for arm in ("candidate", "baseline"):
            k, n = rate.fired[arm]
            p = (k + 0.5) / (n + 1)
            variances.append(p * (1 - p) / n)
    return sqrt(fsum(variances) / len(paired))


def _flips(rates: Sequence[QueryRate]) -> list[Flip]:
    flips = []
    for rate in rates:
        old, new = rate.fired.get("baseline"), rate.fired.get("candidate")
        if old and new and _fires(old) != _fires(new):
            better = _fires(new) == rate.should_trigger
            flips.append(
                Flip(
                    query=rate.id,
                    should_trigger=rate.should_trigger,
                    baseline=old,
                    candidate=new,
                    better=better,
                )
            )
    return flips
