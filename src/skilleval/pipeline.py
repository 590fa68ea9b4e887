"""The nine calls, top to bottom, and the one loop of looks; each stage's value is saved as it comes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from skilleval import __version__
from skilleval.changes import detect_changes, lint_changes, with_collisions
from skilleval.desk import (
    Desk,
    Found,
    Made,
    grader_usage,
    kinds_line,
    lab_for,
    marking_for,
    recipe_for,
)
from skilleval.domain.change import ChangeSet
from skilleval.domain.finding import Review
from skilleval.domain.grade import EvalReview, GradedTrial
from skilleval.domain.lift import SkillTables
from skilleval.domain.plan import RunPlan
from skilleval.domain.report import Health, Report, RunInfo
from skilleval.domain.request import Request
from skilleval.domain.trial import Trial, Usage
from skilleval.domain.verdict import Verdict
from skilleval.errors import OurError
from skilleval.event import parse_event
from skilleval.execution import Bare, execute_plan, leave_out, run_own_tests
from skilleval.gate import Case, decide
from skilleval.grading import Judging, Marking, grade_trials, review_evals
from skilleval.plan import build_plan, estimate_usd, extend_plan
from skilleval.report import publish
from skilleval.review import (
    not_reviewed,
    review_changes_with_model,
    unhurried,
    with_measured,
)
from skilleval.settings import SETTINGS_FILE, Settings
from skilleval.stats import estimate_lifts, estimate_routing


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
        grader_usage=grader_usage(made.graded) + evals.usage,
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
    reviews = world.reviewer.review(changes, today=started.date(), tell=tell)
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
    return evals_reviewed(made.graded, made.trials, found.changes, marking_for(desk), left_usd)


def evals_reviewed(
    graded: Sequence[GradedTrial],
    trials: Sequence[Trial],
    changes: ChangeSet,
    marking: Marking,
    left_usd: float,
) -> EvalReview:
    """Return the review of the evals; the judge is asked as long as grading leaves money for it."""
    spent_usd = grader_usage(graded).cost_usd or 0.0
    judging = None
    if marking.judge is not None:
        judging = Judging(
            marking.judge,
            marking.models,
            marking.seed,
            may_ask=lambda usage: spent_usd + (usage.cost_usd or 0.0) <= left_usd,
        )
    return review_evals(graded, trials, changes, judging)


def _next_plan(made: Made, verdict: Verdict) -> RunPlan | None:
    """Return the plan with the repeats that the gate asks for, or None: decided, or nothing left to spend."""
    if made.stopped:
        return None
    plan = made.plan
    for look in (skill.next_look for skill in verdict.skills):
        if look is not None and look.state == "extend":
            plan = extend_plan(plan, {look.skill: (*look.tasks, *look.queries)}, repeats=look.repeats)
    return None if plan == made.plan else plan


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


def _names(changes: ChangeSet) -> str:
    return ", ".join(change.name for change in changes.changes) or "no skill changed"
