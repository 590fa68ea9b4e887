"""Tar streams into and out of rooms. Only plain files and folders pass, whatever the stream says."""

import io
import tarfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import PurePosixPath
from typing import IO, cast

from skilleval.errors import SandboxError

_BLOCK = 1 << 16
_EPOCH = 1_700_000_000
"""One date for all files of all trials, so that listings do not differ between arms."""


@dataclass(frozen=True)
class PackedFile:
    """A file to put in: relative POSIX path, bytes, permission bits."""

    path: str
    content: bytes
    mode: int = 0o644


@dataclass(frozen=True)
class TakenFile:
    """A file that came out: path (bytes that are not UTF-8 escaped), digest, size, first bytes."""

    path: str
    sha256: str
    size_bytes: int
    content: bytes
    mode: int

    @property
    def is_whole(self) -> bool:
        """Whether `content` holds all of the file."""
        return len(self.content) == self.size_bytes


def safe_path(path: str) -> str:
    """Return the path, normalised. Raises SandboxError for absolute, `..` and empty paths."""
    parts = PurePosixPath(path).parts
    if not parts or path.startswith("/") or ".." in parts or "\0" in path:
        raise SandboxError(f"refused path {path!r}", hint="use a path below the folder, without `..`")
    return "/".join(parts)


def pack(files: Iterable[PackedFile], *, owner: int) -> bytes:
    """Return a tar of these files and the folders above them, all owned by the user `owner`."""
    stream = io.BytesIO()
    folders: set[str] = set()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for file in files:
            path = safe_path(file.path)
            for parent in reversed(PurePosixPath(path).parents[:-1]):
                if str(parent) not in folders:
                    folders.add(str(parent))
                    tar.addfile(_member(str(parent), owner, tarfile.DIRTYPE, mode=0o755))
            member = _member(path, owner, tarfile.REGTYPE, mode=file.mode)
            member.size = len(file.content)
            tar.addfile(member, io.BytesIO(file.content))
    return stream.getvalue()


def _member(path: str, owner: int, kind: bytes, *, mode: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(path)
    member.type, member.mode, member.mtime = kind, mode, _EPOCH
    member.uid = member.gid = owner
    return member


def unpack(chunks: Iterable[bytes], *, keep_bytes: int) -> Iterator[TakenFile]:
    """Yield the plain files of a tar stream, below its first folder.

    Links, devices, sockets and paths that lead out are left behind. Of each file at most `keep_bytes`
    are kept; digest and size are over all of it. Raises SandboxError for a stream that is no tar.
    """
    try:
        with tarfile.open(
            fileobj=cast("IO[bytes]", _Chunks(chunks)), mode="r|", errors="surrogateescape"
        ) as tar:
            for member in tar:
                path = _inner(member.name)
                if member.isreg() and path:
                    yield _take(tar, member, path, keep_bytes)
    except tarfile.TarError as exc:
        raise SandboxError(f"the engine sent a broken archive: {exc}") from exc


def links_in(chunks: Iterable[bytes]) -> frozenset[str]:
    """Return the paths of a tar stream that are neither plain files nor folders, below its first folder."""
    with tarfile.open(fileobj=cast("IO[bytes]", _Chunks(chunks)), mode="r|", errors="surrogateescape") as tar:
        return frozenset(_inner(one.name) for one in tar if not (one.isreg() or one.isdir())) - {""}


def _inner(name: str) -> str:
    parts = PurePosixPath(name).parts
    if name.startswith("/") or ".." in parts:
        return ""
    return "/".join(parts[1:]).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _take(tar: tarfile.TarFile, member: tarfile.TarInfo, path: str, keep_bytes: int) -> TakenFile:
    digest, kept = sha256(), bytearray()
    source = tar.extractfile(member)
    while source is not None and (block := source.read(_BLOCK)):
        digest.update(block)
        kept += block[: max(0, keep_bytes - len(kept))]
    return TakenFile(path, digest.hexdigest(), member.size, bytes(kept), member.mode)


class _Chunks:
    """The `read` of a file over an iterable of byte strings."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = iter(chunks)
        self._rest = b""

    def read(self, size: int) -> bytes:
        while len(self._rest) < size and (chunk := next(self._chunks, b"")):
            self._rest += chunk
        taken, self._rest = self._rest[:size], self._rest[size:]
        return taken
