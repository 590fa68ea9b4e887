"""Archives are listed in memory."""

import io
import tarfile
import zipfile

from skilleval.review.archives import is_archive, list_archive


def a_zip(members: dict[str, bytes]) -> bytes:
    """Return a zip archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def a_tar(members: dict[str, bytes], *, mode: str = "w") -> bytes:
    """Return a tar archive, packed with `w:gz`, `w:bz2` or `w:xz`."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


def test_members_of_nested_archives_are_listed() -> None:
    """Paths lead through the archives that hold them."""
    listing = list_archive(a_zip({"a.txt": b"1", "b.tar": a_tar({"c.txt": b"2"})}))

    assert [member.path for member in listing.members] == ["a.txt", "b.tar", "b.tar!c.txt"]
    assert listing.problems == []


def test_packed_tars_are_read() -> None:
    """gzip, bzip2 and xz are unpacked on the way."""
    for mode in ("w:gz", "w:bz2", "w:xz"):
        assert [m.path for m in list_archive(a_tar({"a": b"1"}, mode=mode)).members] == ["a"]


def test_links_are_marked() -> None:
    """A symbolic link in a tar is a link, with its target as content."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        info = tarfile.TarInfo("x")
        info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(info)

    (member,) = list_archive(out.getvalue()).members

    assert (member.is_link, member.content) == (True, b"/etc/passwd")


def test_encrypted_members_are_a_problem() -> None:
    """What has a password cannot be read."""
    data = bytearray(a_zip({"a.txt": b"1"}))
    for marker, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(marker) + offset] |= 1

    assert any("encrypted" in problem for problem in list_archive(bytes(data)).problems)


def test_text_is_no_archive() -> None:
    """Only the first bytes decide."""
    assert not is_archive(b"PKzip is a program")
    assert is_archive(a_zip({}))
