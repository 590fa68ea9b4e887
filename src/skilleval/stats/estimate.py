"""All tables of each changed skill. Which trials count, and against what, is decided here, once."""

from collections.abc import Sequence

from skilleval.domain.change import ChangeSet, SkillChange, measured_queries, measured_tasks
from skilleval.domain.grade import GradedTrial
from skilleval.domain.lift import SkillTables
from skilleval.domain.plan import CellKind
from skilleval.domain.policy import Bar
from skilleval.stats.claims import estimate_claims
from skilleval.stats.everyday import estimate_everyday
from skilleval.stats.golden import count_golden
from skilleval.stats.lift import estimate_lift
from skilleval.stats.likely import point_to_lines
from skilleval.stats.triggers import estimate_triggers


def estimate_lifts(
    graded: Sequence[GradedTrial], changes: ChangeSet, *, bar: Bar, curtailed: bool = False
) -> tuple[SkillTables, ...]:
    """Return the tables of each changed skill, in the order of the changes.

    Tasks and queries of the base side count in the bar; what the pull request adds or edits is the
    author's own block, and in the bar only where the base has none. A skill without a baseline is held
    against the control arm. Trials that are errored, void or ungraded are never evidence; the order of
    trials does not matter. `curtailed`: queries have fewer repeats than planned where these settled them.
    """
    return tuple(_tables(change, graded, bar, curtailed=curtailed) for change in changes.changes)


def _tables(change: SkillChange, graded: Sequence[GradedTrial], bar: Bar, *, curtailed: bool) -> SkillTables:
    uplift, trigger = _trials(change, graded, "uplift"), _trials(change, graded, "trigger")
    tasks, queries = measured_tasks(change), measured_queries(change)
    counted = [row for row in tasks if row.counts_in_bar] if change.wants_uplift or uplift else []
    own = [row for row in tasks if not row.counts_in_bar] if uplift else []
    counted_items = {row.item for row in counted}
    return SkillTables(
        skill=change.name,
        lift=estimate_lift(change.name, counted, uplift, bar),
        own_lift=estimate_lift(change.name, own, uplift, bar),
        triggers=estimate_triggers(
            change.name, [row for row in queries if row.counts_in_bar], trigger, per_query=curtailed
        ),
        own_triggers=estimate_triggers(
            change.name, [row for row in queries if not row.counts_in_bar], trigger, per_query=curtailed
        ),
        everyday=estimate_everyday(change.name, _trials(change, graded, "everyday")),
        claims=point_to_lines(
            estimate_claims(change.name, [t for t in uplift if t.cell.item in counted_items]), change
        ),
        golden=count_golden(uplift),
    )


def _trials(change: SkillChange, graded: Sequence[GradedTrial], kind: CellKind) -> list[GradedTrial]:
    """Return the skill's trials of that kind; without a baseline, control trials stand in for it."""
    trials = [trial for trial in graded if trial.cell.skill == change.name and trial.cell.kind == kind]
    if change.baseline.bundle is not None:
        return trials
    return [_as_baseline(trial) if trial.cell.arm == "control" else trial for trial in trials]


def _as_baseline(trial: GradedTrial) -> GradedTrial:
    return trial.model_copy(update={"cell": trial.cell.model_copy(update={"arm": "baseline"})})
