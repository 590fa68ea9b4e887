"""Trigger figures: run-level rates, query-level passes, and the paired difference between the arms."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import fsum, sqrt
from statistics import fmean

from skilleval.domain.change import MeasuredQuery
from skilleval.domain.grade import GradedTrial
from skilleval.domain.lift import Flip, QueryRate, TriggerOutcomes, TriggerStats, TriggerTable
from skilleval.domain.suite import TriggerQuery
from skilleval.domain.value import Arm
from skilleval.stats.intervals import mean_interval, wilson
from skilleval.stats.trials import count_errored, is_evidence, repeat_cost_usd

THRESHOLD = 0.5
"""A query's rate at or above it counts as firing (the rule of skill-creator)."""


def estimate_triggers(
    skill: str, queries: Sequence[MeasuredQuery], trials: Sequence[GradedTrial], *, per_query: bool = False
) -> TriggerTable | None:
    """Return the table over these queries, or None where none of them was run.

    Trials that are void or errored are no evidence; one that timed out or broke counts as it fired or not.
    `per_query`: queries were curtailed, so that run-level figures are means over queries.
    """
    items = {query.item for query in queries}
    trials = [trial for trial in trials if trial.cell.item in items]
    if not trials:
        return None
    rates = tuple(query_rate(query.item, query.query, trials) for query in queries)
    notes = dict.fromkeys(note for trial in trials for note in trial.notes)
    return table_from_rates(skill, rates, per_query=per_query).model_copy(
        update={
            "repeat_cost_usd": repeat_cost_usd(trials),
            "errored": count_errored(trials),
            "outcomes": {
                arm: outcomes_of(trials, arm) for arm in sorted({trial.cell.arm for trial in trials})
            },
            "notes": tuple(notes),
        }
    )


def table_from_rates(skill: str, rates: Sequence[QueryRate], *, per_query: bool = False) -> TriggerTable:
    """Return what follows from the rates alone: figures of both arms, the difference, its interval."""
    groups = [[difference] for difference in _differences(rates)]
    return TriggerTable(
        skill=skill,
        candidate=trigger_stats(rates, "candidate", per_query=per_query),
        baseline=trigger_stats(rates, "baseline", per_query=per_query),
        queries=tuple(rates),
        flipped=tuple(_flips(rates)),
        difference=fmean(group[0] for group in groups) if groups else None,
        difference_interval=mean_interval(groups, sd_floor=_noise(rates)),
    )


def trigger_stats(rates: Sequence[QueryRate], arm: Arm, *, per_query: bool = False) -> TriggerStats | None:
    """Return the arm's figures, or None where it has no trial at all.

    `per_query` gives each query the same weight, whatever the number of its runs; the intervals are then
    over queries.
    """
    seen = [(rate.should_trigger, *rate.fired[arm]) for rate in rates if rate.fired.get(arm, (0, 0))[1]]
    if not seen:
        return None
    tp = sum(k for should, k, _ in seen if should)
    fn = sum(n - k for should, k, n in seen if should)
    fp = sum(k for should, k, _ in seen if not should)
    tn = sum(n - k for should, k, n in seen if not should)
    weighed = [(should, k / n, 1.0) for should, k, n in seen] if per_query else seen
    hits = fsum(k for should, k, _ in weighed if should)
    wanted = fsum(n for should, _, n in weighed if should)
    alarms = fsum(k for should, k, _ in weighed if not should)
    unwanted = fsum(n for should, _, n in weighed if not should)
    return TriggerStats(
        tp=tp,
        fn=fn,
        fp=fp,
        tn=tn,
        precision=_share(hits, hits + alarms),
        recall=_share(hits, wanted),
        f1=_share(2 * hits, hits + alarms + wanted),  # the harmonic mean, without the denominators of the two
        false_trigger_rate=_share(alarms, unwanted),
        queries_passed=sum(fires((k, n)) == should for should, k, n in seen),
        queries=len(seen),
        recall_interval=wilson(hits, wanted),
        false_trigger_interval=wilson(alarms, unwanted),
        per_query=per_query,
    )


def outcomes_of(trials: Sequence[GradedTrial], arm: Arm) -> TriggerOutcomes:
    """Return what became of the skill in the arm's trials that are not ours."""
    ours = [trial for trial in trials if trial.cell.arm == arm and trial.state != "errored"]
    words = Counter(trial.trigger for trial in ours)
    others = Counter(trial.loaded[0] for trial in ours if trial.trigger == "other-skill" and trial.loaded)
    return TriggerOutcomes(
        trials=len(ours),
        loaded=words["loaded"],
        other_skill=words["other-skill"],
        attempted=words["attempted"],
        nothing=words["nothing"],
        not_offered=words["not-offered"],
        double_loads=sum(trial.trigger == "loaded" and len(trial.loaded) > 1 for trial in ours),
        others=dict(sorted(others.items())),
    )


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def fires(count: tuple[int, int]) -> bool:
    """Return whether a query with (fired, trials) counts as firing."""
    return count[0] / count[1] >= THRESHOLD


def query_rate(item: str, query: TriggerQuery, trials: Sequence[GradedTrial]) -> QueryRate:
    """Return how often the query of this item id fired, by arm; void and errored trials are no evidence."""
    fired: Mapping[Arm, list[bool]] = defaultdict(list)
    for trial in trials:
        if trial.cell.item == item and is_evidence(trial):
            fired[trial.cell.arm].append(trial.fired)
    return QueryRate(
        id=item,
        query=query.query,
        should_trigger=query.should_trigger,
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
        if old and new and fires(old) != fires(new):
            better = fires(new) == rate.should_trigger
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
