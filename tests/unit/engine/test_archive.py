"""Tar streams: what goes in comes out, and nothing but plain files passes."""

import io
import tarfile
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.engine.archive import PackedFile, links_in, pack, safe_path, unpack
from skilleval.errors import SandboxError

LETTERS = st.characters(exclude_characters="/\0", exclude_categories=["Cs"])
NAMES = st.text(LETTERS, min_size=1, max_size=12).filter(lambda name: name not in {".", ".."})
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)


def below_root(archive: bytes) -> bytes:
    """Return the archive as the engine sends it: below a first folder."""
    out = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(archive)) as source, tarfile.open(fileobj=out, mode="w") as target:
        for member in source:
            content = source.extractfile(member) if member.isreg() else None
            member.name, member.pax_headers = f"work/{member.name}", {}
            target.addfile(member, content)
    return out.getvalue()


def in_chunks(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]


@given(path=PATHS, content=st.binary(max_size=2000), size=st.integers(1, 700))
def test_a_file_survives(path: str, content: bytes, size: int) -> None:
    """Any name and any bytes, in chunks of any size."""
    archive = below_root(pack([PackedFile(path, content, 0o755)], owner=7))
    (taken,) = unpack(in_chunks(archive, size), keep_bytes=10_000)

    assert (taken.path, taken.content, taken.mode) == (path, content, 0o755)
    assert taken.sha256 == sha256(content).hexdigest()
    assert taken.is_whole


@given(content=st.binary(min_size=1, max_size=500), keep=st.integers(0, 600))
def test_long_files_are_cut_but_measured(content: bytes, keep: int) -> None:
    """Digest and size are over all of a file, whatever is kept of it."""
    archive = below_root(pack([PackedFile("a", content)], owner=7))
    (taken,) = unpack([archive], keep_bytes=keep)

    assert taken.content == content[:keep]
    assert (taken.size_bytes, taken.sha256) == (len(content), sha256(content).hexdigest())
    assert taken.is_whole is (keep >= len(content))


def test_all_is_owned_by_the_agent() -> None:
    """Folders on the way, too: the agent must be able to work beside its files."""
    with tarfile.open(fileobj=io.BytesIO(pack([PackedFile("a/b/c", b"")], owner=7))) as tar:
        members = {member.name: (member.uid, member.gid, member.isdir()) for member in tar}

    assert members == {"a": (7, 7, True), "a/b": (7, 7, True), "a/b/c": (7, 7, False)}


@pytest.mark.parametrize("path", ["", "/etc/passwd", "../a", "a/../../b", "a\0b", "."])
def test_paths_that_lead_out_are_refused(path: str) -> None:
    """Nothing absolute, nothing above, nothing empty."""
    with pytest.raises(SandboxError):
        safe_path(path)


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE])
def test_links_and_devices_are_left_behind(kind: bytes) -> None:
    """What a room sends is read as plain files only; the rest is known by name."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        member = tarfile.TarInfo("work/odd")
        member.type, member.linkname = kind, "/etc/passwd"
        tar.addfile(member)

    assert list(unpack([out.getvalue()], keep_bytes=10)) == []
    assert links_in([out.getvalue()]) == {"odd"}


def test_names_that_lead_out_are_left_behind() -> None:
    """An archive that names a file above its folder does not get it past us."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name in ("work/../../etc/passwd", "/etc/passwd", "work/fine"):
            tar.addfile(tarfile.TarInfo(name))

    assert [file.path for file in unpack([out.getvalue()], keep_bytes=10)] == ["fine"]


def test_a_broken_stream_is_ours() -> None:
    """An engine that sends nonsense is an error, not an empty folder."""
    with pytest.raises(SandboxError, match="broken archive"):
        list(unpack([b"no tar at all" * 100], keep_bytes=10))
