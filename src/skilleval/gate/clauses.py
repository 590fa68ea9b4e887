"""Clauses 1 and 2: the mean, and each task. Met = holds as written and is shown; broken = harm is shown."""

from skilleval.domain.lift import LiftTable
from skilleval.domain.policy import Bar
from skilleval.domain.verdict import Clause
from skilleval.gate import rule
from skilleval.gate.case import SkillCase


def judge_mean(case: SkillCase) -> Clause:
    """Return clause 1: does the candidate's mean beat the baseline's?"""
    table = case.tables.lift
    if not case.change.wants_uplift:
        return Clause(name="mean", state="n/a", reason="Nothing that reaches the agent's work changed.")
    if table is None or table.mean is None:
        return Clause(
            name="mean",
            state="open",
            reason="No task has a score in both arms.",
            numbers={"tasks": 0},
            would_change="tasks that can be graded, and trials that complete",
        )
    return _judge_measured_mean(table, case.bar)


def _judge_measured_mean(table: LiftTable, bar: Bar) -> Clause:
    p = rule.gain_odds(table, bar)
    holds = rule.mean_holds(table, bar)
    numbers: dict[str, float | int | str | None] = {
        "candidate": table.candidate,
        "baseline": table.baseline,
        "lift": table.mean,
        "tasks": sum(row.lift is not None for row in table.tasks),
        "repeats": table.repeats,
        "p_gain": table.p_gain,
        "needs": rule.GAIN_SHOWN,
        "as_written": "holds" if holds else "does not hold",
    }
    if bar.mean == "not-worse":
        numbers["p_not_worse"] = table.p_not_worse
    means = f"{table.candidate:.3f} against {table.baseline:.3f}"
    if rule.is_loss_shown(table):
        return Clause(
            name="mean",
            state="broken",
            reason=f"The mean fell, and it is not chance: {means}.",
            numbers=numbers,
            would_change="a candidate that loses nothing on these tasks",
        )
    if holds and rule.is_gain_shown(p):
        return Clause(name="mean", state="met", reason=f"The mean is better: {means}.", numbers=numbers)
    return Clause(
        name="mean",
        state="open",
        reason=_why_open(table, bar, means),
        numbers=numbers,
        would_change="harder tasks" if rule.is_ceiling(table) else "more repeats, or a larger gain",
    )


def _why_open(table: LiftTable, bar: Bar, means: str) -> str:
    if rule.is_ceiling(table):
        return "Both arms score 1.0 on every task: these tasks cannot show a gain."
    if rule.mean_holds(table, bar):
        return f"The mean is higher, but it may be chance: {means}."
    return f"The mean does not beat the baseline, but no loss is shown: {means}."


def judge_tasks(case: SkillCase) -> Clause:
    """Return clause 2: is any task more than the margin below its baseline?"""
    table = case.tables.lift
    if not case.change.wants_uplift:
        return Clause(name="tasks", state="n/a", reason="Nothing that reaches the agent's work changed.")
    if table is None or table.mean is None:
        return Clause(
            name="tasks",
            state="open",
            reason="No task has a score in both arms.",
            numbers={"tasks": 0},
            would_change="tasks that can be graded, and trials that complete",
        )
    return _judge_measured_tasks(table, case.bar)


def _judge_measured_tasks(table: LiftTable, bar: Bar) -> Clause:
    harmed, fallen, doubtful = (
        rule.harmed_rows(table),
        rule.fallen_rows(table, bar),
        rule.doubtful_rows(table, bar),
    )
    lifts = [row.lift for row in rule.counted_rows(table) if row.lift is not None]
    odds = [row.p_worse for row in rule.counted_rows(table) if row.p_worse is not None]
    numbers: dict[str, float | int | str | None] = {
        "margin": bar.task_margin,
        "tasks": len(lifts),
        "worst_lift": min(lifts),
        "worst_odds": max(odds, default=None),
        "safe_under": rule.SAFE_UNDER[bar.shrinkage],
        "fallen": len(fallen),
        "doubtful": len(doubtful),
        "as_written": "does not hold" if fallen else "holds",
    }
    margin = f"{bar.task_margin:g}"
    if harmed:
        return Clause(
            name="tasks",
            state="broken",
            reason=f"Worse by more than {margin}, and it is not chance: {rule.names(harmed)}.",
            numbers=numbers,
            would_change="a candidate that does not lose these tasks",
        )
    if not doubtful:
        return Clause(
            name="tasks", state="met", reason=f"No task is worse by more than {margin}.", numbers=numbers
        )
    reason = (
        f"Measured worse by more than {margin}, but it may be chance: {rule.names(fallen)}."
        if fallen
        else f"A drop of more than {margin} cannot be ruled out: {rule.names(doubtful)}."
    )
    return Clause(
        name="tasks",
        state="open",
        reason=reason,
        numbers=numbers,
        would_change="more repeats of these tasks in both arms",
    )
