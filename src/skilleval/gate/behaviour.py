"""Clauses 3 to 6: claims, triggers, security, evidence."""

from skilleval.domain.finding import SEVERITIES, Finding
from skilleval.domain.lift import QueryRate, TriggerTable
from skilleval.domain.policy import Bar
from skilleval.domain.verdict import Clause
from skilleval.gate.case import SkillCase

CONFIRMED_FROM = 5
"""Repeats per arm at which always -> never is no chance: 5 of 5 against 0 of 5 is Fisher p = .008; with
3 of 3 against 0 of 3 it is .10."""


def judge_claims(case: SkillCase) -> Clause:
    """Return clause 3: does the candidate make a kind of false claim that the baseline does not?"""
    table = case.tables.claims
    if table is None:
        return Clause(name="claims", state="n/a", reason="No answer was graded for claims.")
    caused = [pattern for pattern in table.patterns if pattern.is_pattern]
    watched = [p for p in table.patterns if p.candidate[0] > p.baseline[0] and not p.is_pattern]
    numbers: dict[str, float | int | str | None] = {"patterns": len(caused), "watched": len(watched)}
    if caused:
        worst = max(caused, key=lambda pattern: pattern.p_more or 0.0)
        numbers |= {
            "candidate": f"{worst.candidate[0]} of {worst.candidate[1]}",
            "baseline": f"{worst.baseline[0]} of {worst.baseline[1]}",
            "p_more": worst.p_more,
        }
        return Clause(
            name="claims",
            state="broken",
            reason=f"The candidate makes false claims that the baseline does not: {worst.kind}.",
            numbers=numbers,
            would_change="a candidate that does not say this",
        )
    reason = "No false-claim pattern that the candidate causes."
    if watched:
        reason = f"No pattern yet; watch: {', '.join(pattern.kind for pattern in watched[:3])}."
    return Clause(name="claims", state="met", reason=reason, numbers=numbers)


def judge_triggers(case: SkillCase) -> Clause:
    """Return clause 4: does it still fire when it should, and stay quiet when it should not?"""
    if not case.change.wants_triggers:
        return Clause(name="triggers", state="n/a", reason="Name and description are unchanged.")
    table = case.tables.triggers
    if table is None or table.candidate is None:
        return _unmeasured_triggers(case)
    numbers: dict[str, float | int | str | None] = {
        "recall": table.candidate.recall,
        "false_trigger_rate": table.candidate.false_trigger_rate,
        "queries": table.candidate.queries,
        "difference": table.difference,
        "difference_lo": table.difference_interval.lo if table.difference_interval else None,
        "difference_hi": table.difference_interval.hi if table.difference_interval else None,
    }
    loss = _trigger_loss(table, case.bar)
    if loss:
        return Clause(
            name="triggers",
            state="broken",
            reason=loss,
            numbers=numbers,
            would_change="a description that fires where the old one did",
        )
    unsure = fallen_queries(table)
    if unsure:
        return Clause(
            name="triggers",
            state="open",
            reason=f"Went from always right to never, not yet confirmed: {unsure[0].query!r}.",
            numbers=numbers | {"fallen": len(unsure)},
            would_change=f"{CONFIRMED_FROM} or more repeats of these queries in both arms",
        )
    if table.baseline is None and case.bar.trigger_floor is None:
        return Clause(
            name="triggers",
            state="n/a",
            reason="New skill and no floor set: shown, not judged.",
            numbers=numbers,
        )
    return Clause(name="triggers", state="met", reason="No loss in triggering is shown.", numbers=numbers)


def _unmeasured_triggers(case: SkillCase) -> Clause:
    if case.change.kind == "added" and case.bar.trigger_floor is None:
        return Clause(name="triggers", state="n/a", reason="New skill and no floor set: not judged.")
    return Clause(
        name="triggers",
        state="open",
        reason="Name or description changed, and no trigger query was measured.",
        numbers={"queries": 0},
        would_change="a list of trigger queries beside the skill",
    )


