"""The unchanged skills beside the changed ones: they compete for the same requests."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from skilleval.changes.folders import SkillFolder
from skilleval.changes.paths import shown
from skilleval.changes.snapshot import Side, Snapshot
from skilleval.changes.suites import read_requests
from skilleval.domain.bundle import Bundle
from skilleval.domain.suite import Suite
from skilleval.errors import SkillError

MAX_BYTES: Final = 100_000_000
"""All of them are installed in every trial; past this, the rest is left out and counted."""


@dataclass(frozen=True)
class Neighbours:
    """The bundles, one a name; the requests that are theirs, by name; a note for each that was left out."""

    bundles: tuple[Bundle, ...] = ()
    suites: Mapping[str, Suite] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def take_neighbours(folders: Sequence[SkillFolder], side: Side) -> Neighbours:
    """Return the skills in these folders as neighbours."""
    wanted, notes = _within_limit(folders)
    side.prefetch(wanted)
    found: dict[str, Snapshot] = {}
    for folder in wanted:
        snapshot, reason = _snapshot(folder, side)
        if snapshot and snapshot.bundle.name in found:
            bundle = found[snapshot.bundle.name].bundle
            reason = f"{bundle.path} is called {bundle.name} too"
        if reason or snapshot is None:
            notes.append(f"{shown(folder.path)} is not installed beside the others: {reason}")
        else:
            found[snapshot.bundle.name] = snapshot
    requests = {name: read_requests(snapshot.files) for name, snapshot in found.items()}
    return Neighbours(
        bundles=tuple(snapshot.bundle for snapshot in found.values()),
        suites={name: suite for name, suite in requests.items() if suite.queries or suite.routing},
        notes=tuple(notes),
    )


def _snapshot(folder: SkillFolder, side: Side) -> tuple[Snapshot | None, str]:
    try:
        snapshot = side.snapshot(folder)
    except SkillError as exc:
        return None, str(exc)
    return snapshot, snapshot.problem


def _within_limit(folders: Sequence[SkillFolder]) -> tuple[list[SkillFolder], list[str]]:
    wanted: list[SkillFolder] = []
    left = MAX_BYTES
    for folder in folders:
        left -= sum(entry.size_bytes or 0 for entry in folder.entries)
        if left >= 0:
            wanted.append(folder)
    missing = len(folders) - len(wanted)
    notes = (
        [f"{missing} skills are not installed beside the others: over {MAX_BYTES} bytes"] if missing else []
    )
    return wanted, notes
