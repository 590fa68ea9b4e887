"""One side of a change: the skill at a commit, and the evals that are its own."""

from dataclasses import dataclass
from typing import get_args

from skilleval.changes.folders import SkillFolder
from skilleval.changes.parts import changed_parts
from skilleval.changes.snapshot import Side, Snapshot
from skilleval.changes.suites import read_suite
from skilleval.changes.suites.plugin_ties import Ties, read_ties
from skilleval.domain.change import Part
from skilleval.domain.suite import Suite


@dataclass(frozen=True)
class SkillSide:
    """A skill at one commit, and what the evals of its plugin hold for it."""

    snapshot: Snapshot
    ties: Ties

    def suite(self) -> Suite:
        """Return all of its evals; never raises for what stands in them."""
        return read_suite({**self.snapshot.files, **self.ties.files})


def read_side(folder: SkillFolder, side: Side) -> SkillSide:
    """Return the skill at the side's commit; raises SkillError as `Side.snapshot` does."""
    snapshot = side.snapshot(folder)
    return SkillSide(snapshot, read_ties(folder, side, name=snapshot.bundle.name))


def parts_of(before: SkillSide, after: SkillSide) -> tuple[Part, ...]:
    """Return the parts that differ, the plugin's cases among the evals."""
    found = set(changed_parts(before.snapshot, after.snapshot))
    if before.ties.digests() != after.ties.digests():
        found.add("evals")
    return tuple(part for part in get_args(Part) if part in found)
