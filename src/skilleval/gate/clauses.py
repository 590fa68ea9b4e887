"""Clauses 1 and 2: the mean, and each task. Met = holds as written and is shown; broken = harm is shown."""

from skilleval.domain.lift import LiftTable
from skilleval.domain.policy import Bar
from skilleval.domain.verdict import Clause, ClauseName, Numbers
from skilleval.gate import rule
from skilleval.gate.case import SkillCase


def judge_mean(case: SkillCase) -> Clause:
    """Return clause 1: does the candidate's mean beat the baseline's?"""
    table = case.tables.lift
    if not case.change.wants_uplift or table is None or table.mean is None:
        return _unmeasured("mean", case)
    numbers = _mean_numbers(table, case.bar)
    means = f"{table.candidate:.3f} against {table.baseline:.3f}"
    if rule.is_loss_shown(table):
        return Clause(
            name="mean",
            state="broken",
            reason=f"The mean fell, and it is not chance: {means}.",
            numbers=numbers,
            would_change="a candidate that loses nothing on these tasks",
        )
    if rule.mean_holds(table, case.bar) and rule.is_gain_shown(rule.gain_odds(table, case.bar)):
        kept = "better" if case.bar.mean == "beats" else "not worse"
        return Clause(
            name="mean",
            state="met",
            reason=f"The mean is {kept}: {means}.",
            numbers=numbers,
            would_change=f"odds at or under {rule.GAIN_SHOWN}",
        )
    return Clause(
        name="mean",
        state="open",
        reason=_why_open(table, case.bar, means),
        numbers=numbers,
        would_change="harder tasks" if rule.is_ceiling(table) else "more repeats, or a larger gain",
    )


def _unmeasured(name: ClauseName, case: SkillCase) -> Clause:
    """Return a clause that does not apply, or that lacks all scores."""
    if case.change.is_unread:
        return Clause(
            name=name,
            state="n/a",
            reason="The skill cannot be read.",
            would_change="a skill that can be read",
        )
    if not case.change.wants_uplift:
        return Clause(
            name=name,
            state="n/a",
            reason="Tasks were not asked for."
            if case.change.asked
            else "Nothing that reaches the agent's work changed.",
            would_change="a change of body, scripts, references or assets",
        )
    return Clause(
        name=name,
        state="open",
        reason="No task has a score in both arms.",
        numbers={"tasks": 0},
        would_change="tasks that can be graded, and trials that complete",
    )


def _mean_numbers(table: LiftTable, bar: Bar) -> Numbers:
    numbers: Numbers = {
        "candidate": table.candidate,
        "baseline": table.baseline,
        "lift": table.mean,
        "tasks": sum(row.lift is not None for row in table.tasks),
        "repeats": table.repeats,
        "spread": table.pooled_sd,
        "standard_error": table.se,
        "p_gain": table.p_gain,
        "needs_over": rule.GAIN_SHOWN,
        "as_written": "holds" if rule.mean_holds(table, bar) else "does not hold",
    }
    return numbers | ({"p_not_worse": table.p_not_worse} if bar.mean == "not-worse" else {})


def _why_open(table: LiftTable, bar: Bar, means: str) -> str:
    if rule.is_ceiling(table):
        return "Both arms score 1.0 on every task: these tasks cannot show a gain."
    if table.p_gain is None:
        return f"One repeat per arm cannot tell a gain from chance: {means}."
    if rule.mean_holds(table, bar):
        return f"The mean is higher, but it may be chance: {means}."
    return f"The mean does not beat the baseline, but no loss is shown: {means}."


def judge_tasks(case: SkillCase) -> Clause:
    """Return clause 2: is any task more than the margin below its baseline?"""
    table, bar = case.tables.lift, case.bar
    if not case.change.wants_uplift or table is None or table.mean is None:
        return _unmeasured("tasks", case)
    numbers = _task_numbers(table, bar)
    harmed, doubtful = rule.harmed_rows(table, bar), rule.doubtful_rows(table, bar)
    margin = f"{bar.task_margin:g}"
    if harmed:
        return Clause(
            name="tasks",
            state="broken",
            reason=f"Worse by more than {margin}, and it is not chance: {rule.names(harmed)}.",
            numbers=numbers,
            would_change="a candidate that does not lose these tasks",
        )
    if doubtful:
        return Clause(
            name="tasks",
            state="open",
            reason=_why_doubtful(table, bar),
            numbers=numbers,
            would_change="more repeats of these tasks in both arms",
        )
    return Clause(
        name="tasks",
        state="met",
        reason=f"No task is worse by more than {margin}.",
        numbers=numbers,
        would_change=f"a task whose odds of such a drop reach {rule.SAFE_UNDER[bar.shrinkage]:g}",
    )


def _task_numbers(table: LiftTable, bar: Bar) -> Numbers:
    rows = rule.counted_rows(table)
    lifts = [row.lift for row in rows if row.lift is not None]
    fallen = rule.fallen_rows(table, bar)
    return {
        "margin": bar.task_margin,
        "tasks": len(lifts),
        "worst_lift": min(lifts),
        "worst_odds": max((row.p_worse for row in rows if row.p_worse is not None), default=None),
        "safe_under": rule.SAFE_UNDER[bar.shrinkage],
        "harm_over": rule.HARM_SHOWN,
        "fallen": len(fallen),
        "doubtful": len(rule.doubtful_rows(table, bar)),
        "as_written": "does not hold" if fallen else "holds",
    }


def _why_doubtful(table: LiftTable, bar: Bar) -> str:
    fallen = rule.fallen_rows(table, bar)
    margin = f"{bar.task_margin:g}"
    if fallen:
        return f"Measured worse by more than {margin}, but it may be chance: {rule.names(fallen)}."
    doubtful = rule.names(rule.doubtful_rows(table, bar))
    return f"A drop of more than {margin} cannot be ruled out: {doubtful}."
