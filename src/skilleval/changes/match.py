"""Which skill of the head is which of the base: same path, or renamed, by name or by likeness."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
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
        if self.old is None or self.new is None or not self.is_same_folder:
            return True
        return self.old.plugin != self.new.plugin

    @property
    def is_same_folder(self) -> bool:
        """Whether the skill lies where it lay, with the same files."""
        if self.old is None or self.new is None or self.is_move:
            return False
        return self.old.entries == self.new.entries


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


@dataclass(frozen=True)
class _Profile:
    """What a folder is compared by: its name, its files' sizes by object id, its lines of SKILL.md."""

    folder: SkillFolder
    name: str
    sizes: Counter[str]
    lines: Counter[bytes]

    @property
    def total(self) -> int:
        """Return the bytes of all files, equal ones once."""
        return sum(self.sizes.values())


def _moves(gone: Sequence[SkillFolder], fresh: Sequence[SkillFolder], read: Read) -> list[Pair]:
    if not gone or not fresh:
        return []
    blobs = read([folder.skill_md.oid for folder in (*gone, *fresh)])
    before = [_profile(folder, blobs) for folder in gone]
    after = [_profile(folder, blobs) for folder in fresh]
    rough = len(gone) * len(fresh) > _MAX_PAIRS
    scored = []
    for old, new in _candidates(before, after) if rough else product(before, after):
        likeness = _likeness(old, new)
        same_name = bool(old.name) and old.name == new.name
        if same_name or likeness >= LIKENESS:
            pair = Pair(old.folder, new.folder, likeness)
            scored.append((not same_name, -likeness, old.folder.path, new.folder.path, pair))
    return _best(scored)


def _candidates(before: Sequence[_Profile], after: Sequence[_Profile]) -> Iterator[tuple[_Profile, _Profile]]:
    """Yield, of very many pairs, those with one name or one SKILL.md."""
    by_name, by_text = defaultdict(list), defaultdict(list)
    for new in after:
        by_name[new.name].append(new)
        by_text[new.folder.skill_md.oid].append(new)
    for old in before:
        yield from ((old, new) for new in by_name[old.name] if old.name)
        yield from ((old, new) for new in by_text[old.folder.skill_md.oid])


def _best(scored: list[tuple[bool, float, str, str, Pair]]) -> list[Pair]:
    taken: set[tuple[str, str]] = set()
    found = []
    for *_, before, after, pair in sorted(scored, key=lambda row: row[:4]):
        if ("old", before) not in taken and ("new", after) not in taken:
            taken |= {("old", before), ("new", after)}
            found.append(pair)
    return found


def _profile(folder: SkillFolder, blobs: Mapping[str, bytes]) -> _Profile:
    text = blobs[folder.skill_md.oid]
    try:
        name = read_skill_md(text, folder="").text.name
    except SkillError:
        name = ""
    sizes = Counter({entry.oid: entry.size_bytes or 0 for entry in folder.entries})
    return _Profile(folder, name, sizes, Counter(text.splitlines(keepends=True)))


def _likeness(old: _Profile, new: _Profile) -> float:
    """Return the share of bytes in common: equal files by object id, SKILL.md line by line."""
    shared = sum((old.sizes & new.sizes).values())
    if old.folder.skill_md.oid != new.folder.skill_md.oid:
        shared += sum(len(line) * count for line, count in (old.lines & new.lines).items())
    return min(1.0, shared / max(old.total, new.total, 1))
