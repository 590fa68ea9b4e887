"""How routing holds in a crowd: the same requests with more and more other skills installed beside.

A run of its own after the run that it belongs to: one point a size, the candidate arm alone.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from skilleval.desk import Desk, Made, lab_for, marking_for
from skilleval.domain.bundle import Bundle
from skilleval.domain.change import ChangeSet
from skilleval.domain.distractors import MOST_DISTRACTORS, distractors
from skilleval.domain.plan import RunPlan
from skilleval.domain.report import Report
from skilleval.domain.routes import installed
from skilleval.domain.routing import CurvePoint
from skilleval.errors import ConfigError
from skilleval.execution import execute_plan
from skilleval.grading import grade_trials
from skilleval.run_folder import RunFolder
from skilleval.stats import estimate_routing

Neighbours = Literal["repo", "none"] | tuple[str, ...]


def route_curve(desk: Desk, report: Report, sizes: Sequence[int]) -> tuple[CurvePoint, ...]:
    """Return accuracy by number of distractors: first without any, from the report, then for each size.

    What the run has spent counts in the budget. The report's bundles must have their bytes.
    """
    made = Made(plan=_candidate_plan(report), usage=report.usage, seconds=report.seconds)
    points = [_first(report)]
    if not made.plan.cells:
        return tuple(points)
    for size in dict.fromkeys(sorted(size for size in sizes if size)):
        desk.world.progress.stage(5, f"routing among {size} other skills")
        point, made = _point(desk, made, report.changes, size)
        points.append(point)
    return tuple(points)


def check_sizes(sizes: Sequence[int]) -> None:
    """Raise ConfigError for a size that cannot be made."""
    wrong = [size for size in sizes if not 0 <= size <= MOST_DISTRACTORS]
    if wrong:
        raise ConfigError(
            f"--distractors: {wrong[0]} is not between 0 and {MOST_DISTRACTORS}", hint="for example 5,20,50"
        )


def _candidate_plan(report: Report) -> RunPlan:
    assert report.plan is not None
    cells = tuple(cell for cell in report.plan.cells if (cell.kind, cell.arm) == ("route", "candidate"))
    return report.plan.model_copy(update={"cells": cells, "left_out": (), "curtailed": ()})


def _first(report: Report) -> CurvePoint:
    stats = report.routing.candidate if report.routing else None
    if stats is None:
        return CurvePoint(distractors=0, accuracy=None)
    return CurvePoint(
        distractors=0,
        accuracy=stats.accuracy,
        interval=stats.interval,
        queries=stats.queries,
        trials=stats.trials,
        errored=report.routing.errored.get("candidate", (0, 0))[0] if report.routing else 0,
        cost_usd=report.usage.cost_usd,
    )


def _point(desk: Desk, made: Made, changes: ChangeSet, size: int) -> tuple[CurvePoint, Made]:
    names = {bundle.name for bundle in installed(changes, "candidate")}
    crowd = distractors(size, besides=names, seed=desk.settings.seed)
    crowded = changes.model_copy(update={"neighbours": (*changes.neighbours, *crowd)})
    folder = RunFolder.create(desk.folder.path / f"distractors-{size}")
    there = Desk(desk.world, desk.settings, folder, desk.trial_cost_usd, desk.query_cost_usd)
    price = desk.query_cost_usd
    desk.world.progress.planned(len(made.plan.cells), price and price * len(made.plan.cells))
    lab = replace(lab_for(there, made), neighbours=_with_crowd(desk, crowd))
    result = execute_plan(made.plan, crowded, lab)
    graded = folder.keep_grades(grade_trials(result.trials, crowded, marking_for(there)))
    table = estimate_routing(graded, crowded)
    stats = table.candidate if table else None
    point = CurvePoint(
        distractors=len(crowd),
        accuracy=stats.accuracy if stats else None,
        interval=stats.interval if stats else None,
        queries=stats.queries if stats else 0,
        trials=stats.trials if stats else 0,
        errored=sum(trial.state == "errored" for trial in graded),
        cost_usd=result.usage.cost_usd,
    )
    spent = Made(plan=made.plan, usage=made.usage + result.usage, seconds=made.seconds + result.seconds)
    return point, spent


def _with_crowd(desk: Desk, crowd: Sequence[Bundle]) -> Neighbours:
    """Return which neighbours are installed: the crowd always, the rest as the settings say."""
    chosen = desk.settings.neighbours
    names = tuple(bundle.name for bundle in crowd)
    return (*chosen, *names) if isinstance(chosen, tuple) else names if chosen == "none" else "repo"
