"""The nine calls, top to bottom, and the one loop of looks; each stage's value is saved as it comes."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from skilleval import __version__
from skilleval.changes import detect_changes, lint_changes, with_collisions
from skilleval.domain.change import ChangeSet
from skilleval.domain.finding import Review
from skilleval.domain.grade import Dispute, DisputedItem, EvalReview, GradedTrial
from skilleval.domain.lift import SkillTables
from skilleval.domain.own_tests import OwnTestRun
from skilleval.domain.plan import CellKind, RunPlan
from skilleval.domain.report import Health, Report, RunInfo
from skilleval.domain.request import Request
from skilleval.domain.trial import Trial, Usage
from skilleval.domain.verdict import Verdict
from skilleval.errors import ConfigError, OurError
from skilleval.event import parse_event
from skilleval.execution import (
    Bare,
    Lab,
    ProbeReport,
    execute_plan,
    leave_out,
    run_own_tests,
)
from skilleval.gate import Case, decide
from skilleval.grading import Judging, Marking, grade_trials, review_evals, weigh_dispute
from skilleval.plan import Recipe, build_plan, estimate_usd, extend_plan
from skilleval.ports import Sandboxes, World
from skilleval.report import publish
from skilleval.review import (
    not_reviewed,
    review_changes,
    review_changes_with_model,
    unhurried,
    with_measured,
)
from skilleval.run_folder import RunFolder
from skilleval.settings import SETTINGS_FILE, Settings
from skilleval.stats import estimate_lifts, estimate_routing


@dataclass(frozen=True)
class Desk:
    """One run at work: the world, the settings, and the folder in which every step is kept."""

    world: World
    settings: Settings
    folder: RunFolder
    trial_cost_usd: float | None = None
    """What one trial of a task is expected to cost with its grading; None where no price is known."""
    query_cost_usd: float | None = None
    """What one trial of a query is expected to cost."""
    probe: Callable[[Lab], ProbeReport] | None = None
    """What is tried before the first trial; it raises when no number could be trusted."""
    open_bare: Callable[[], AbstractContextManager[Sandboxes]] | None = None
    """Opens rooms with no way to a model, for the skills' own tests; asked only where there are some."""


@dataclass(frozen=True)
class Found:
    """What the stages before the first trial found."""

    request: Request
    changes: ChangeSet
    reviews: tuple[Review, ...]
    today: date
    """The day of the run: it decides which suppressions are in force."""
    own_tests: tuple[OwnTestRun, ...] = ()


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
    changes = detect_changes(request, world.repository, settings.scope())
    if world.embedder is not None:
        changes = with_collisions(changes, world.embedder)
    changes = folder.keep("changes", changes)
    reviews, usage = _review(desk, request, changes, started)
    found = _test_own(desk, Found(request, changes, reviews, started.date()))

    made = _probe(desk, found, Made(plan=build_plan(changes, recipe_for(desk)), usage=usage))
    made = _look(desk, found, made)
    tables, verdict = judge(settings, found, made)
    while (plan := _next_plan(made, verdict)) is not None:
        made = _look(desk, found, replace(made, plan=plan))
        tables, verdict = judge(settings, found, made)

    evals = _review_evals(desk, found, made)
    world.progress.stage(9, "report")
    lint = lint_changes(changes)
    report = Report(
        run=_run_info(desk, started, reviews),
        request=request,
        changes=changes,
        reviews=with_measured(reviews, tables, changes, today=found.today),
        remarks=lint.remarks,
        contexts=lint.costs,
        own_tests=found.own_tests,
        plan=made.plan,
        graded=made.graded,
        evals=evals,
        tables=folder.keep_all("tables", tables),
        routing=estimate_routing(made.graded, changes),
        verdict=folder.keep("verdict", verdict),
        health=_health(made.trials),
        usage=made.usage,
        grader_usage=_grader_usage(made.graded) + evals.usage,
        seconds=world.clock.monotonic() - began,
        faults=made.faults,
        notes=(*changes.notes, *made.notes),
    )
    folder.save("report", report)
    publish(report, world.reporters)
    return report


