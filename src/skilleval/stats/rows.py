"""Task rows, and the figures of a table that decide. Simulation goes through here, too."""

from collections.abc import Sequence
from math import fsum, sqrt
from statistics import fmean

from skilleval.domain.lift import LiftTable, TaskLift
from skilleval.domain.policy import Bar
from skilleval.domain.value import Arm, Score
from skilleval.stats.odds import Prior, SuiteOdds, weigh
from skilleval.stats.spread import (
    SD_FLOOR,
    Moments,
    TaskSample,
    measured_variance,
    moments_from_samples,
    pooled_variance,
)

TAU_FLOOR = {"default": 0.05, "strict": 0.10}
"""Least spread of true lifts between tasks: how far one task may hide behind the others."""


def row_from_scores(task_id: str, *, baseline: Sequence[Score], candidate: Sequence[Score]) -> TaskLift:
    """Return the row of a task from its scores alone, in order of repeat."""
    old, new = mean_score(baseline), mean_score(candidate)
    return TaskLift(
        id=task_id,
        baseline=old,
        candidate=new,
        lift=None if old is None or new is None else new - old,
        scores={"baseline": tuple(baseline), "candidate": tuple(candidate)},
        n=(len(baseline), len(candidate)),
        fired=(0, 0),
    )


def mean_score(scores: Sequence[Score]) -> Score | None:
    """Return the mean, or None of nothing."""
    return fsum(scores) / len(scores) if scores else None


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


def _with_odds(table: LiftTable, moments: Moments, odds: SuiteOdds) -> LiftTable:
    by_id = dict(zip((row.id for row in measured_rows(table.tasks)), odds.tasks, strict=True))
    rows = tuple(
        row.model_copy(
            update={
                name: getattr(by_id[row.id], name) for name in ("se", "df", "shrunken", "p_worse", "p_harm")
            }
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
            "pooled_sd": sqrt(pooled_variance(moments)),
            "sd_floored": measured_variance(moments) < SD_FLOOR**2,
        }
    )


def measured_rows(rows: Sequence[TaskLift]) -> list[TaskLift]:
    """Return the rows with scores in both arms, in order of id."""
    return sorted((row for row in rows if row.lift is not None), key=lambda row: row.id)


def moments_from_rows(measured: Sequence[TaskLift]) -> Moments | None:
    """Return the moments of measured rows, or None where no spread can be known."""
    return moments_from_samples(
        [TaskSample(row.scores["baseline"], row.scores["candidate"]) for row in measured]
    )


def prior_of(bar: Bar) -> Prior:
    """Return what the bar says of margin and shrinking."""
    return Prior(margin=bar.task_margin, tau_floor=TAU_FLOOR[bar.shrinkage])


def _mean_of(rows: Sequence[TaskLift], arm: Arm) -> Score:
    return fmean(fsum(row.scores[arm]) / len(row.scores[arm]) for row in rows)
