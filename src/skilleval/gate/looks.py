"""Planned looks: stop or go on, for which tasks, up to how many repeats, at what price.

Looks are declared before the first trial (in the plan, hashed with it). Both arms are extended, never
only what failed, and no repeat is ever replaced: else looking again would itself make skills pass.
"""

from skilleval.domain.lift import Ahead, LiftTable
from skilleval.domain.verdict import NextLook, Settle, VerdictWord
from skilleval.gate import rule
from skilleval.gate.case import SkillCase
from skilleval.gate.triggers import CONFIRMED_FROM, fallen_queries


def choose_look(case: SkillCase, verdict: VerdictWord) -> NextLook:
    """Return what to do next for one skill, given the data so far."""
    name = case.change.name
    if verdict != "inconclusive" or case.waiting:
        return NextLook(skill=name, state="decided", reason=f"the verdict is {verdict}")
    done = _repeats_done(case)
    tasks, queries = open_tasks(case), open_queries(case)
    if not tasks and not queries:
        return NextLook(skill=name, state="decided", reason="more repeats would not change it", repeats=done)
    if tasks and not queries and is_hopeless(case):
        return NextLook(
            skill=name, state="hopeless", repeats=done, reason="a gain worth having is ruled out: stop here"
        )
    target = next((look for look in sorted(case.looks) if look > done), None)
    if target is None:
        return NextLook(skill=name, state="last", repeats=done, reason="open, and no planned look is left")
    return NextLook(
        skill=name,
        state="extend",
        reason="undecided: both arms of what is open are run again",
        repeats=target,
        tasks=tasks,
        queries=queries,
        runs=_runs(case, target, tasks, queries),
        cost_usd=_price(case, target, tasks, queries),
    )


def open_tasks(case: SkillCase) -> tuple[str, ...]:
    """Return the tasks to extend: all while the uplift itself is open, else those not known to be safe."""
    table = case.tables.lift
    if table is None or table.mean is None or not case.change.wants_uplift or rule.is_ceiling(table):
        return ()
    if not rule.is_gain_shown(rule.gain_odds(table, case.bar)):
        return tuple(row.id for row in rule.counted_rows(table))
    return tuple(row.id for row in rule.doubtful_rows(table, case.bar))


def open_queries(case: SkillCase) -> tuple[str, ...]:
    """Return the queries that went from always right to never and are not confirmed."""
    if case.tables.triggers is None or not case.change.wants_triggers:
        return ()
    return tuple(rate.id for rate in fallen_queries(case.tables.triggers))


def is_hopeless(case: SkillCase) -> bool:
    """Return whether, from the second look on, a gain worth having is ruled out."""
    table, bar, looks = case.tables.lift, case.bar, sorted(case.looks)
    if table is None or table.gain_upper is None or bar.mean == "not-worse" or len(looks) < 2:
        return False
    return _repeats_done(case) >= looks[1] and table.gain_upper < rule.WORTH_HAVING


def _repeats_done(case: SkillCase) -> int:
    """Return the repeats of the item that has most: extended items say at which look we are."""
    rows = case.tables.lift.tasks if case.tables.lift else ()
    rates = case.tables.triggers.queries if case.tables.triggers else ()
    counts = [max(row.n) for row in rows] + [n for rate in rates for _, n in rate.fired.values()]
    return max(counts, default=0)


def _runs(case: SkillCase, target: int, tasks: tuple[str, ...], queries: tuple[str, ...]) -> int:
    """Return the new trials in both arms."""
    rows = case.tables.lift.tasks if case.tables.lift else ()
    rates = case.tables.triggers.queries if case.tables.triggers else ()
    have = [min(row.n) for row in rows if row.id in tasks]
    have += [min(n for _, n in rate.fired.values()) for rate in rates if rate.id in queries]
    return 2 * sum(max(0, target - n) for n in have)


def _price(case: SkillCase, target: int, tasks: tuple[str, ...], queries: tuple[str, ...]) -> float | None:
    """Return what these trials would cost, or None where a price is unknown."""
    lift, triggers = case.tables.lift, case.tables.triggers
    total = 0.0
    for names, unit in (
        (tasks, lift.repeat_cost_usd if lift else None),
        (queries, triggers.repeat_cost_usd if triggers else None),
    ):
        if not names:
            continue
        if unit is None:
            return None
        only = (names, ()) if names is tasks else ((), names)
        total += unit * _runs(case, target, *only) / 2
    return total


def settle(case: SkillCase, look: NextLook) -> Settle | None:
    """Return how many repeats would settle it if the means stay as they are, and their price."""
    tasks, queries = open_tasks(case), open_queries(case)
    if not tasks and not queries:
        return None
    repeats = max(_settling_repeats(case), CONFIRMED_FROM if queries else 0)
    last = max(case.looks, default=0)
    return Settle(
        repeats=repeats,
        tasks=tasks,
        queries=queries,
        cost_usd=_price(case, repeats, tasks, queries) if repeats else None,
        runs=_runs(case, repeats, tasks, queries),
        hopeless=look.state == "hopeless" or not 0 < repeats <= last,
    )


def _settling_repeats(case: SkillCase) -> int:
    """Return the first number of repeats at which the rule would decide, or 0."""
    table = case.tables.lift
    if table is None:
        return 0
    return next((ahead.repeats for ahead in table.ahead if _would_decide(ahead, table, case)), 0)


def _would_decide(ahead: Ahead, table: LiftTable, case: SkillCase) -> bool:
    bar = case.bar
    if ahead.p_gain < rule.LOSS_SHOWN or any(p > rule.HARM_SHOWN for p in ahead.p_harm.values()):
        return True
    if not rule.mean_holds(table, bar) or rule.fallen_rows(table, bar):
        return False
    p = ahead.p_not_worse if bar.mean == "not-worse" else ahead.p_gain
    return rule.is_gain_shown(p) and all(x < rule.SAFE_UNDER[bar.shrinkage] for x in ahead.p_worse.values())