def _review(
    desk: Desk, request: Request, changes: ChangeSet, started: datetime
) -> tuple[tuple[Review, ...], Usage]:
    """Return the security reviews, and what a model's look at the diff used.

    Rules and scanners first; then a model, where settings and trust allow the call. Where one kind of eval
    was asked for, no file is read.
    """
    world, settings = desk.world, desk.settings
    if request.kinds:
        return desk.folder.keep_all("reviews", not_reviewed(changes)), Usage()
    world.progress.stage(3, f"security review: {_names(changes)}")
    tell, usage = unhurried(world.progress.note), Usage()
    reviews = review_changes(changes, world.scanners, today=started.date(), tell=tell)
    if settings.review.model and request.may_spend:
        world.progress.stage(3, f"security review by {settings.grader_model}")
        name = settings.grader_model
        reviews, usage = review_changes_with_model(changes, reviews, world.grader_models, name=name)
    return desk.folder.keep_all("reviews", reviews), usage


def judge(settings: Settings, found: Found, made: Made) -> tuple[tuple[SkillTables, ...], Verdict]:
    """Return tables and verdict for what was made so far: stages 7 and 8, pure."""
    curtailed = made.plan.curtail
    tables = estimate_lifts(made.graded, found.changes, bar=settings.bar_policy(), curtailed=curtailed)
    case = Case(
        changes=found.changes,
        reviews=with_measured(found.reviews, tables, found.changes, today=found.today),
        tables=tables,
        routing=estimate_routing(made.graded, found.changes),
        graded=made.graded,
        own_tests=found.own_tests,
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
    evals = _evals_reviewed(graded, trials, changes, marking, settings.max_cost_usd)
    found = Found(old.request, changes, old.reviews, old.run.started.date(), old.own_tests)
    made = Made(plan=old.plan, trials=trials, graded=graded, faults=old.faults)
    tables, verdict = judge(settings, found, made)
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
            "reviews": with_measured(old.reviews, tables, changes, today=found.today),
            "evals": evals,
            "disputes": _weighed_again(old.disputes, graded, changes),
            "tables": folder.keep_all("tables", tables),
            "routing": estimate_routing(graded, changes),
            "verdict": folder.keep("verdict", verdict),
            "grader_usage": _grader_usage(graded) + evals.usage,
        }
    )
    folder.save("report", report)
    return report


def add_dispute(folder: RunFolder, dispute: Dispute) -> Report:
    """Record a dispute of a grade in a saved run; scores and verdict stay as they are.

    Raises:
        ConfigError: the run has no such trial or item.
    """
    report = folder.load_report()
    item = weigh_dispute(dispute, report.graded, report.changes)
    others = tuple(
        old
        for old in report.disputes
        if (old.dispute.trial, old.dispute.item) != (dispute.trial, dispute.item)
    )
    fresh = report.model_copy(update={"disputes": (*others, item)})
    folder.save("report", fresh)
    return fresh


def _test_own(desk: Desk, found: Found) -> Found:
    """Run the skills' own tests before any model is called: also where no trial may run."""
    changes, request = found.changes, found.request
    if desk.open_bare is None or request.kinds or not any(change.own_tests for change in changes.changes):
        return found
    desk.world.progress.stage(5, "the skills' own tests, without a model")
    if not desk.world.sandboxes.isolated and not request.may_spend:
        reason = f"sandbox {desk.world.sandboxes.name} isolates nothing, and this code is a stranger's"
        return replace(found, own_tests=leave_out(changes, reason))
    try:
        with desk.open_bare() as rooms:
            runs = run_own_tests(changes, Bare(rooms, desk.settings.limits()))
    except OurError as exc:
        desk.world.progress.note(f"own tests: {exc}")
        runs = leave_out(changes, str(exc), state="error")
    return replace(found, own_tests=runs)


def _probe(desk: Desk, found: Found, made: Made) -> Made:
    """Look whether agent and rooms can be trusted, before the first trial that costs something."""
    world, plan = desk.world, made.plan
    if any(run.state == "error" for run in found.own_tests) and plan.cells:
        return replace(made, stopped="the skill's own tests could not run")
    if desk.probe is None or not plan.cells or not found.request.may_spend:
        return made
    world.progress.stage(5, f"probes: does {plan.agent} load a skill, does {world.sandboxes.name} hold")
    try:
        seen = desk.probe(lab_for(desk, made))
    except OurError as exc:
        world.progress.note(f"probe failed: {exc}")
        return replace(made, stopped="a probe failed", faults=(str(exc),))
    return replace(made, usage=made.usage + seen.usage, notes=seen.notes)


