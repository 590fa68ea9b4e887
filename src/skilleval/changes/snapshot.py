"""A bundle: the bytes of a skill's folder at one commit, from git objects, never from the working tree."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
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

_LFS: Final = b"version https://git-lfs.github.com/spec/"
_SYMLINK: Final = "120000"
_SUBMODULE: Final = "160000"


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


def take_snapshot(repository: Repository, commit: CommitSha, folder: SkillFolder, *, name: str) -> Snapshot:
    """Return the skill's bytes at `commit`; `name` is used where SKILL.md has none.

    Raises SkillError where the folder is too large, or has a name that is not UTF-8.
    """
    check_size(folder.path, folder.entries)
    entries = folder.relative()
    for path in entries:
        if not is_utf8(path):
            raise SkillError(f"the file name {shown(path)} is not UTF-8", hint="rename the file")
    files = _files(repository, entries)
    links = tuple(path for path, entry in entries.items() if entry.mode == _SYMLINK)
    reading, problem = _reading(files, name)
    if links:
        problem = (
            problem or f"{shown(links[0])} is a symbolic link, which is not followed: put the file itself"
        )
    tree_sha = repository.tree_sha(commit, folder.path)
    bundle = bundle_of(files, reading.text, path=folder.path, commit=commit, tree_sha=tree_sha)
    notes = (*(f"{remark.path}: {remark.message}" for remark in reading.remarks), *_notes(files, entries))
    return Snapshot(bundle, files, problem, notes)


def bundle_of(
    files: Mapping[str, BundleFile], skill: SkillText, *, path: str, commit: CommitSha, tree_sha: str
) -> Bundle:
    """Return the bundle of a skill's files: evals are left out, both digests are kept."""
    installed = tuple(files[name] for name in sorted(files) if not is_evals(name))
    return Bundle(
        name=skill.name,
        path=path,
        commit=commit,
        tree_sha=tree_sha,
        digest=manifest_digest((file.path, file.sha256) for file in installed),
        digest_with_evals=manifest_digest((file.path, file.sha256) for file in files.values()),
        skill=skill,
        files=installed,
    )


def bundle_file(path: str, content: bytes, *, mode: str = "100644") -> BundleFile:
    """Return the file with its digest and size."""
    digest = hashlib.sha256(content).hexdigest()
    return BundleFile(path=path, mode=mode, sha256=digest, size_bytes=len(content), content=content)


def _files(repository: Repository, entries: Mapping[str, TreeEntry]) -> dict[str, BundleFile]:
    plain = {path: entry for path, entry in entries.items() if entry.mode not in {_SYMLINK, _SUBMODULE}}
    blobs = repository.read([entry.oid for entry in plain.values()])
    return {path: bundle_file(path, blobs[entry.oid], mode=entry.mode) for path, entry in plain.items()}


def _reading(files: Mapping[str, BundleFile], name: str) -> tuple[SkillReading, str]:
    path = next((known for known in FILE_NAMES if known in files), "")
    unread = SkillReading(SkillText(name=name, description=""))
    if not path:
        return unread, "SKILL.md is a symbolic link, which is not followed: put the file itself"
    try:
        return read_skill_md(files[path].content, folder=name, path=path), ""
    except SkillError as exc:
        return unread, str(exc)


def _notes(files: Mapping[str, BundleFile], entries: Mapping[str, TreeEntry]) -> Iterable[str]:
    for path, entry in entries.items():
        if entry.mode == _SUBMODULE:
            yield f"{shown(path)} is a submodule: not followed"
    for path, file in files.items():
        if file.size_bytes < 1024 and file.content.startswith(_LFS):
            yield f"{shown(path)} is a Git LFS pointer: the file behind it is not fetched"
    if all(known in files for known in FILE_NAMES):
        yield "there is both SKILL.md and skill.md: SKILL.md is read"
