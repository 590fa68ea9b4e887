"""The digest of a folder: SHA-256 over the sorted manifest of its files' digests, and FREEZE.txt.

The same figure as
`find . -type f -print0 | LC_ALL=C sort -z | xargs -0 shasum -a 256 | shasum -a 256`
run in the folder, so that anyone can check it without us. FREEZE.txt stands beside the folder that it
freezes and says the digest somewhere in its text.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from skilleval.changes.paths import shown
from skilleval.domain.value import Digest
from skilleval.errors import SuiteError

FREEZE_FILE: Final = "FREEZE.txt"
FROZEN: Final = "frozen"
_DIGEST: Final = re.compile(rb"(?<![0-9a-fA-F])[0-9a-fA-F]{64}(?![0-9a-fA-F])")
_PIPE: Final = "find . -type f -print0 | LC_ALL=C sort -z | xargs -0 shasum -a 256 | shasum -a 256"


@dataclass(frozen=True)
class Freeze:
    """A frozen folder as it is, against what its FREEZE.txt says."""

    folder: Path
    digest: Digest
    files: int
    stated: tuple[Digest, ...] = ()
    """The digests in FREEZE.txt; empty where there is no such file, or none in it."""

    @property
    def state(self) -> Literal["frozen", "changed", "not-frozen"]:
        """Return whether the folder is what FREEZE.txt says."""
        if not self.stated:
            return "not-frozen"
        return "frozen" if self.digest in self.stated else "changed"

    @property
    def path(self) -> Path:
        """Return where FREEZE.txt is, or would be."""
        return self.folder.parent / FREEZE_FILE


def manifest_digest(files: Iterable[tuple[str, Digest]]) -> Digest:
    """Return the digest of (relative path, SHA-256 of the bytes) pairs, in any order.

    Paths are compared by their bytes. A name with a backslash or a newline is written the way
    `shasum` does: escaped, and the line starts with a backslash.
    """
    whole = hashlib.sha256()
    for path, digest in sorted((path.encode("utf-8", "surrogateescape"), digest) for path, digest in files):
        whole.update(_line(path, digest))
    return whole.hexdigest()


def stated_digests(freeze_file: bytes) -> tuple[Digest, ...]:
    """Return every SHA-256 that stands in a FREEZE.txt, in order."""
    found = (match.decode("ascii").lower() for match in _DIGEST.findall(freeze_file))
    return tuple(dict.fromkeys(found))


def check_freeze(path: Path) -> Freeze:
    """Return the state of the frozen folder at `path`, or in the skill or evals folder there.

    Raises SuiteError where there is none or more than one, or where it holds a link.
    """
    folder = _frozen_folder(path)
    rows = [(relative, _file_digest(file)) for relative, file in _files(folder)]
    freeze_file = folder.parent / FREEZE_FILE
    stated = stated_digests(freeze_file.read_bytes()) if freeze_file.is_file() else ()
    return Freeze(folder, manifest_digest(rows), len(rows), stated)


def freeze_folder(path: Path, *, again: bool = False) -> Freeze:
    """Write FREEZE.txt beside the frozen folder and return its state.

    A folder that is frozen as it is stays untouched. One that changed since is refused with SuiteError
    unless `again` says that this is meant: results on the old tasks are no longer comparable.
    """
    found = check_freeze(path)
    if found.files == 0:
        raise SuiteError(f"{found.folder} is empty: there is nothing to freeze", hint="write the tasks first")
    if found.state == "changed" and not again:
        now, then = found.digest[:12], found.stated[0][:12]
        raise SuiteError(
            f"{found.folder} has changed since it was frozen: {now}, not {then}",
            hint="put the tasks back, or freeze again with --again: earlier results no longer compare",
        )
    if found.state == "not-frozen" and found.path.exists() and not again:
        raise SuiteError(f"{found.path} is there and holds no digest", hint="overwrite it with --again")
    if found.state != "frozen":
        found.path.write_text(freeze_text(found), encoding="utf-8")
    return Freeze(found.folder, found.digest, found.files, (found.digest,))


def freeze_text(freeze: Freeze) -> str:
    """Return the text of FREEZE.txt: the digest first, and how to check it without us."""
    name = freeze.folder.name
    return (
        f"{freeze.digest}  {name}/\n"
        f"# SHA-256 over the sorted manifest of {freeze.files} files. To check it:\n"
        f"# cd {name} && {_PIPE}\n"
    )


def _line(path: bytes, digest: Digest) -> bytes:
    escaped = path.replace(b"\\", b"\\\\").replace(b"\n", b"\\n")
    mark = b"\\" if escaped != path else b""
    return mark + digest.encode("ascii") + b"  ./" + escaped + b"\n"


def _frozen_folder(path: Path) -> Path:
    path = path.resolve()
    if path.name == FROZEN and path.is_dir():
        return path
    patterns = (FROZEN, f"evals/{FROZEN}", f"evals/*/{FROZEN}", f"*/{FROZEN}")
    found = sorted({folder for pattern in patterns for folder in path.glob(pattern) if folder.is_dir()})
    if not found:
        raise SuiteError(f"there is no folder called {FROZEN} in {path}", hint=f"name it: evals/{FROZEN}")
    if len(found) > 1:
        names = ", ".join(str(folder.relative_to(path)) for folder in found)
        raise SuiteError(f"there is more than one frozen folder in {path}: {names}", hint="name one")
    return found[0]


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    for root, folders, names in os.walk(folder):
        for name in (*folders, *names):
            path = Path(root, name)
            if path.is_symlink() or not (path.is_dir() or path.is_file()):
                raise SuiteError(f"{shown(str(path))} is no plain file", hint="put the file itself")
        for name in names:
            path = Path(root, name)
            if name == FREEZE_FILE:
                raise SuiteError(f"{path} lies inside what it freezes", hint=f"move it beside {folder.name}/")
            yield path.relative_to(folder).as_posix(), path


def _file_digest(path: Path) -> Digest:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
