"""Queries whose verdict is known before their last repeat: two of three repeats that agree settle it.

A query counts as firing at a rate of one half or more, so its verdict stands as soon as the repeats that are
left cannot move the rate across one half: the same verdicts with a quarter fewer runs. Only whole series are
curtailed: repeats that are added later are there to confirm, not to decide.
"""

from collections import defaultdict

from skilleval.domain.change import ChangeSet
from skilleval.domain.plan import Cell, RunPlan
from skilleval.domain.trial import Errored, Trial

_KINDS = ("trigger", "everyday")
Series = tuple[str, str, str, str]
"""One query in one arm: skill, kind, item, arm."""


class Curtailer:
    """Knows which cells of a plan need not run any more, and which must wait to know."""

    def __init__(self, plan: RunPlan, changes: ChangeSet) -> None:
        """Take the series that the plan holds from their first repeat on."""
        self._names = {
            (change.name, arm): bundle.name
            for change in changes.changes
            for arm, bundle in (("candidate", change.candidate), ("baseline", change.baseline.bundle))
            if bundle is not None
        }
        repeats: dict[Series, list[int]] = defaultdict(list)
        for cell in plan.cells:
            if plan.curtail and cell.kind in _KINDS:
                repeats[_series(cell)].append(cell.repeat)
        self._length = {
            key: len(found)
            for key, found in repeats.items()
            if sorted(found) == list(range(1, len(found) + 1))
        }
        self._fired: dict[Series, list[bool]] = defaultdict(list)
        self._ended: dict[Series, set[int]] = defaultdict(set)

    def saw(self, trial: Trial) -> None:
        """Take note of a trial that ended. One that errored says nothing of the query."""
        cell, key = trial.cell, _series(trial.cell)
        self._ended[key].add(cell.repeat)
        if not isinstance(trial.outcome, Errored):
            self._fired[key].append(trial.fired(self._names.get((cell.skill, cell.arm), "")))

    def is_needless(self, cell: Cell) -> bool:
        """Return whether the repeats that are left cannot change the query's verdict."""
        length, fired = self._length.get(_series(cell), 0), self._fired[_series(cell)]
        hits, left = sum(fired), length - len(fired)
        return length > 0 and (2 * hits >= length or 2 * (hits + left) < length)

    def must_wait(self, cell: Cell) -> bool:
        """Return whether earlier repeats, still to end, may make this one needless."""
        length = self._length.get(_series(cell), 0)
        settles = (length + 1) // 2  # so many that agree are enough
        earlier = set(range(1, cell.repeat))
        return 0 < settles < cell.repeat and not earlier <= self._ended[_series(cell)]


def _series(cell: Cell) -> Series:
    return cell.skill, cell.kind, cell.item, cell.arm
