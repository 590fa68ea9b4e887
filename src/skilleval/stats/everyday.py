"""Everyday requests that no special skill should answer: how many of them load it, in each arm."""

from collections.abc import Sequence
from math import comb

from skilleval.domain.everyday import EVERYDAY
from skilleval.domain.grade import GradedTrial
from skilleval.domain.lift import EverydayArm, EverydayTable, QueryRate
from skilleval.domain.value import Arm
from skilleval.stats.intervals import wilson
from skilleval.stats.trials import count_errored
from skilleval.stats.triggers import fires, query_rate


def estimate_everyday(skill: str, trials: Sequence[GradedTrial]) -> EverydayTable | None:
    """Return the table, or None where no such request was tried.

    The unit is the request, repeats of it one cluster: it counts as firing at a rate of one half.
    """
    if not trials:
        return None
    rates = [query_rate(query.id, query, trials) for query in EVERYDAY]
    return EverydayTable(
        skill=skill,
        candidate=_arm(rates, "candidate"),
        baseline=_arm(rates, "baseline"),
        fired=tuple(rate for rate in rates if any(k for k, _ in rate.fired.values())),
        p_more=_p_more(rates),
        errored=count_errored(trials),
    )


def _arm(rates: Sequence[QueryRate], arm: Arm) -> EverydayArm | None:
    seen = [fires(rate.fired[arm]) for rate in rates if rate.fired.get(arm, (0, 0))[1]]
    if not seen:
        return None
    return EverydayArm(fired=sum(seen), queries=len(seen), interval=wilson(sum(seen), len(seen)))


def _p_more(rates: Sequence[QueryRate]) -> float | None:
    """Return the one-sided p of the exact sign test: so many requests fire only in the candidate, by chance.

    Without a baseline, requests are held against silence: no skill that is not there is loaded.
    """
    newly = formerly = 0
    for rate in rates:
        new, old = rate.fired.get("candidate"), rate.fired.get("baseline")
        if new is None or not new[1]:
            continue
        is_old = bool(old and old[1] and fires(old))
        newly += fires(new) and not is_old
        formerly += is_old and not fires(new)
    total = newly + formerly
    if not total:
        return None
    ways: int = sum(comb(total, k) for k in range(newly, total + 1))
    return ways / 2.0**total
