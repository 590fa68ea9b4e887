"""Files into and out of a room, without ever following a link that something in the room has made."""

import contextlib
import hashlib
import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from skilleval.domain.trial import FileEvidence
from skilleval.errors import SandboxError
from skilleval.execution.sandboxes.evidence import CONTENT_BYTES, evidence_of
from skilleval.execution.sandboxes.paths import parts_of
from skilleval.ports import SandboxFile

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW


class Seen(NamedTuple):
    """A regular file as it was: size in bytes and SHA-256."""

    size_bytes: int
    sha256: str


def write_below(root: Path, file: SandboxFile) -> None:
    """Write one file below `root`. Raises SandboxError when the path or a link on the way leads out."""
    *folders, name = (os.fsencode(part) for part in parts_of(file.path))
    here = -1
    try:
        here = os.open(root, _FOLDER)
        for folder in folders:
            here = _descended(here, folder)
        handle = os.open(name, _NEW_FILE, 0o755 if file.executable else 0o644, dir_fd=here)
        with os.fdopen(handle, "wb") as stream:
            os.fchmod(stream.fileno(), 0o755 if file.executable else 0o644)
            stream.write(file.content)
    except OSError as exc:
        raise SandboxError(f"cannot put {file.path!r} into the room: {exc.strerror}") from exc
    finally:
        if here >= 0:
            os.close(here)


def _descended(here: int, folder: bytes) -> int:
    """Return a handle of the folder below, made when missing; `here` is closed."""
    with contextlib.suppress(FileExistsError):
        os.mkdir(folder, 0o755, dir_fd=here)
    below = os.open(folder, _FOLDER, dir_fd=here)
    os.close(here)
    return below


def manifest(root: Path) -> dict[str, Seen]:
    """Return all regular files below `root`. Links, devices, sockets and pipes are never opened."""
    return {path: Seen(size, _sha256(full)) for path, full, size in _regular_files(root)}


def changes_since(root: Path, before: Mapping[str, Seen]) -> tuple[FileEvidence, ...]:
    """Return the files that were created, changed or deleted, sorted by path."""
    after = manifest(root)
    gone = [FileEvidence(path=_shown(path), state="deleted") for path in before.keys() - after.keys()]
    differ = [(path, seen) for path, seen in after.items() if before.get(path) != seen]
    there = [_evidence(root, path, seen, is_new=path not in before) for path, seen in differ]
    return tuple(sorted([*gone, *there], key=lambda file: file.path))


def _evidence(root: Path, path: str, seen: Seen, *, is_new: bool) -> FileEvidence:
    if seen.size_bytes <= CONTENT_BYTES:
        return evidence_of(_shown(path), (root / path).read_bytes(), is_new=is_new)
    state: Literal["created", "changed"] = "created" if is_new else "changed"
    return FileEvidence(path=_shown(path), state=state, sha256=seen.sha256, size_bytes=seen.size_bytes)


def _regular_files(root: Path) -> Iterator[tuple[str, Path, int]]:
    if root.is_symlink() or not root.is_dir():  # the folder itself was replaced: nothing of it is left
        return
    _open_up(root, stat.S_IRWXU)
    for folder, names, files in os.walk(root, followlinks=False):
        for name in names:
            _open_up(Path(folder) / name, stat.S_IRWXU)
        for name in files:
            full = Path(folder) / name
            status = full.lstat()
            if stat.S_ISREG(status.st_mode):
                _open_up(full, stat.S_IRUSR)
                yield str(full.relative_to(root)), full, status.st_size


def _open_up(path: Path, bits: int) -> None:
    """Give ourselves the right to look into what the agent locked."""
    mode = path.lstat().st_mode
    if not stat.S_ISLNK(mode) and mode & bits != bits:
        path.chmod(stat.S_IMODE(mode) | bits)


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _shown(path: str) -> str:
    r"""Return the path as text that can be saved: bytes that are not UTF-8 are written as \xNN."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def remove_tree(root: Path) -> None:
    """Remove a room's folder, whatever modes its files have. Raises SandboxError when something stays."""
    _open_up(root, stat.S_IRWXU)
    for folder, names, _ in os.walk(root, followlinks=False):
        for name in names:
            _open_up(Path(folder) / name, stat.S_IRWXU)
    shutil.rmtree(root, ignore_errors=True)
    if root.exists():
        raise SandboxError(
            f"cannot remove the room {root.name}", hint="remove it by hand from the temporary folder"
        )
