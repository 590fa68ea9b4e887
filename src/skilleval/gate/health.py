"""Whether the trials of a skill are enough to say anything: clause 6, and where our failures end up."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from skilleval.domain.change import SkillChange, measured_queries, measured_tasks
from skilleval.domain.grade import GradedTrial
from skilleval.domain.plan import Cell, CellKind, RunPlan
from skilleval.domain.value import Arm

DIFFER = 0.05
"""Arms whose errored trials differ at this p (Fisher, two-sided) do not compare."""


@dataclass(frozen=True)
class Health:
    """How the trials of a skill fared.

    `faults` make the verdict `error`, a line each. `left_out` names what counts in the bar and
    the plan had to leave out for the budget. `usable` and `planned` count trials.
    """

    faults: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    usable: int = 0
    planned: int = 0


@dataclass
class _Tally:
    planned: int = 0
    usable: int = 0
    errored: int = 0


Key = tuple[CellKind, str, Arm]


def health_of(
    change: SkillChange, graded: Sequence[GradedTrial], plan: RunPlan | None, *, faults: Sequence[str] = ()
) -> Health:
    """Return the health of one skill's trials that count in the bar.

    Planned is what the plan says, or without a plan what was graded. A trial is usable when it is neither
    errored nor void, and, for a task, scored.
    """
    tallies = _tally(change, graded, plan)
    started = {(kind, item) for kind, item, _ in tallies}
    due = {"uplift": change.wants_uplift, "trigger": change.wants_triggers}
    absent = tuple(item for kind, item in counted_items(change) if due[kind] and (kind, item) not in started)
    was_cut = plan is not None and bool(plan.left_out)
    never = [] if was_cut else [f"{item} was never run" for item in absent]
    return Health(
        faults=(*faults, *_thin(tallies), *_lopsided(tallies), *never),
        left_out=absent if was_cut else (),
        usable=sum(tally.usable for tally in tallies.values()),
        planned=sum(tally.planned for tally in tallies.values()),
    )


def counted_items(change: SkillChange) -> list[tuple[CellKind, str]]:
    """Return kind and item id of everything that counts in the bar, whether it is due or not."""
    tasks: list[tuple[CellKind, str]] = [
        ("uplift", row.item) for row in measured_tasks(change) if row.counts_in_bar
    ]
    return tasks + [("trigger", row.item) for row in measured_queries(change) if row.counts_in_bar]


def _tally(change: SkillChange, graded: Sequence[GradedTrial], plan: RunPlan | None) -> dict[Key, _Tally]:
    """Return planned, usable and errored trials by kind, item and arm; an item in one arm is due in both."""
    tallies: dict[Key, _Tally] = defaultdict(_Tally)
    items = set(counted_items(change))
    seen = {trial.cell.key: trial for trial in graded if trial.cell.skill == change.name}
    planned = {cell.key: cell for cell in (plan.cells if plan else ()) if cell.skill == change.name}
    for key, cell in (planned | {key: trial.cell for key, trial in seen.items()}).items():
        if (cell.kind, cell.item) not in items:
            continue
        tally = tallies[cell.kind, cell.item, _arm(cell, change)]
        tally.planned += 1
        trial = seen.get(key)
        tally.errored += trial is not None and trial.state == "errored"
        tally.usable += trial is not None and _is_usable(trial)
    for kind, item, _ in list(tallies):
        for arm in _arms_due(kind, change):
            tallies[kind, item, arm].planned += 0
    return dict(tallies)


def _arm(cell: Cell, change: SkillChange) -> Arm:
    is_reference = cell.arm == "control" and change.baseline.bundle is None
    return "baseline" if is_reference else cell.arm


def _arms_due(kind: CellKind, change: SkillChange) -> tuple[Arm, ...]:
    """Return the arms that must have trials; a new skill's queries have no old description to run."""
    if kind == "trigger" and change.baseline.bundle is None:
        return ("candidate",)
    return ("baseline", "candidate")


def _is_usable(trial: GradedTrial) -> bool:
    needs_score = trial.cell.kind == "uplift"
    return trial.state != "errored" and not trial.void and (trial.score is not None or not needs_score)


def _thin(tallies: dict[Key, _Tally]) -> list[str]:
    """Name items with under two thirds of their repeats in an arm that decides."""
    words = {"uplift": "task", "trigger": "query"}
    return [
        f"{words[kind]} {item}, {arm}: {tally.usable} of {tally.planned} trials usable"
        for (kind, item, arm), tally in sorted(tallies.items())
        if arm != "control" and (tally.usable == 0 or 3 * tally.usable < 2 * tally.planned)
    ]


def _lopsided(tallies: dict[Key, _Tally]) -> list[str]:
    """Say for each kind of eval whether one arm lost more trials to us than chance would explain."""
    lines = []
    for kind in ("uplift", "trigger"):
        counts = [
            (
                sum(tally.errored for (k, _, a), tally in tallies.items() if (k, a) == (kind, arm)),
                sum(tally.planned for (k, _, a), tally in tallies.items() if (k, a) == (kind, arm)),
            )
            for arm in ("baseline", "candidate")
        ]
        (old, old_n), (new, new_n) = counts
        if old != new and old_n and new_n and _fisher([[old, old_n - old], [new, new_n - new]]) <= DIFFER:
            lines.append(
                f"{kind} trials errored unevenly: baseline {old} of {old_n}, candidate {new} of {new_n}"
            )
    return lines


def _fisher(table: list[list[int]]) -> float:
    from numpy import array  # noqa: PLC0415  slow to import
    from scipy.stats import fisher_exact  # noqa: PLC0415  slow to import

    return float(fisher_exact(array(table)).pvalue)