def _look(desk: Desk, found: Found, made: Made) -> Made:
    """Run and grade what the plan holds and no earlier look has made: stages 5 and 6."""
    world, folder, plan = desk.world, desk.folder, made.plan
    done = {trial.cell.key for trial in made.trials} | set(plan.curtailed)
    due = plan.model_copy(update={"cells": tuple(cell for cell in plan.cells if cell.key not in done)})
    folder.save("plan", plan)
    if made.faults or made.stopped or not found.request.may_spend or not due.cells:
        return replace(made, stopped=made.stopped or "nothing to run")
    world.progress.stage(5, f"trials with {plan.agent} on {plan.model}, in {world.sandboxes.name}")
    world.progress.note(kinds_line(due))
    world.progress.planned(len(due.cells), estimate_usd(due.cells, recipe_for(desk)))
    result = execute_plan(due, found.changes, lab_for(desk, made))
    world.progress.stage(6, "grading")
    graded = grade_trials(result.trials, found.changes, marking_for(desk))
    update = {
        "left_out": (*plan.left_out, *(cell.key for cell in result.left_out)),
        "curtailed": (*plan.curtailed, *(cell.key for cell in result.curtailed)),
    }
    return Made(
        plan=folder.keep("plan", plan.model_copy(update=update)),
        trials=folder.keep_trials((*made.trials, *result.trials)),
        graded=folder.keep_grades((*made.graded, *graded)),
        usage=made.usage + result.usage,
        seconds=made.seconds + result.seconds,
        notes=tuple(dict.fromkeys((*made.notes, *result.notes))),
        stopped=result.stopped,
        faults=made.faults,
    )


def _review_evals(desk: Desk, found: Found, made: Made) -> EvalReview:
    """Look at the evals themselves once the trials are made, with what is left of the money."""
    if not made.graded:
        return EvalReview()
    desk.world.progress.stage(6, "the evals under review")
    left_usd = desk.settings.max_cost_usd - (made.usage.cost_usd or 0.0)
    return _evals_reviewed(made.graded, made.trials, found.changes, marking_for(desk), left_usd)


def _evals_reviewed(
    graded: Sequence[GradedTrial],
    trials: Sequence[Trial],
    changes: ChangeSet,
    marking: Marking,
    left_usd: float,
) -> EvalReview:
    """Return the review of the evals; the judge is asked as long as grading leaves money for it."""
    spent_usd = _grader_usage(graded).cost_usd or 0.0
    judging = None
    if marking.judge is not None:
        judging = Judging(
            marking.judge,
            marking.models,
            marking.seed,
            may_ask=lambda usage: spent_usd + (usage.cost_usd or 0.0) <= left_usd,
        )
    return review_evals(graded, trials, changes, judging)


def _weighed_again(
    disputes: Sequence[DisputedItem], graded: Sequence[GradedTrial], changes: ChangeSet
) -> tuple[DisputedItem, ...]:
    """Return the disputes held against new grades; one whose item is no longer graded is left out."""
    there = {(trial.trial, item.id) for trial in graded for item in trial.items}
    return tuple(
        weigh_dispute(old.dispute, graded, changes)
        for old in disputes
        if (old.dispute.trial, old.dispute.item) in there
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


def recipe_for(desk: Desk) -> Recipe:
    """Return what the run's plan is made of."""
    settings = desk.settings
    return Recipe(
        sampling=settings.sampling(),
        agent=settings.agent,
        model=settings.model,
        grader_model=settings.grader_model,
        trial_cost_usd=desk.trial_cost_usd,
        query_cost_usd=desk.query_cost_usd,
    )


def kinds_line(plan: RunPlan) -> str:
    """Return how many trials of each kind the plan holds, in words."""
    counts = Counter(cell.kind for cell in plan.cells)
    words: dict[CellKind, str] = {
        "uplift": "of tasks",
        "trigger": "of trigger queries",
        "route": "of requests to all skills",
        "everyday": "of everyday requests",
    }
    return "trials: " + ", ".join(f"{counts[kind]} {said}" for kind, said in words.items() if counts[kind])


def lab_for(desk: Desk, made: Made) -> Lab:
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
        trial_cost_usd=desk.trial_cost_usd,
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


def marking_for(desk: Desk) -> Marking:
    """Return how the run's trials are graded."""
    world, settings = desk.world, desk.settings
    return Marking(
        grader=world.grader,
        judge=world.judge,
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
