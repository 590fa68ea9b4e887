"""The unchanged skills beside the changed ones: they compete for the same requests."""

from collections.abc import Sequence
from typing import Final

from skilleval.changes.folders import SkillFolder
from skilleval.changes.paths import shown
from skilleval.changes.snapshot import Side
from skilleval.domain.bundle import Bundle
from skilleval.errors import SkillError

MAX_BYTES: Final = 100_000_000
"""All of them are installed in every trial; past this, the rest is left out and counted."""


def take_neighbours(folders: Sequence[SkillFolder], side: Side) -> tuple[tuple[Bundle, ...], tuple[str, ...]]:
    """Return the bundles, one a name, and a note for each that had to be left out."""
    wanted, notes = _within_limit(folders)
    side.prefetch(wanted)
    bundles: dict[str, Bundle] = {}
    for folder in wanted:
        bundle, reason = _bundle(folder, side)
        if bundle and bundle.name in bundles:
            reason = f"{bundles[bundle.name].path} is called {bundle.name} too"
        if reason or bundle is None:
            notes.append(f"{shown(folder.path)} is not installed beside the others: {reason}")
        else:
            bundles[bundle.name] = bundle
    return tuple(bundles.values()), tuple(notes)


def _bundle(folder: SkillFolder, side: Side) -> tuple[Bundle | None, str]:
    try:
        snapshot = side.snapshot(folder)
    except SkillError as exc:
        return None, str(exc)
    return snapshot.bundle, snapshot.problem


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
