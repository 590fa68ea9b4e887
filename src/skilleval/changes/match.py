"""Which skill of the head is which of the base: same path, or renamed, by name or by likeness."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from skilleval.changes.folders import SkillFolder
from skilleval.changes.skill_md import read_skill_md
from skilleval.errors import SkillError

LIKENESS: Final = 0.5
"""As git's rename detection: at least half of the content is the same."""
_MAX_PAIRS: Final = 2_500

Read = Callable[[Sequence[str]], Mapping[str, bytes]]


@dataclass(frozen=True)
class Pair:
    """One skill on both sides; None where it is new or gone. `likeness` in [0, 1] for a rename."""

    old: SkillFolder | None
    new: SkillFolder | None
    likeness: float = 1.0

    @property
    def is_move(self) -> bool:
        """Whether the skill lies elsewhere now."""
        return bool(self.old and self.new and self.old.path != self.new.path)

    @property
    def differs(self) -> bool:
        """Whether anything of the skill changed: bytes, modes, names, or its place."""
        return not (self.old and self.new) or self.is_move or self.old.entries != self.new.entries


def pair_skills(
    *, old: Mapping[str, SkillFolder], new: Mapping[str, SkillFolder], read: Read
) -> tuple[Pair, ...]:
    """Return every skill of either side once, sorted by path."""
    gone = [old[path] for path in sorted(old.keys() - new.keys())]
    fresh = [new[path] for path in sorted(new.keys() - old.keys())]
    moved = _moves(gone, fresh, read)
    same = [Pair(old[path], new[path]) for path in old.keys() & new.keys()]
    left = {pair.old.path for pair in moved if pair.old}
    came = {pair.new.path for pair in moved if pair.new}
    removed = [Pair(folder, None) for folder in gone if folder.path not in left]
    added = [Pair(None, folder) for folder in fresh if folder.path not in came]
    return tuple(sorted([*same, *moved, *removed, *added], key=_path))


def _path(pair: Pair) -> tuple[str, bool]:
    folder = pair.new or pair.old
    return (folder.path if folder else "", pair.new is None)


def _moves(gone: Sequence[SkillFolder], fresh: Sequence[SkillFolder], read: Read) -> list[Pair]:
    if not gone or not fresh:
        return []
    names = {folder.skill_md.oid: "" for folder in (*gone, *fresh)}
    blobs = read(list(names))
    scored = []
    for before in gone:
        for after in fresh:
            likeness = _likeness(before, after, blobs, rough=len(gone) * len(fresh) > _MAX_PAIRS)
            same_name = _name(before, blobs) is not None and _name(before, blobs) == _name(after, blobs)
            if same_name or likeness >= LIKENESS:
                scored.append(
                    (not same_name, -likeness, before.path, after.path, Pair(before, after, likeness))
                )
    return _best(scored)


def _best(scored: list[tuple[bool, float, str, str, Pair]]) -> list[Pair]:
    taken: set[tuple[str, str]] = set()
    found = []
    for *_, before, after, pair in sorted(scored, key=lambda row: row[:4]):
        if ("old", before) not in taken and ("new", after) not in taken:
            taken |= {("old", before), ("new", after)}
            found.append(pair)
    return found


def _name(folder: SkillFolder, blobs: Mapping[str, bytes]) -> str | None:
    try:
        name = read_skill_md(blobs[folder.skill_md.oid], folder="").text.name
    except SkillError:
        return None
    return name or None


def _likeness(before: SkillFolder, after: SkillFolder, blobs: Mapping[str, bytes], *, rough: bool) -> float:
    """Return the share of bytes in common: equal files by object id, SKILL.md line by line."""
    old = Counter({entry.oid: entry.size_bytes or 0 for entry in before.entries})
    new = Counter({entry.oid: entry.size_bytes or 0 for entry in after.entries})
    shared = sum((old & new).values())
    texts = (blobs[before.skill_md.oid], blobs[after.skill_md.oid])
    if not rough and before.skill_md.oid != after.skill_md.oid:
        lines = Counter(texts[0].splitlines(keepends=True)) & Counter(texts[1].splitlines(keepends=True))
        shared += sum(len(line) * count for line, count in lines.items())
    return min(1.0, shared / max(sum(old.values()), sum(new.values()), 1))
