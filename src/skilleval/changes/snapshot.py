"""A bundle: the bytes of a skill's folder at one commit, from git objects, never from the working tree."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from skilleval.changes.folders import SkillFolder, is_evals
from skilleval.changes.freeze import manifest_digest
from skilleval.changes.limits import check_size
from skilleval.changes.paths import is_utf8, shown
from skilleval.changes.skill_md import FILE_NAMES, SkillReading, read_skill_md
from skilleval.domain.bundle import Bundle, BundleFile, SkillText
from skilleval.domain.value import CommitSha
from skilleval.errors import SkillError
from skilleval.ports import Repository, TreeEntry

SYMLINK: Final = "120000"
SUBMODULE: Final = "160000"


@dataclass(frozen=True)
class Snapshot:
    """A skill at one commit: its bundle, all its files, and what is to be said of it.

    `files` holds the evals too, by path relative to the folder; a link is in neither. `problem` is why
    it cannot be measured; `notes` are what a reader should know.
    """

    bundle: Bundle
    files: Mapping[str, BundleFile]
    problem: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Side:
    """One commit of a repository, from which snapshots are taken.

    `name` is the repository's: a skill at its root without a name of its own is called so.
    """

    repository: Repository
    commit: CommitSha
    name: str
    _blobs: dict[str, bytes] = field(default_factory=dict, init=False, repr=False)
    _trees: dict[str, str] = field(default_factory=dict, init=False, repr=False)

    def prefetch(self, folders: Sequence[SkillFolder]) -> None:
        """Read all of these folders in two goes: processes for each skill would take seconds."""
        wanted = [oid for folder in folders for oid in _wanted(folder)]
        self._blobs.update(self.repository.read([oid for oid in wanted if oid not in self._blobs]))
        paths = [folder.path for folder in folders if folder.path not in self._trees]
        if paths:
            self._trees.update(self.repository.tree_shas(self.commit, paths))

    def read(self, oids: Sequence[str]) -> Mapping[str, bytes]:
        """Return blobs by object id; what was read before is not read again."""
        self._blobs.update(self.repository.read([oid for oid in oids if oid not in self._blobs]))
        return {oid: self._blobs[oid] for oid in oids}

    def snapshot(self, folder: SkillFolder) -> Snapshot:
        """Return the skill at this commit.

        Raises SkillError where the folder is too large, or has a name that is not UTF-8.
        """
        check_size(folder.path, folder.entries)
        entries = folder.relative()
        _check_names(entries)
        self.prefetch([folder])
        files = {
            path: bundle_file(path, self._blobs[entry.oid], mode=entry.mode)
            for path, entry in entries.items()
            if entry.mode not in {SYMLINK, SUBMODULE}
        }
        name = shown((folder.path or self.name).rpartition("/")[2])
        return _snapshot(files, entries, name, self._place(folder))

    def _place(self, folder: SkillFolder) -> dict[str, str]:
        return {
            "path": shown(folder.path),
            "commit": self.commit,
            "tree_sha": self._trees[folder.path],
        }


def bundle_of(files: Mapping[str, BundleFile], skill: SkillText, place: Mapping[str, str]) -> Bundle:
    """Return the bundle of a skill's files: evals are left out, both digests are kept.

    `place` holds path, commit and tree_sha.
    """
    installed = tuple(files[name] for name in sorted(files) if not is_evals(name))
    return Bundle(
        name=skill.name,
        path=place["path"],
        commit=place["commit"],
        tree_sha=place["tree_sha"],
        digest=manifest_digest((file.path, file.sha256) for file in installed),
        digest_with_evals=manifest_digest((file.path, file.sha256) for file in files.values()),
        skill=skill,
        files=installed,
    )


def bundle_file(path: str, content: bytes, *, mode: str = "100644") -> BundleFile:
    """Return the file with its digest and size."""
    digest = hashlib.sha256(content).hexdigest()
    return BundleFile(path=path, mode=mode, sha256=digest, size_bytes=len(content), content=content)


def is_lfs_pointer(file: BundleFile) -> bool:
    """Return whether the bytes only say where Git LFS keeps the file."""
    return file.size_bytes < 1024 and file.content.startswith(b"version https://git-lfs.github.com/spec/")


def read_skill(files: Mapping[str, BundleFile], *, name: str) -> tuple[SkillReading, str]:
    """Return what SKILL.md says, and why no host can load it ("" where it can)."""
    path = next((known for known in FILE_NAMES if known in files), "")
    unread = SkillReading(SkillText(name=name, description=""))
    if not path:
        return unread, "SKILL.md is a symbolic link, which is not followed: put the file itself"
    try:
        return read_skill_md(files[path].content, folder=name, path=path), ""
    except SkillError as exc:
        return unread, str(exc)


def _wanted(folder: SkillFolder) -> list[str]:
    try:
        check_size(folder.path, folder.entries)
    except SkillError:
        return []
    return [entry.oid for entry in folder.entries if entry.mode not in {SYMLINK, SUBMODULE}]


def _check_names(entries: Mapping[str, TreeEntry]) -> None:
    for path in entries:
        if not is_utf8(path):
            raise SkillError(f"the file name {shown(path)} is not UTF-8", hint="rename the file")


def _snapshot(
    files: Mapping[str, BundleFile], entries: Mapping[str, TreeEntry], name: str, place: Mapping[str, str]
) -> Snapshot:
    reading, problem = read_skill(files, name=name)
    links = [path for path, entry in entries.items() if entry.mode == SYMLINK]
    if links and not problem:
        problem = f"{shown(links[0])} is a symbolic link, which is not followed: put the file itself"
    remarks = (f"{remark.path}: {remark.message}" for remark in reading.remarks)
    notes = (*remarks, *_notes(files, entries))
    return Snapshot(bundle_of(files, reading.text, place), files, problem, notes)


def _notes(files: Mapping[str, BundleFile], entries: Mapping[str, TreeEntry]) -> Iterable[str]:
    for path, entry in entries.items():
        if entry.mode == SUBMODULE:
            yield f"{shown(path)} is a submodule: not followed"
    for path, file in files.items():
        if is_lfs_pointer(file):
            yield f"{shown(path)} is a Git LFS pointer: the file behind it is not fetched"
    if all(known in files for known in FILE_NAMES):
        yield "there is both SKILL.md and skill.md: SKILL.md is read"