def _trigger_loss(table: TriggerTable, bar: Bar) -> str:
    """Return what loss is shown, in a sentence, or nothing."""
    if table.difference_interval is not None and table.difference_interval.hi < 0:
        return "It does the right thing less often than before, and it is not chance."
    lost = [rate for rate in fallen_queries(table) if _is_confirmed(rate)]
    if lost:
        return f"Went from always right to never, and again when repeated: {lost[0].query!r}."
    return _under_floor(table, bar)


def _under_floor(table: TriggerTable, bar: Bar) -> str:
    stats, floor = table.candidate, bar.trigger_floor
    if stats is None or floor is None:
        return ""
    if stats.recall is not None and stats.recall < floor:
        return f"It fires in {stats.recall:.0%} of the runs where it should; the floor is {floor:.0%}."
    quiet = None if stats.false_trigger_rate is None else 1 - stats.false_trigger_rate
    if quiet is not None and quiet < floor:
        return f"It stays quiet in {quiet:.0%} of the runs where it should; the floor is {floor:.0%}."
    return ""


def fallen_queries(table: TriggerTable) -> tuple[QueryRate, ...]:
    """Return the queries whose trials were all right in the baseline and all wrong in the candidate."""
    return tuple(rate for rate in table.queries if _has_fallen(rate))


def _has_fallen(rate: QueryRate) -> bool:
    old, new = rate.fired.get("baseline"), rate.fired.get("candidate")
    if not old or not new:
        return False
    return (old[0], new[0]) == ((old[1], 0) if rate.should_trigger else (0, new[1]))


def _is_confirmed(rate: QueryRate) -> bool:
    return min(n for _, n in (rate.fired["baseline"], rate.fired["candidate"])) >= CONFIRMED_FROM


def judge_security(case: SkillCase) -> Clause:
    """Return clause 5: does the change introduce something dangerous?"""
    if case.change.kind == "removed":
        return Clause(name="security", state="n/a", reason="The skill is removed.")
    if case.review is None or case.review.error:
        return Clause(
            name="security",
            state="open",
            reason=f"The review did not finish: {case.review.error if case.review else 'it did not run'}.",
            would_change="a review that runs to its end",
        )
    introduced = case.review.of("introduced")
    blocking = [finding for finding in introduced if _blocks(finding, case.bar)]
    numbers: dict[str, float | int | str | None] = {"introduced": len(introduced), "blocking": len(blocking)}
    if blocking:
        first = blocking[0]
        return Clause(
            name="security",
            state="broken",
            reason=f"Introduced: {first.message} ({first.path}:{first.line}, {first.rule}).",
            numbers=numbers,
            would_change="a change without it, or a reason on record at the base side",
        )
    return Clause(name="security", state="met", reason="Nothing introduced that blocks.", numbers=numbers)


def _blocks(finding: Finding, bar: Bar) -> bool:
    severe = SEVERITIES.index(finding.severity) >= SEVERITIES.index(bar.block_at)
    return finding.incomplete or (severe and finding.confidence == "high")


def judge_evidence(case: SkillCase) -> Clause:
    """Return clause 6: is what we did enough, and sound, to say anything at all?"""
    health = case.health
    numbers: dict[str, float | int | str | None] = {"usable": health.usable, "planned": health.planned}
    faults = [] if case.waiting else list(health.faults)
    if case.review is None and case.change.kind != "removed":
        faults.append("the security review did not run")
    if case.review is not None and case.review.error:
        faults.append(f"the security review failed: {case.review.error}")
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        return Clause(
            name="evidence",
            state="broken",
            reason=f"Not the skill's fault: {faults[0]}{more}.",
            numbers=numbers | {"faults": len(faults)},
            would_change="a run that completes",
        )
    if health.left_out:
        return Clause(
            name="evidence",
            state="open",
            reason=f"Not run, the budget did not allow it: {', '.join(health.left_out[:3])}.",
            numbers=numbers | {"left_out": len(health.left_out)},
            would_change="a larger budget",
        )
    if not health.planned:
        return Clause(name="evidence", state="n/a", reason="Nothing had to run.", numbers=numbers)
    return Clause(
        name="evidence",
        state="met",
        reason=f"{health.usable} of {health.planned} trials count.",
        numbers=numbers,
    )
