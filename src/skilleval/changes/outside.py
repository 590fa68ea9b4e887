"""Changes outside of all skills that a reader of the verdict should know of.

The declared rules: a skill whose SKILL.md names a changed file outside its folder is in the set, with
nothing to measure (the file is in no bundle); changed settings, pins and submodules are noted.
"""

import re
from collections.abc import Mapping, Sequence
from posixpath import join, normpath
from typing import Final

from skilleval.changes.baselines import CONTROL
from skilleval.changes.folders import SkillFolder
from skilleval.changes.paths import shown
from skilleval.changes.pins import LOCK_FILE
from skilleval.changes.skill_side import SkillSide, read_side
from skilleval.changes.snapshot import SUBMODULE, SYMLINK, Side
from skilleval.domain.change import Baseline, SkillChange
from skilleval.errors import SkillError
from skilleval.ports import PathChange, TreeEntry

_OURS: Final = ("skilleval.yml", ".github/skilleval.yml", LOCK_FILE)
_UPWARD: Final = re.compile(r"(?:\.\./)+[\w./@+-]+")
_FROM_ROOT: Final = re.compile(r"(?<![\w./@+-])[\w.@+-]+(?:/[\w.@+-]+)+")


def outside_notes(paths: Sequence[PathChange]) -> tuple[str, ...]:
    """Return a line for each change of our own settings, and for what is not followed."""
    return tuple(note for change in paths if (note := _note(change)))


def detours_of(tree: Sequence[TreeEntry]) -> Mapping[str, str]:
    """Return the links and submodules of a tree by path, and what each is."""
    kinds = {SYMLINK: "a symbolic link", SUBMODULE: "a submodule"}
    return {entry.path: kinds[entry.mode] for entry in tree if entry.mode in kinds}


def detour_to(path: str, detours: Mapping[str, str]) -> str:
    """Return why what stands at `path` now cannot be measured: it comes from elsewhere; else ""."""
    parts = path.split("/")
    above = ("/".join(parts[:count]) for count in range(len(parts), 0, -1))
    place = next((folder for folder in above if folder in detours), None)
    if place is None:
        return ""
    return f"{shown(place)} is {detours[place]} now, which is not followed: put the skill itself"


def reached_skills(folders: Sequence[SkillFolder], head: Side, changed: frozenset[str]) -> list[SkillChange]:
    """Return the unchanged skills whose SKILL.md names one of the `changed` paths outside its folder."""
    if not changed:
        return []
    texts = head.repository.read([folder.skill_md.oid for folder in folders])
    found = []
    for folder in folders:
        named = _named(folder, texts[folder.skill_md.oid], changed)
        change = _reached(folder, head, named) if named else None
        if change:
            found.append(change)
    return found


def _named(folder: SkillFolder, skill_md: bytes, changed: frozenset[str]) -> tuple[str, ...]:
    text = skill_md.decode("utf-8", "replace")
    resolved = {normpath(join(folder.path, match.rstrip("."))) for match in _UPWARD.findall(text)}
    by_root = {match.rstrip(".") for match in _FROM_ROOT.findall(text)}
    return tuple(sorted((resolved | by_root) & changed))


def _reached(folder: SkillFolder, head: Side, named: tuple[str, ...]) -> SkillChange | None:
    try:
        skill = read_side(folder, head)
    except SkillError:
        return None  # the neighbours say why it cannot be read
    files = ", ".join(shown(path) for path in named)
    note = f"SKILL.md names {files}, which changed and is in no bundle: this cannot be measured"
    return _unmeasured(skill, note)


def _unmeasured(skill: SkillSide, note: str) -> SkillChange:
    snapshot, suite = skill.snapshot, skill.suite()
    bundle = snapshot.bundle
    same = Baseline(kind="merge-base", sha=bundle.commit, digest=bundle.digest, bundle=bundle)
    return SkillChange(
        name=bundle.name,
        path=bundle.path,
        kind="edited",
        parts=("other",),
        candidate=bundle,
        baseline=same if not snapshot.problem else CONTROL,
        base_suite=suite,
        head_suite=suite,
        notes=(*snapshot.notes, note),
        problem=snapshot.problem,
    )


def _note(change: PathChange) -> str:
    path = shown(change.path)
    if change.path in _OURS:
        return f"{path} changed: this run uses the base's"
    if SUBMODULE in {change.mode, change.old_mode}:
        return f"{path} is a submodule: skills in it are not looked at"
    if change.mode == SYMLINK and change.path.rpartition("/")[0].endswith("skills"):
        return f"{path} is a symbolic link: not followed"
    return ""
