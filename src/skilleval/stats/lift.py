"""The lift table: rows from graded trials, and beside what decides, what tells."""

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

from skilleval.domain.change import MeasuredTask
from skilleval.domain.grade import GradedTrial
from skilleval.domain.lift import DomainLift, LiftTable, TaskLift
from skilleval.domain.policy import Bar
from skilleval.domain.value import Arm, Score
from skilleval.stats.intervals import mean_interval, pooled_t
from skilleval.stats.odds import SHRINK_FROM
from skilleval.stats.power import detectable_drop, detectable_gain, look_ahead, suite_interval
from skilleval.stats.rows import (
    mean_score,
    measured_rows,
    moments_from_rows,
    prior_of,
    row_from_scores,
    table_from_rows,
)
from skilleval.stats.spread import SD_FLOOR
from skilleval.stats.trials import count_errored, is_evidence, is_scored, mean_by_arm, repeat_cost_usd


def estimate_lift(
    skill: str, tasks: Sequence[MeasuredTask], trials: Sequence[GradedTrial], bar: Bar
) -> LiftTable | None:
    """Return the table over these tasks, or None without any. A task without scores keeps its row."""
    if not tasks:
        return None
    by_item: dict[str, list[GradedTrial]] = defaultdict(list)
    for trial in sorted(trials, key=lambda trial: trial.cell.repeat):
        by_item[trial.cell.item].append(trial)
    rows = tuple(_row(task, by_item[task.item]) for task in tasks)
    of_these = [trial for task in tasks for trial in by_item[task.item]]
    table = table_from_rows(skill, rows, bar)
    return _described(table, of_these, bar)


def _row(measured: MeasuredTask, trials: Sequence[GradedTrial]) -> TaskLift:
    scores: dict[Arm, list[Score]] = {"baseline": [], "candidate": [], "control": []}
    for trial in trials:
        if trial.score is not None and is_scored(trial):
            scores[trial.cell.arm].append(trial.score)
    ran = [trial for trial in trials if trial.cell.arm == "candidate" and is_evidence(trial)]
    errored = count_errored(trials)
    bare = row_from_scores(measured.item, baseline=scores["baseline"], candidate=scores["candidate"])
    return bare.model_copy(
        update={
            "control": mean_score(scores["control"]),
            "counts_in_bar": measured.counts_in_bar,
            "fired": (sum(trial.fired for trial in ran), len(ran)),
            "domain": measured.task.domain,
            "cluster": measured.task.cluster,
            "errored": (errored.get("baseline", (0, 0))[0], errored.get("candidate", (0, 0))[0]),
            "planned": max((errored.get(arm, (0, 0))[1] for arm in ("baseline", "candidate")), default=0),
            "note": _note(trials, bare),
        }
    )


def _note(trials: Sequence[GradedTrial], row: TaskLift) -> str:
    """Return what a reader should know of the row, in a few words."""
    ran = [trial for trial in trials if trial.cell.arm == "candidate" and is_evidence(trial)]
    notes = []
    if not trials:
        notes.append("not run")
    elif not min(row.n):
        notes.append("no scored trial in " + " and ".join(_empty_arms(row)))
    if ran and not any(trial.fired for trial in ran):
        notes.append("the skill never fired")
    leaked = sum(bool(trial.void) for trial in trials)
    if leaked:
        notes.append(f"{leaked} void")
    return "; ".join(notes)


def _empty_arms(row: TaskLift) -> list[str]:
    return [arm for arm, n in zip(("baseline", "candidate"), row.n, strict=True) if n == 0]


def _described(table: LiftTable, trials: Sequence[GradedTrial], bar: Bar) -> LiftTable:
    """Return the table with what does not decide, but tells: intervals, power, cost, adherence."""
    measured = measured_rows(table.tasks)
    moments = moments_from_rows(measured)
    prior = prior_of(bar)
    return table.model_copy(
        update={
            "tasks": tuple(_with_interval(row) for row in table.tasks),
            "interval": mean_interval(_clusters(measured), sd_floor=SD_FLOOR),
            "suite_interval": None if moments is None else suite_interval(table),
            "detectable_drop": None if moments is None else detectable_drop(moments, prior),
            "detectable_gain": None if moments is None else detectable_gain(moments, prior),
            "ahead": () if moments is None else look_ahead(moments, prior, [row.id for row in measured]),
            "domains": _domains(measured),
            "adherence": mean_by_arm([t for t in trials if t.adherence is not None], lambda t: t.adherence),
            "fired_only_mean": _fired_only(measured, trials),
            "seconds": mean_by_arm(trials, lambda trial: trial.seconds),
            "tokens": mean_by_arm(trials, lambda trial: trial.usage.tokens),
            "cost_usd": mean_by_arm(trials, lambda trial: trial.usage.cost_usd),
            "repeat_cost_usd": repeat_cost_usd(trials),
            "errored": count_errored(trials),
            "notes": _notes(table),
        }
    )


def _with_interval(row: TaskLift) -> TaskLift:
    """Return the row with the interval of its own lift, from the spread that the bar believes, too."""
    if row.lift is None or row.se is None or row.df is None:
        return row
    return row.model_copy(update={"interval": pooled_t(row.lift, se=row.se, df=row.df)})


def _clusters(measured: Sequence[TaskLift]) -> list[list[float]]:
    """Return the lifts by cluster; a task that names none is its own."""
    clusters: dict[tuple[str, str], list[float]] = defaultdict(list)
    for row in measured:
        key = ("cluster", row.cluster) if row.cluster else ("task", row.id)
        clusters[key].append(row.lift or 0.0)
    return list(clusters.values())


def _domains(measured: Sequence[TaskLift]) -> tuple[DomainLift, ...]:
    by_domain: dict[str, list[TaskLift]] = defaultdict(list)
    for row in measured:
        if row.domain:
            by_domain[row.domain].append(row)
    return tuple(
        DomainLift(
            domain=domain,
            tasks=len(rows),
            mean=fmean(row.lift or 0.0 for row in rows),
            interval=mean_interval(_clusters(rows), sd_floor=SD_FLOOR),
        )
        for domain, rows in sorted(by_domain.items())
    )


def _fired_only(measured: Sequence[TaskLift], trials: Sequence[GradedTrial]) -> float | None:
    """Return the mean lift with only those candidate trials in which the skill loaded."""
    fired: dict[str, list[Score]] = defaultdict(list)
    for trial in trials:
        if trial.cell.arm == "candidate" and trial.fired and is_scored(trial) and trial.score is not None:
            fired[trial.cell.item].append(trial.score)
    lifts = [
        fmean(fired[row.id]) - row.baseline for row in measured if fired[row.id] and row.baseline is not None
    ]
    return fmean(lifts) if lifts else None


def _notes(table: LiftTable) -> tuple[str, ...]:
    notes = []
    if table.sd_floored:
        notes.append(
            f"all repeats scored nearly the same: their spread is taken as {SD_FLOOR}, not 0;"
            " more repeats may scatter more"
        )
    if table.mean is not None and table.p_gain is None:
        notes.append("one repeat per arm shows no spread: nothing can be said of chance")
    tasks = len(measured_rows(table.tasks))
    if 0 < tasks < SHRINK_FROM:
        count = "1 task shows" if tasks == 1 else f"{tasks} tasks show"
        notes.append(f"{count} what is broken or clearly better, and cannot tell small changes from chance")
    return tuple(notes)
