"""The nine calls, top to bottom, and the one loop of looks; each stage's value is saved as it comes."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from skilleval import __version__
from skilleval.changes import detect_changes, lint_changes
from skilleval.domain.change import ChangeSet
from skilleval.domain.finding import Review
from skilleval.domain.grade import GradedTrial
from skilleval.domain.lift import SkillTables
from skilleval.domain.plan import RunPlan
from skilleval.domain.report import Health, Report, RunInfo
from skilleval.domain.request import Request
from skilleval.domain.trial import Trial, Usage
from skilleval.domain.verdict import Verdict
from skilleval.errors import ConfigError, OurError
from skilleval.event import parse_event
from skilleval.execution import Lab, ProbeReport, execute_plan
from skilleval.gate import Case, decide
from skilleval.grading import Marking, grade_trials
from skilleval.plan import Recipe, build_plan, extend_plan
from skilleval.ports import World
from skilleval.report import publish
from skilleval.review import review_changes, review_changes_with_model
from skilleval.run_folder import RunFolder
from skilleval.settings import SETTINGS_FILE, Settings
from skilleval.stats import estimate_lifts


@dataclass(frozen=True)
class Desk:
    """One run at work: the world, the settings, and the folder in which every step is kept."""

    world: World
    settings: Settings
    folder: RunFolder
    trial_cost_usd: float | None = None
    """What one trial is expected to cost with its grading; None where no price is known."""
    probe: Callable[[Lab], ProbeReport] | None = None
    """What is tried before the first trial; it raises when no number could be trusted."""


@dataclass(frozen=True)
class Found:
    """What the stages before the first trial found."""

    request: Request
    changes: ChangeSet
    reviews: tuple[Review, ...]


@dataclass(frozen=True)
class Made:
    """What the trials of all looks so far came to. `usage` is of the agents, failed attempts included."""

    plan: RunPlan
    trials: tuple[Trial, ...] = ()
    graded: tuple[GradedTrial, ...] = ()
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    stopped: str = ""
    faults: tuple[str, ...] = ()
    """What of ours failed outside the trials (a probe): the verdict is error."""


def run_pipeline(desk: Desk) -> Report:
    """Measure one request, publish its report and return it."""
    world, folder, settings = desk.world, desk.folder, desk.settings
    started, began = world.clock.now(), world.clock.monotonic()
    folder.write(SETTINGS_FILE, settings.to_json())
    request = folder.keep("request", parse_event(world.forge.payload()))
    world.progress.stage(2, f"changes between {request.base_ref} and {request.head_ref}")
    changes = folder.keep("changes", detect_changes(request, world.repository, settings.scope()))
    world.progress.stage(3, f"security review: {_names(changes)}")
    reviews, usage = _review(desk, request, changes, started)
    found = Found(request, changes, reviews)

    made = _probe(desk, found, Made(plan=build_plan(changes, _recipe(desk)), usage=usage))
    made = _look(desk, found, made)
    tables, verdict = judge(settings, found, made)
    while (plan := _next_plan(made, verdict)) is not None:
        made = _look(desk, found, replace(made, plan=plan))
        tables, verdict = judge(settings, found, made)

    world.progress.stage(9, "report")
    lint = lint_changes(changes)
    report = Report(
        run=_run_info(desk, started, reviews),
        request=request,
        changes=changes,
        reviews=reviews,
        remarks=lint.remarks,
        contexts=lint.costs,
        plan=made.plan,
        graded=made.graded,
        tables=folder.keep_all("tables", tables),
        verdict=folder.keep("verdict", verdict),
        health=_health(made.trials),
        usage=made.usage,
        grader_usage=_grader_usage(made.graded),
        seconds=world.clock.monotonic() - began,
        notes=(*changes.notes, *made.notes),
    )
    folder.save("report", report)
    publish(report, world.reporters)
    return report


def judge(settings: Settings, found: Found, made: Made) -> tuple[tuple[SkillTables, ...], Verdict]:
    """Return tables and verdict for what was made so far: stages 7 and 8, pure."""
    tables = estimate_lifts(made.graded, found.changes, bar=settings.bar_policy())
    case = Case(
        changes=found.changes,
        reviews=found.reviews,
        tables=tables,
        graded=made.graded,
        plan=made.plan,
        bar=settings.bar_policy(),
        sampling=settings.sampling(),
        faults=made.faults,
        waiting=found.request.waits_for,
    )
    return tables, decide(case)


def grade_again(folder: RunFolder, settings: Settings, marking: Marking) -> Report:
    """Grade the trials of a saved run again and decide again, without running any agent.

    Raises:
        ConfigError: the run folder is incomplete or damaged.
    """
    old = folder.load_report()
    if old.plan is None:
        raise ConfigError(f"{folder.path} holds no trials", hint="run the pipeline first")
    changes, trials = folder.load_changes(), folder.load_trials(old.plan)
    graded = folder.keep_grades(grade_trials(trials, changes, marking))
    found = Found(old.request, changes, old.reviews)
    tables, verdict = judge(settings, found, Made(plan=old.plan, trials=trials, graded=graded))
    run = old.run.model_copy(
        update={
            "grader_model": settings.grader_model,
            "versions": old.run.versions | {"grader": marking.grader.name},
        }
    )
    report = old.model_copy(
        update={
            "run": run,
            "graded": graded,
            "tables": folder.keep_all("tables", tables),
            "verdict": folder.keep("verdict", verdict),
            "grader_usage": _grader_usage(graded),
        }
    )
    folder.save("report", report)
    return report


def _review(
    desk: Desk, request: Request, changes: ChangeSet, started: datetime
) -> tuple[tuple[Review, ...], Usage]:
    """Review by rules and scanners; then by a model, where settings and trust allow the call."""
    world, settings = desk.world, desk.settings
    reviews, usage = review_changes(changes, world.scanners, today=started.date()), Usage()
    if settings.review.model and request.may_spend:
        world.progress.stage(3, f"security review by {settings.grader_model}")
        name = settings.grader_model
        reviews, usage = review_changes_with_model(changes, reviews, world.grader_models, name=name)
    return desk.folder.keep_all("reviews", reviews), usage


def _probe(desk: Desk, found: Found, made: Made) -> Made:
    """Look whether agent and rooms can be trusted, before the first trial that costs something."""
    world, plan = desk.world, made.plan
    if desk.probe is None or not plan.cells or not found.request.may_spend:
        return made
    world.progress.stage(5, f"probes: does {plan.agent} load a skill, does {world.sandboxes.name} hold")
    try:
        seen = desk.probe(_lab(desk, made))
    except OurError as exc:
        world.progress.note(f"probe failed: {exc}")
        return replace(made, stopped="a probe failed", faults=(str(exc),))
    return replace(made, usage=made.usage + seen.usage, notes=seen.notes)


def _look(desk: Desk, found: Found, made: Made) -> Made:
    """Run and grade what the plan holds and no earlier look has made: stages 5 and 6."""
    world, folder, plan = desk.world, desk.folder, made.plan
    done = {trial.cell.key for trial in made.trials}
    due = plan.model_copy(update={"cells": tuple(cell for cell in plan.cells if cell.key not in done)})
    folder.save("plan", plan)
    if made.faults or not found.request.may_spend or not due.cells:
        return replace(made, stopped=made.stopped or "nothing to run")
    world.progress.stage(5, f"trials with {plan.agent} on {plan.model}, in {world.sandboxes.name}")
    price = desk.trial_cost_usd
    world.progress.planned(len(due.cells), None if price is None else price * len(due.cells))
    result = execute_plan(due, found.changes, _lab(desk, made))
    world.progress.stage(6, "grading")
    graded = grade_trials(result.trials, found.changes, _marking(desk))
    left_out = tuple(cell.key for cell in result.left_out)
    return Made(
        plan=folder.keep("plan", plan.model_copy(update={"left_out": (*plan.left_out, *left_out)})),
        trials=folder.keep_trials((*made.trials, *result.trials)),
        graded=folder.keep_grades((*made.graded, *graded)),
        usage=made.usage + result.usage,
        seconds=made.seconds + result.seconds,
        notes=tuple(dict.fromkeys((*made.notes, *result.notes))),
        stopped=result.stopped,
        faults=made.faults,
    )


def _next_plan(made: Made, verdict: Verdict) -> RunPlan | None:
    """Return the plan with the repeats that the gate asks for, or None: decided, or nothing left to spend."""
    if made.stopped:
        return None
    plan = made.plan
    for look in (skill.next_look for skill in verdict.skills):
        if look is not None and look.state == "extend":
            plan = extend_plan(plan, {look.skill: (*look.tasks, *look.queries)}, repeats=look.repeats)
    return None if plan == made.plan else plan


def _recipe(desk: Desk) -> Recipe:
    settings = desk.settings
    return Recipe(
        sampling=settings.sampling(),
        agent=settings.agent,
        model=settings.model,
        grader_model=settings.grader_model,
        trial_cost_usd=desk.trial_cost_usd,
    )


def _lab(desk: Desk, made: Made) -> Lab:
    """Return the lab, with what earlier looks have left of the budget."""
    world, settings, budget = desk.world, desk.settings, desk.settings.budget()
    spent_usd = (made.usage.cost_usd or 0.0) + (_grader_usage(made.graded).cost_usd or 0.0)
    left = budget.model_copy(
        update={
            "max_cost_usd": max(0.0, budget.max_cost_usd - spent_usd),
            "max_minutes": max(1e-9, budget.max_minutes - made.seconds / 60),
        }
    )
    tally = _Tally(desk, spent_usd)
    return Lab(
        agent=world.agent,
        sandboxes=world.sandboxes,
        models=world.models,
        clock=world.clock,
        limits=settings.limits(),
        budget=left,
        neighbours=settings.neighbours,
        on_trial=tally.take,
    )


class _Tally:
    """Keeps each trial as it ends, and tells how it goes."""

    def __init__(self, desk: Desk, spent_usd: float) -> None:
        self._desk = desk
        self._spent_usd: float | None = spent_usd

    def take(self, trial: Trial) -> None:
        cost = trial.evidence.usage.cost_usd
        self._spent_usd = None if cost is None or self._spent_usd is None else self._spent_usd + cost
        self._desk.folder.save_trial(trial)
        self._desk.world.progress.finished(trial, spent_usd=self._spent_usd)


def _marking(desk: Desk) -> Marking:
    world, settings = desk.world, desk.settings
    return Marking(
        grader=world.grader,
        models=world.grader_models,
        seed=settings.seed,
        votes=settings.grader_votes,
        on_graded=world.progress.graded,
    )


def _run_info(desk: Desk, started: datetime, reviews: Sequence[Review]) -> RunInfo:
    world, settings = desk.world, desk.settings
    scanners = {name: version for review in reviews for name, version in review.scanners.items()}
    own = {"skilleval": __version__, world.agent.name: world.agent.version, "grader": world.grader.name}
    return RunInfo(
        id=desk.folder.path.name,
        started=started,
        seed=settings.seed,
        versions=own | scanners,
        agent=world.agent.name,
        model=settings.model,
        grader_model=settings.grader_model,
        sandbox=world.sandboxes.name,
        isolated=world.sandboxes.isolated,
        offline=settings.is_offline,
    )


def _health(trials: Sequence[Trial]) -> Health:
    states = Counter(trial.outcome.state for trial in trials)
    return Health(
        completed=states["completed"],
        timed_out=states["timed_out"],
        broke=states["broke"],
        errored=states["errored"],
    )


def _grader_usage(graded: Sequence[GradedTrial]) -> Usage:
    return sum((grade.grader_usage for grade in graded), Usage())


def _names(changes: ChangeSet) -> str:
    return ", ".join(change.name for change in changes.changes) or "no skill changed"
