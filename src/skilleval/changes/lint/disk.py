"""Skills in folders on disk, for the lint: nothing is followed, nothing is run."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from skilleval.changes.folders import SkillFolder, find_skills, is_evals
from skilleval.changes.freeze import manifest_digest
from skilleval.changes.limits import check_size
from skilleval.changes.lint.subject import Subject, subject_of_files
from skilleval.changes.paths import is_utf8, shown
from skilleval.changes.skill_md import FILE_NAMES
from skilleval.changes.snapshot import bundle_file, read_skill
from skilleval.changes.suites.plugin_ties import NONE, Ties, readable_evals, tie
from skilleval.domain.bundle import Bundle, BundleFile, SkillText
from skilleval.domain.policy import Scope
from skilleval.errors import SkillError
from skilleval.ports import TreeEntry

_PASSED_OVER: Final = frozenset({".git", "node_modules", ".venv", "__pycache__", ".skilleval", ".tox"})


def read_subjects(root: Path, scope: Scope) -> list[Subject]:
    """Return the skills below a folder, by path; raises SkillError where there is none."""
    root = root.parent if root.name in FILE_NAMES and root.is_file() else root
    if not root.is_dir():
        raise SkillError(
            f"there is no folder {shown(str(root))}", hint="name a folder with SKILL.md below it"
        )
    folders = find_skills(_entries(root), scope)
    if not folders:
        raise SkillError(f"no SKILL.md is in {shown(str(root))}", hint="name a folder with SKILL.md below it")
    return [_subject(root, folder) for folder in folders.values()]


def _entries(root: Path) -> Iterator[TreeEntry]:
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in _PASSED_OVER)
        for name in sorted(names):
            path = Path(folder, name)
            relative = path.relative_to(root).as_posix()
            if path.is_symlink():
                yield TreeEntry(path=relative, mode="120000", oid="", size_bytes=0)
            elif path.is_file():
                status = path.stat()
                mode = "100755" if status.st_mode & 0o100 else "100644"
                yield TreeEntry(path=relative, mode=mode, oid="", size_bytes=status.st_size)


def _subject(root: Path, folder: SkillFolder) -> Subject:
    name = (folder.path.rpartition("/")[2]) or root.resolve().name
    entries = folder.relative()
    skill_file = next(known for known in FILE_NAMES if known in entries)
    try:
        check_size(folder.path, folder.entries)
        files = {
            path: bundle_file(path, (root / entry.path).read_bytes(), mode=entry.mode)
            for path, entry in entries.items()
            if entry.mode != "120000" and is_utf8(path)
        }
    except SkillError as exc:
        return Subject(name, shown(folder.path), name, {}, problem=str(exc), skill_file=skill_file)
    ties = _ties(root, folder, files)
    return subject_of_files(files, path=shown(folder.path), folder=shown(name), ties=ties)


def _ties(root: Path, folder: SkillFolder, own: Mapping[str, BundleFile]) -> Ties:
    if folder.plugin is None:
        return NONE
    is_first = folder.path == folder.plugin.skills[0]  # what runs for none is said once a plugin
    try:
        wanted = readable_evals(folder.plugin)
    except SkillError as exc:
        return Ties(left_out=(str(exc),) if is_first else ())
    files = {path: bundle_file(path, (root / entry.path).read_bytes()) for path, entry in wanted.items()}
    name = read_skill(own, name="")[0].text.name
    found = tie(folder.plugin, files, skill=folder.path, name=name)
    return found if is_first else replace(found, left_out=())


def read_bundles(root: Path, scope: Scope) -> list[Bundle]:
    """Return the skills below a folder as they lie on disk, without evals; they belong to no commit.

    Raises SkillError for a folder without skills, and for a skill that cannot be read.
    """
    subjects = read_subjects(root, scope)
    unread = next((subject for subject in subjects if subject.skill is None), None)
    if unread is not None:
        raise SkillError(f"{unread.path}: {_problem(unread)}")
    return [_bundle(subject, subject.skill) for subject in subjects if subject.skill is not None]


def read_bundles_and_problems(root: Path, scope: Scope) -> tuple[list[Bundle], list[tuple[str, str, str]]]:
    """Return the skills below a folder, and (name, path, why) of each that cannot be read.

    Raises SkillError for a folder without skills.
    """
    subjects = read_subjects(root, scope)
    bundles = [_bundle(subject, subject.skill) for subject in subjects if subject.skill is not None]
    return bundles, [(s.name, s.path, _problem(s)) for s in subjects if s.skill is None]


def _problem(subject: Subject) -> str:
    return subject.problem or "SKILL.md cannot be read"


def _bundle(subject: Subject, skill: SkillText) -> Bundle:
    every = tuple(subject.files.values())
    installed = tuple(file for file in every if not is_evals(file.path))
    return Bundle(
        name=subject.name,
        path=subject.path,
        commit="0" * 40,
        tree_sha="",
        digest=manifest_digest((file.path, file.sha256) for file in installed),
        digest_with_evals=manifest_digest((file.path, file.sha256) for file in every),
        skill=skill,
        files=installed,
    )
