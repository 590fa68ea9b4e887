"""What the gate is given: everything of a run, and of one skill."""

from dataclasses import dataclass, field

from skilleval.domain.change import ChangeSet, SkillChange
from skilleval.domain.finding import Review
from skilleval.domain.grade import GradedTrial
from skilleval.domain.lift import SkillTables
from skilleval.domain.own_tests import OwnTestRun
from skilleval.domain.plan import RunPlan
from skilleval.domain.policy import Bar, Sampling
from skilleval.domain.routing import RoutingTable
from skilleval.gate.health import Health, Ran, counted_items, health_of


@dataclass(frozen=True)
class Case:
    """A run to judge.

    `faults`: what of ours failed outside the trials (a probe, a digest), a line each.
    `waiting`: why no trial has been made yet (an outsider's pull request, a draft); empty = they were due.
    """

    changes: ChangeSet
    reviews: tuple[Review, ...] = ()
    tables: tuple[SkillTables, ...] = ()
    routing: RoutingTable | None = None
    graded: tuple[GradedTrial, ...] = ()
    own_tests: tuple[OwnTestRun, ...] = ()
    plan: RunPlan | None = None
    bar: Bar = field(default_factory=Bar)
    sampling: Sampling = field(default_factory=Sampling)
    faults: tuple[str, ...] = ()
    waiting: str = ""


@dataclass(frozen=True)
class SkillCase:
    """One skill of a run: its change, review, tables, and how its trials fared.

    `has_tasks`, `has_queries`: whether anything of that kind counts in the bar. `has_routes`: whether
    requests were to be tried on all skills together; `routing` is what came of them, for all skills.
    """

    change: SkillChange
    review: Review | None
    tables: SkillTables
    health: Health
    bar: Bar
    looks: tuple[int, ...]
    has_tasks: bool
    has_queries: bool
    has_routes: bool = False
    routing: RoutingTable | None = None
    own_tests: tuple[OwnTestRun, ...] = ()
    waiting: str = ""


def skill_cases(case: Case) -> tuple[SkillCase, ...]:
    """Return the case of each changed skill, in the order of the changes."""
    reviews = {review.skill: review for review in case.reviews}
    tables = {table.skill: table for table in case.tables}
    return tuple(
        _skill_case(case, change, reviews.get(change.name), tables.get(change.name))
        for change in case.changes.changes
    )


def _skill_case(
    case: Case, change: SkillChange, review: Review | None, tables: SkillTables | None
) -> SkillCase:
    kinds = {kind for kind, _ in counted_items(change)}
    own_tests = tuple(run for run in case.own_tests if run.skill == change.name)
    errored = (
        f"the skill's own tests could not run: {run.reason}" for run in own_tests if run.state == "error"
    )
    faults = (*case.faults, *dict.fromkeys(errored))
    return SkillCase(
        change=change,
        review=review,
        tables=tables or SkillTables(skill=change.name),
        health=health_of(change, Ran(case.graded, case.plan, case.sampling.repeats), faults),
        bar=case.bar,
        looks=case.plan.looks if case.plan and case.plan.looks else case.sampling.looks,
        has_tasks="uplift" in kinds,
        has_queries="trigger" in kinds,
        has_routes=any(cell.kind == "route" for cell in (case.plan.cells if case.plan else ())),
        routing=case.routing if change.wants_routing else None,
        own_tests=own_tests,
        waiting=case.waiting,
    )
