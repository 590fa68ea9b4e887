"""All tables of each changed skill. Which trials count, and against what, is decided here, once."""

from collections.abc import Sequence

from skilleval.domain.change import ChangeSet, SkillChange
from skilleval.domain.grade import GradedTrial
from skilleval.domain.lift import LiftTable, SkillTables
from skilleval.domain.plan import CellKind
from skilleval.domain.policy import Bar
from skilleval.stats.claims import estimate_claims
from skilleval.stats.lift import estimate_lift
from skilleval.stats.triggers import estimate_triggers


def estimate_lifts(graded: Sequence[GradedTrial], changes: ChangeSet, *, bar: Bar) -> tuple[SkillTables, ...]:
    """Return the tables of each changed skill, in the order of the changes.

    Tasks and queries of the base side count in the bar; what the pull request adds or edits is the
    author's own block, and in the bar only where the base has none. A new skill is held against the control
    arm. Trials that are errored, void or ungraded are never evidence; the order of trials does not matter.
    """
    return tuple(_tables(change, graded, bar) for change in changes.changes)


def _tables(change: SkillChange, graded: Sequence[GradedTrial], bar: Bar) -> SkillTables:
    tasks, own_tasks = _trials_of(change, graded, "uplift")
    queries, own_queries = _trials_of(change, graded, "trigger")
    name = change.name
    return SkillTables(
        skill=name,
        lift=estimate_lift(name, change.bar_tasks, tasks, bar) if tasks or change.wants_uplift else None,
        own_lift=_outside(estimate_lift(name, change.own_tasks, own_tasks, bar)) if own_tasks else None,
        triggers=estimate_triggers(name, change.bar_queries, queries) if queries else None,
        own_triggers=estimate_triggers(name, change.own_queries, own_queries) if own_queries else None,
        claims=estimate_claims(name, tasks) if tasks else None,
    )


def _trials_of(
    change: SkillChange, graded: Sequence[GradedTrial], kind: CellKind
) -> tuple[list[GradedTrial], list[GradedTrial]]:
    """Return the trials of that kind that count in the bar, and the author's own."""
    trials = [trial for trial in graded if trial.cell.skill == change.name and trial.cell.kind == kind]
    base = change.base_suite.has_tasks if kind == "uplift" else bool(change.base_suite.queries)
    if change.baseline.kind == "control":
        trials = [_as_baseline(trial) for trial in trials]
    counted = [trial for trial in trials if trial.cell.counts_in_bar or not base]
    return counted, [trial for trial in trials if not trial.cell.counts_in_bar and base]


def _as_baseline(trial: GradedTrial) -> GradedTrial:
    """Return a control trial as what the candidate of a new skill is held against."""
    if trial.cell.arm != "control":
        return trial
    return trial.model_copy(update={"cell": trial.cell.model_copy(update={"arm": "baseline"})})


def _outside(table: LiftTable | None) -> LiftTable | None:
    """Return the table with its rows marked as outside the bar."""
    if table is None:
        return None
    rows = tuple(row.model_copy(update={"counts_in_bar": False}) for row in table.tasks)
    return table.model_copy(update={"tasks": rows})
