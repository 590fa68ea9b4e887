"""The lift table: task rows, odds, intervals, and what they rest on."""

from collections import defaultdict
from collections.abc import Sequence
from math import fsum
from statistics import fmean

from skilleval.domain.change import MeasuredTask
from skilleval.domain.grade import GradedTrial
from skilleval.domain.lift import DomainLift, LiftTable, TaskLift
from skilleval.domain.policy import Bar
from skilleval.domain.value import Arm, Score
from skilleval.stats.intervals import mean_interval
from skilleval.stats.odds import SD_FLOOR, Moments, Prior, SuiteOdds, TaskSample, moments_from_samples, weigh
from skilleval.stats.power import detectable_drop, detectable_gain, look_ahead, suite_interval
from skilleval.stats.trials import count_errored, is_evidence, is_scored, mean_by_arm, repeat_cost_usd

TAU_FLOOR = {"default": 0.05, "strict": 0.10}
"""Least spread of true lifts between tasks: how far one task may hide behind the others."""


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


def table_from_rows(skill: str, rows: tuple[TaskLift, ...], bar: Bar) -> LiftTable:
    """Return the figures that decide: means and odds over the rows with scores in both arms."""
    measured = measured_rows(rows)
    if not measured:
        return LiftTable(skill=skill, tasks=rows)
    table = LiftTable(
        skill=skill,
        tasks=rows,
        baseline=_mean_of(measured, "baseline"),
        candidate=_mean_of(measured, "candidate"),
        mean=fmean(row.lift for row in measured if row.lift is not None),
        repeats=min(min(row.n) for row in measured),
    )
    moments = moments_from_rows(measured)
    return table if moments is None else _with_odds(table, moments, weigh(moments, prior_of(bar)))


def measured_rows(rows: Sequence[TaskLift]) -> list[TaskLift]:
    """Return the rows with scores in both arms, in order of id."""
    return sorted((row for row in rows if row.lift is not None), key=lambda row: row.id)


def moments_from_rows(measured: Sequence[TaskLift]) -> Moments | None:
    """Return the moments of measured rows, or None where no spread can be known."""
    return moments_from_samples(
        [TaskSample(row.id, row.scores["baseline"], row.scores["candidate"]) for row in measured]
    )


def prior_of(bar: Bar) -> Prior:
    """Return what the bar says of margin and shrinking."""
    return Prior(margin=bar.task_margin, tau_floor=TAU_FLOOR[bar.shrinkage])


def row_from_scores(task_id: str, *, baseline: Sequence[Score], candidate: Sequence[Score]) -> TaskLift:
    """Return the row of a task from its scores alone, in order of repeat."""
    old, new = _mean(baseline), _mean(candidate)
    return TaskLift(
        id=task_id,
        baseline=old,
        candidate=new,
        lift=None if old is None or new is None else new - old,
        scores={"baseline": tuple(baseline), "candidate": tuple(candidate)},
        n=(len(baseline), len(candidate)),
        fired=(0, 0),
    )


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
            "control": _mean(scores["control"]),
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


def _mean(scores: Sequence[Score]) -> Score | None:
    return fsum(scores) / len(scores) if scores else None


def _mean_of(rows: Sequence[TaskLift], arm: Arm) -> Score:
    return fmean(fsum(row.scores[arm]) / len(row.scores[arm]) for row in rows)


def _with_odds(table: LiftTable, moments: Moments, odds: SuiteOdds) -> LiftTable:
    by_id = dict(zip((row.id for row in measured_rows(table.tasks)), odds.tasks, strict=True))
    rows = tuple(
        row.model_copy(
            update={name: getattr(by_id[row.id], name) for name in ("se", "shrunken", "p_worse", "p_harm")}
        )
        if row.id in by_id
        else row
        for row in table.tasks
    )
    return table.model_copy(
        update={
            "tasks": rows,
            "se": odds.se,
            "df": moments.df,
            "tau": odds.tau,
            "p_gain": odds.p_gain,
            "p_not_worse": odds.p_not_worse,
            "gain_upper": odds.gain_upper,
            "pooled_sd": max(moments.sd, SD_FLOOR),
            "sd_floored": moments.sd < SD_FLOOR,
        }
    )


def _described(table: LiftTable, trials: Sequence[GradedTrial], bar: Bar) -> LiftTable:
    """Return the table with what does not decide, but tells: intervals, power, cost, adherence."""
    measured = measured_rows(table.tasks)
    moments = moments_from_rows(measured)
    prior = prior_of(bar)
    floor = 0.0 if table.pooled_sd is None else SD_FLOOR
    return table.model_copy(
        update={
            "interval": mean_interval(_clusters(measured), sd_floor=floor),
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
        notes.append(f"all repeats scored nearly the same: their spread is taken as {SD_FLOOR}, not 0")
    if table.mean is not None and table.p_gain is None:
        notes.append("one repeat per arm shows no spread: nothing can be said of chance")
    return tuple(notes)
