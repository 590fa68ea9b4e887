"""Files of process rooms: what the conformance suite cannot reach."""

from pathlib import Path

import pytest

from skilleval.errors import SandboxError
from skilleval.execution.sandboxes.evidence import CONTENT_BYTES
from skilleval.execution.sandboxes.process.files import changes_since, manifest, remove_tree, write_below
from skilleval.ports import SandboxFile


def test_very_large_file_is_known_by_its_digest(tmp_path: Path) -> None:
    """Of a file beyond the limit the bytes are not kept in memory."""
    (tmp_path / "big").write_bytes(b"x" * (CONTENT_BYTES + 1))

    (file,) = changes_since(tmp_path, {})

    assert (file.size_bytes, file.content, file.text) == (CONTENT_BYTES + 1, b"", None)
    assert file.sha256 == manifest(tmp_path)["big"].sha256


def test_root_replaced_by_a_link(tmp_path: Path) -> None:
    """When the work folder itself became a link, all its files are gone; nothing behind the link is read."""
    work = tmp_path / "work"
    work.mkdir()
    (work / "a").write_text("x")
    before = manifest(work)
    (work / "a").unlink()
    work.rmdir()
    work.symlink_to("/etc")

    assert [(file.path, file.state) for file in changes_since(work, before)] == [("a", "deleted")]
    with pytest.raises(SandboxError):
        write_below(work, SandboxFile(path="a", content=b"x"))


def test_root_that_is_gone(tmp_path: Path) -> None:
    """When the work folder was removed, its files are deleted, and nothing can be put there."""
    before = {"a": manifest(_with_file(tmp_path / "work"))["a"]}
    remove_tree(tmp_path / "work")

    assert [file.state for file in changes_since(tmp_path / "work", before)] == ["deleted"]
    with pytest.raises(SandboxError):
        write_below(tmp_path / "work", SandboxFile(path="a", content=b"x"))


def test_handles_are_given_back(tmp_path: Path) -> None:
    """Neither a file that is written nor one that is refused leaves an open handle."""
    (tmp_path / "link").symlink_to("/tmp")
    before = len(list(Path("/proc/self/fd").iterdir()))

    for path in ("a/b/c.txt", "link/x"):
        try:
            write_below(tmp_path, SandboxFile(path=path, content=b"x"))
        except SandboxError:
            continue

    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_tree_that_cannot_be_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A room that stays is an error of ours, with what to do."""
    monkeypatch.setattr("shutil.rmtree", lambda *_args, **_more: None)

    with pytest.raises(SandboxError, match="cannot remove"):
        remove_tree(tmp_path)


def _with_file(folder: Path) -> Path:
    folder.mkdir()
    (folder / "a").write_text("x")
    return folder
