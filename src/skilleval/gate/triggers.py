"""Clause 4: does the skill still fire when it should, and stay quiet when it should not?"""

from collections.abc import Sequence

from skilleval.domain.lift import QueryRate, TriggerTable
from skilleval.domain.policy import Bar
from skilleval.domain.verdict import Clause, Numbers
from skilleval.gate.case import SkillCase
from skilleval.gate.routing import judge_routing, with_routing

CONFIRMED_FROM = 5
"""Trials per arm, of all fallen queries together, at which always -> never is no chance: 5 of 5 against 0
of 5 is Fisher p = .008, 3 of 3 against 0 of 3 is .10."""
WEIGHTY_FROM = 3
"""Trials per arm that a query must have to be counted with others: two runs agree too easily."""


def judge_triggers(case: SkillCase) -> Clause:
    """Return clause 4: no shown loss against the old description, and at least the floors.

    It speaks of the skill's own queries, and of who takes which request where all skills were tried.
    """
    if case.change.wants_triggers:
        return with_routing(_judge_own(case), case)
    if case.change.wants_routing:
        return judge_routing(case)
    if case.change.is_unread:
        return Clause(
            name="triggers",
            state="n/a",
            reason="The skill cannot be read.",
            would_change="a skill that can be read",
        )
    is_hidden = case.change.candidate is not None and case.change.candidate.is_hidden
    return Clause(
        name="triggers",
        state="n/a",
        reason="The skill hides itself from the model (disable-model-invocation): nothing to trigger."
        if is_hidden
        else "Name and description are unchanged.",
        would_change="a change of name or description",
    )


def _judge_own(case: SkillCase) -> Clause:
    table = case.tables.triggers
    if table is None or table.candidate is None:
        return _unmeasured(case)
    loss = _shown_loss(table) or _under_floor(table, case.bar)
    if loss:
        return Clause(
            name="triggers",
            state="broken",
            reason=loss,
            numbers=_numbers(table, case.bar),
            would_change="a description that fires where it should, and only there",
        )
    return _without_loss(table, case.bar)


def _unmeasured(case: SkillCase) -> Clause:
    unseen = unseen_trials(case)
    if unseen:
        return Clause(
            name="triggers",
            state="open",
            reason=f"The host offered the skill in none of {unseen} trials: its listing is full.",
            numbers={"queries": 0, "not_offered": unseen},
            would_change="shorter descriptions, or fewer neighbours",
        )
    if case.change.kind == "added" and case.bar.trigger_floor is None:
        return Clause(
            name="triggers",
            state="n/a",
            reason="New skill and no floor set: not judged.",
            would_change="bar.trigger-floor and a list of trigger queries",
        )
    return Clause(
        name="triggers",
        state="open",
        reason="No trigger query was measured."
        if case.change.asked
        else "Name or description changed, and no trigger query was measured.",
        numbers={"queries": 0},
        would_change="a list of trigger queries beside the skill",
    )


def unseen_trials(case: SkillCase) -> int:
    """Return the candidate's trials in which the host left the skill out of its listing."""
    table = case.tables.triggers
    outcomes = table.outcomes.get("candidate") if table else None
    return outcomes.not_offered if outcomes else 0


def _without_loss(table: TriggerTable, bar: Bar) -> Clause:
    fallen = fallen_queries(table)
    numbers = _numbers(table, bar)
    if fallen:
        return Clause(
            name="triggers",
            state="open",
            reason=f"Went from always right to never, not yet confirmed: {fallen[0].query!r}.",
            numbers=numbers,
            would_change=f"{CONFIRMED_FROM} or more repeats of such queries in both arms",
        )
    if table.baseline is None and bar.trigger_floor is None:
        return Clause(
            name="triggers",
            state="n/a",
            reason="No old description and no floor set: shown, not judged.",
            numbers=numbers,
            would_change="bar.trigger-floor",
        )
    return Clause(
        name="triggers",
        state="met",
        reason="No loss in triggering is shown.",
        numbers=numbers,
        would_change="queries that it now gets wrong, beyond chance",
    )


def _numbers(table: TriggerTable, bar: Bar) -> Numbers:
    stats, interval = table.candidate, table.difference_interval
    return {
        "recall": stats.recall if stats else None,
        "false_trigger_rate": stats.false_trigger_rate if stats else None,
        "queries": stats.queries if stats else 0,
        "difference": table.difference,
        "difference_lo": interval.lo if interval else None,
        "difference_hi": interval.hi if interval else None,
        "fallen": len(fallen_queries(table)),
        "floor": bar.trigger_floor,
    }


def _shown_loss(table: TriggerTable) -> str:
    """Return what loss is shown, in a sentence, or nothing."""
    interval = table.difference_interval
    if interval is not None and interval.hi < 0:
        return "It does the right thing less often than before, and it is not chance."
    fallen = fallen_queries(table)
    if not is_confirmed(fallen):
        return ""
    more = f" (and {len(fallen) - 1} more)" if len(fallen) > 1 else ""
    return f"Went from always right to never, and it is not chance: {fallen[0].query!r}{more}."


def _under_floor(table: TriggerTable, bar: Bar) -> str:
    stats, floor = table.candidate, bar.trigger_floor
    if stats is None or floor is None:
        return ""
    quiet = None if stats.false_trigger_rate is None else 1 - stats.false_trigger_rate
    for share, verb in ((stats.recall, "fires"), (quiet, "stays quiet")):
        if share is not None and share < floor:
            return f"It {verb} in {share:.0%} of the runs where it should; the floor is {floor:.0%}."
    return ""


def fallen_queries(table: TriggerTable) -> tuple[QueryRate, ...]:
    """Return the queries whose trials were all right in the baseline and all wrong in the candidate."""
    return tuple(rate for rate in table.queries if _has_fallen(rate))


def _has_fallen(rate: QueryRate) -> bool:
    old, new = rate.fired.get("baseline", (0, 0)), rate.fired.get("candidate", (0, 0))
    if not old[1] or not new[1]:
        return False
    return (old[0], new[0]) == ((old[1], 0) if rate.should_trigger else (0, new[1]))


def is_confirmed(fallen: Sequence[QueryRate]) -> bool:
    """Return whether the fallen queries have trials enough, together, to be no chance."""
    trials = [min(rate.fired["baseline"][1], rate.fired["candidate"][1]) for rate in fallen]
    return sum(n for n in trials if n >= WEIGHTY_FROM) >= CONFIRMED_FROM
