"""Archives: their members are listed and read in memory, never unpacked to disk, inside fixed bounds."""

import bz2
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

MAX_DEPTH = 3
MAX_MEMBERS = 1000
MAX_BYTES = 25 * 1024 * 1024
MAX_RATIO = 100
_RATIO_FREE_BYTES = 1024 * 1024
"""Below this size no ratio is too high: a page of blanks packs well, too."""


@dataclass(frozen=True)
class Member:
    """One member: its path through nested archives, and its bytes."""

    path: str
    content: bytes
    is_link: bool = False


@dataclass
class Listing:
    """What an archive holds, and why something in it could not be read."""

    members: list[Member] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    left_bytes: int = MAX_BYTES


def is_archive(content: bytes) -> bool:
    """Return whether the bytes are an archive or a compressed file, by their first bytes."""
    return content[:4] in {b"PK\x03\x04", b"PK\x05\x06"} or _compression(content) != "" or _is_tar(content)


def list_archive(content: bytes) -> Listing:
    """Return the members of an archive and of archives in it."""
    listing = Listing()
    _list(content, "", 1, listing)
    return listing


def _list(content: bytes, path: str, depth: int, listing: Listing) -> None:
    if depth > MAX_DEPTH:
        listing.problems.append(f"archives nested deeper than {MAX_DEPTH}: {path}")
        return
    try:
        for member in _members(content, path, listing):
            if len(listing.members) >= MAX_MEMBERS:
                listing.problems.append(f"more than {MAX_MEMBERS} members")
                return
            listing.members.append(member)
            if is_archive(member.content):
                _list(member.content, f"{member.path}!", depth + 1, listing)
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, OSError, EOFError) as exc:
        listing.problems.append(f"damaged archive {path or 'file'}: {type(exc).__name__}")
    except (ValueError, NotImplementedError, RuntimeError, IndexError) as exc:
        listing.problems.append(f"archive that cannot be read {path or 'file'}: {str(exc)[:80]}")


def _members(content: bytes, path: str, listing: Listing) -> Iterator[Member]:
    compression = _compression(content)
    if compression:
        plain = _decompressed(content, compression, listing)
        if _is_tar(plain):
            yield from _tar_members(plain, path, listing)
        elif plain:
            yield Member(f"{path}content", plain)
    elif _is_tar(content):
        yield from _tar_members(content, path, listing)
    else:
        yield from _zip_members(content, path, listing)


def _zip_members(content: bytes, path: str, listing: Listing) -> Iterator[Member]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for info in archive.infolist():
            name = f"{path}{info.filename}"
            if info.flag_bits & 0x1:
                listing.problems.append(f"encrypted member {name}")
                yield Member(name, b"")
                continue
            if info.is_dir():
                continue
            with archive.open(info) as stream:
                data = _taken(stream.read(listing.left_bytes + 1), info.compress_size, name, listing)
            yield Member(name, data, is_link=(info.external_attr >> 16) & 0o170000 == 0o120000)


def _tar_members(content: bytes, path: str, listing: Listing) -> Iterator[Member]:
    with tarfile.open(fileobj=io.BytesIO(content), mode="r:") as archive:
        for info in archive:
            name = f"{path}{info.name}"
            if info.issym() or info.islnk():
                yield Member(name, info.linkname.encode("utf-8", "replace"), is_link=True)
            elif info.isfile():
                stream = archive.extractfile(info)
                data = stream.read(listing.left_bytes + 1) if stream else b""
                yield Member(name, _taken(data, max(1, len(data)), name, listing))


def _taken(data: bytes, packed_size: int, name: str, listing: Listing) -> bytes:
    """Return the data if the bounds allow it; else nothing, and a problem."""
    if len(data) > listing.left_bytes:
        listing.problems.append(f"more than {MAX_BYTES} bytes once unpacked, at {name}")
        return b""
    if len(data) > _RATIO_FREE_BYTES and len(data) > MAX_RATIO * max(1, packed_size):
        listing.problems.append(f"unpacks to more than {MAX_RATIO} times its size: {name}")
        return b""
    listing.left_bytes -= len(data)
    return data


def _decompressed(content: bytes, compression: str, listing: Listing) -> bytes:
    limit = listing.left_bytes + 1
    if compression == "gzip":
        data = zlib.decompressobj(wbits=31).decompress(content, limit)
    elif compression == "bzip2":
        data = bz2.BZ2Decompressor().decompress(content, limit)
    else:
        data = lzma.LZMADecompressor(memlimit=64 * 1024 * 1024).decompress(content, limit)
    return _taken(data, len(content), "the compressed file", listing)


def _compression(content: bytes) -> str:
    if content[:3] == b"\x1f\x8b\x08":
        return "gzip"
    if content[:3] == b"BZh":
        return "bzip2"
    return "xz" if content[:6] == b"\xfd7zXZ\x00" else ""


def _is_tar(content: bytes) -> bool:
    return content[257:262] == b"ustar"
