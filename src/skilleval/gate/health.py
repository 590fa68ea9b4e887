"""Whether the trials of a skill are enough to say anything: clause 6, and where our failures end up."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
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

    `faults` make the verdict `error`, a line each. `left_out` names what counts in the bar and has too
    few trials because the budget ended. `usable` and `planned` count trials.
    """

    faults: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    usable: int = 0
    planned: int = 0


@dataclass(frozen=True)
class Ran:
    """What was to run, and what came of it. Without a plan, what was graded is what was to run.

    `first_look`: repeats up to it were promised; later ones that the budget cut are missed by nobody.
    """

    graded: tuple[GradedTrial, ...] = ()
    plan: RunPlan | None = None
    first_look: int = 1


@dataclass
class _Tally:
    planned: int = 0
    usable: int = 0
    errored: int = 0
    cut: int = 0
    unseen: int = 0
    """Trials in which the host did not offer the skill: neither usable nor missing."""

    @property
    def is_thin(self) -> bool:
        """Whether under two thirds of what was to run can be used."""
        if self.unseen and not self.planned:
            return False
        return self.usable == 0 or 3 * self.usable < 2 * self.planned


Key = tuple[CellKind, str, Arm]


def health_of(change: SkillChange, ran: Ran, faults: Sequence[str] = ()) -> Health:
    """Return the health of one skill's trials that count in the bar.

    A trial is usable when it is neither errored nor void, and, for a task, scored.
    """
    tallies = _tally(change, ran)
    thin = {key: tally for key, tally in tallies.items() if tally.is_thin and key[2] != "control"}
    left_out = dict.fromkeys(item for (_, item, _), tally in sorted(thin.items()) if tally.cut)
    return Health(
        faults=(*faults, *_thin_lines(thin, left_out), *_uneven_lines(tallies), *_absent(change, tallies)),
        left_out=tuple(left_out),
        usable=sum(tally.usable for tally in tallies.values()),
        planned=sum(tally.planned for tally in tallies.values()),
    )


def counted_items(change: SkillChange) -> list[tuple[CellKind, str]]:
    """Return kind and item id of everything that counts in the bar, whether it is due or not."""
    tasks: list[tuple[CellKind, str]] = [
        ("uplift", row.item) for row in measured_tasks(change) if row.counts_in_bar
    ]
    return tasks + [("trigger", row.item) for row in measured_queries(change) if row.counts_in_bar]


def _tally(change: SkillChange, ran: Ran) -> dict[Key, _Tally]:
    """Return the tallies by kind, item and arm; an item that was to run in one arm is due in both."""
    tallies: dict[Key, _Tally] = defaultdict(_Tally)
    items = set(counted_items(change))
    graded = {trial.cell.key: trial for trial in ran.graded if trial.cell.skill == change.name}
    cut = set(ran.plan.left_out) if ran.plan else set()
    needless = set(ran.plan.curtailed) if ran.plan else set()
    cells = {
        cell.key: cell
        for cell in (ran.plan.cells if ran.plan else ())
        if cell.skill == change.name and cell.key not in needless
    }
    for key, cell in (cells | {key: trial.cell for key, trial in graded.items()}).items():
        if (cell.kind, cell.item) in items:
            tally = tallies[cell.kind, cell.item, _arm(cell, change)]
            _count(tally, graded.get(key), is_cut=key in cut, is_promised=cell.repeat <= ran.first_look)
    for kind, item, _ in list(tallies):
        for arm in _arms_due(kind, change):
            tallies[kind, item, arm].planned += 0  # an arm that nobody planned is there, and empty
    return dict(tallies)


def _count(tally: _Tally, trial: GradedTrial | None, *, is_cut: bool, is_promised: bool) -> None:
    if trial is None and is_cut:
        tally.cut += is_promised
        tally.planned += is_promised
        return
    if trial is not None and trial.trigger == "not-offered":
        tally.unseen += 1
        return
    tally.planned += 1
    tally.errored += trial is not None and trial.state == "errored"
    tally.usable += trial is not None and _is_usable(trial)


def _arm(cell: Cell, change: SkillChange) -> Arm:
    is_reference = cell.arm == "control" and change.baseline.bundle is None
    return "baseline" if is_reference else cell.arm


def _arms_due(kind: CellKind, change: SkillChange) -> tuple[Arm, ...]:
    """Return the arms that must have trials; queries need an old description that a model may choose."""
    old = change.baseline.bundle
    if kind == "trigger" and (old is None or old.is_hidden):
        return ("candidate",)
    return ("baseline", "candidate")


def _is_usable(trial: GradedTrial) -> bool:
    needs_score = trial.cell.kind == "uplift"
    return trial.state != "errored" and not trial.void and (trial.score is not None or not needs_score)


def _thin_lines(thin: dict[Key, _Tally], left_out: dict[str, None]) -> Iterator[str]:
    """Name items that lack trials in an arm, and not for the budget."""
    words = {"uplift": "task", "trigger": "query"}
    for (kind, item, arm), tally in sorted(thin.items()):
        if item not in left_out:
            yield f"{words[kind]} {item}, {arm}: {tally.usable} of {tally.planned} trials usable"


def _absent(change: SkillChange, tallies: dict[Key, _Tally]) -> Iterator[str]:
    """Name what was due and in no plan: nothing goes green by absence."""
    due = {"uplift": change.wants_uplift, "trigger": change.wants_triggers}
    started = {(kind, item) for kind, item, _ in tallies}
    for kind, item in counted_items(change):
        if due[kind] and (kind, item) not in started:
            yield f"{item} was never run"


def _uneven_lines(tallies: dict[Key, _Tally]) -> Iterator[str]:
    """Say for each kind of eval whether one arm lost more trials to us than chance would explain."""
    for kind in ("uplift", "trigger"):
        (old, old_n), (new, new_n) = (
            (
                sum(tally.errored for (k, _, a), tally in tallies.items() if (k, a) == (kind, arm)),
                sum(tally.planned for (k, _, a), tally in tallies.items() if (k, a) == (kind, arm)),
            )
            for arm in ("baseline", "candidate")
        )
        if old != new and old_n and new_n and _fisher([[old, old_n - old], [new, new_n - new]]) <= DIFFER:
            yield f"{kind} trials errored unevenly: baseline {old} of {old_n}, candidate {new} of {new_n}"


def _fisher(table: list[list[int]]) -> float:
    from numpy import array  # noqa: PLC0415  slow to import
    from scipy.stats import fisher_exact  # noqa: PLC0415  slow to import

    return float(fisher_exact(array(table)).pvalue)
