"""The part of clause 4 that speaks of all skills together: does each request still reach the right one?"""

from skilleval.domain.routing import RoutingTable
from skilleval.domain.verdict import Clause, Numbers
from skilleval.gate.case import SkillCase

_WOULD_CHANGE = "descriptions that say what each skill is for, and what the other is for"


def judge_routing(case: SkillCase) -> Clause:
    """Return clause 4 where routing alone was asked for."""
    table = case.routing
    if table is None or table.candidate is None:
        return Clause(
            name="triggers",
            state="open",
            reason="No request with a known owner was tried on all skills together.",
            numbers={"routes": 0},
            would_change="skills that collide and have trigger lists, or a routing set",
        )
    judged = table.baseline is not None or case.bar.routing_floor is not None
    clause = Clause(
        name="triggers",
        state="met" if judged else "n/a",
        reason="Requests reach the right skill as well as before."
        if table.baseline
        else "The share of requests that reach the right skill is at least the floor."
        if judged
        else "No old version and no floor set: shown, not judged.",
        numbers={"queries": table.candidate.queries},
        would_change=_WOULD_CHANGE if judged else "bar.routing-floor",
    )
    return with_routing(clause, case)


def with_routing(clause: Clause, case: SkillCase) -> Clause:
    """Return the clause with what routing adds to it: figures, and a loss that it shows."""
    table = case.routing
    if table is None or table.candidate is None:
        return _open_without_routing(clause, case)
    numbers = clause.numbers | _numbers(table, case)
    loss = _loss(table, case)
    if not loss:
        return clause.model_copy(update={"numbers": numbers})
    reason = f"{clause.reason} {loss}" if clause.state == "broken" else loss
    return Clause(name="triggers", state="broken", reason=reason, numbers=numbers, would_change=_WOULD_CHANGE)


def _open_without_routing(clause: Clause, case: SkillCase) -> Clause:
    """Nothing goes green by absence: a floor on requests that were to run and did not is open."""
    if case.bar.routing_floor is None or not case.has_routes or clause.state not in {"met", "n/a"}:
        return clause
    return clause.model_copy(
        update={"state": "open", "reason": "There is a floor for routing, and no request could be tried."}
    )


def _loss(table: RoutingTable, case: SkillCase) -> str:
    interval, floor, stats = table.difference_interval, case.bar.routing_floor, table.candidate
    if interval is not None and interval.hi < 0:
        pairs = [f"{got} takes requests of {owner}" for owner, got in table.new_confusions[:2]]
        named = f": {'; '.join(pairs)}" if pairs else ""
        return f"Requests reach the right skill less often than before, and it is not chance{named}."
    if floor is not None and stats is not None and stats.accuracy < floor:
        return (
            f"The right skill is chosen for {stats.accuracy:.0%} of {stats.queries} requests;"
            f" the floor is {floor:.0%}."
        )
    return ""


def _numbers(table: RoutingTable, case: SkillCase) -> Numbers:
    interval, stats = table.difference_interval, table.candidate
    return {
        "routes": stats.queries if stats else 0,
        "routing_accuracy": stats.accuracy if stats else None,
        "routing_accuracy_before": table.baseline.accuracy if table.baseline else None,
        "routing_difference": table.difference,
        "routing_difference_lo": interval.lo if interval else None,
        "routing_difference_hi": interval.hi if interval else None,
        "routing_floor": case.bar.routing_floor,
    }
