"""A run at work: what it stands on, what it has found and made, and the tools that follow from them."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import date

from skilleval.domain.change import ChangeSet
from skilleval.domain.finding import Review
from skilleval.domain.grade import GradedTrial
from skilleval.domain.own_tests import OwnTestRun
from skilleval.domain.plan import CellKind, RunPlan
from skilleval.domain.request import Request
from skilleval.domain.trial import Trial, Usage
from skilleval.execution import Lab, ProbeReport
from skilleval.grading import Marking
from skilleval.plan import Recipe
from skilleval.ports import Sandboxes, World
from skilleval.run_folder import RunFolder
from skilleval.settings import Settings


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
    spent_usd = (made.usage.cost_usd or 0.0) + (grader_usage(made.graded).cost_usd or 0.0)
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


def grader_usage(graded: Sequence[GradedTrial]) -> Usage:
    """Return what grading used."""
    return sum((grade.grader_usage for grade in graded), Usage())
