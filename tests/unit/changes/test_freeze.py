"""The digest equals what a person gets in a shell."""

import hashlib
import subprocess
from pathlib import Path

import pytest

from skilleval.changes.freeze import check_freeze, freeze_folder, manifest_digest
from skilleval.errors import SuiteError

PIPE = "find . -type f -print0 | LC_ALL=C sort -z | xargs -0 shasum -a 256 | shasum -a 256"


def test_equals_the_shell_pipe(tmp_path: Path) -> None:
    """Odd names included: spaces, quotes, backslashes, newlines, bytes that are not UTF-8."""
    names = [
        b"b c",
        b"a/z",
        b"a.b",
        b"q'\"",
        b"back\\slash",
        b"new\nline",
        b"tab\t",
        b"\xff",
        "é".encode(),
        b"c\r",
    ]
    files = []
    for number, name in enumerate(names):
        path = Path(tmp_path, name.decode("utf-8", "surrogateescape"))
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"x" * number)
        digest = hashlib.sha256(b"x" * number).hexdigest()
        files.append((name.decode("utf-8", "surrogateescape"), digest))

    said = subprocess.run(["bash", "-c", PIPE], cwd=tmp_path, capture_output=True, check=True).stdout.decode()

    assert manifest_digest(files) == said.split()[0]


@pytest.fixture
def evals(tmp_path: Path) -> Path:
    """An evals folder with a frozen set."""
    (tmp_path / "frozen/fixtures").mkdir(parents=True)
    (tmp_path / "frozen/tasks.json").write_text("[]", "utf-8")
    (tmp_path / "frozen/fixtures/a.txt").write_text("a", "utf-8")
    return tmp_path


def test_freeze_and_check(evals: Path) -> None:
    """FREEZE.txt stands beside the folder, holds the digest of the pipe, and is found again."""
    frozen = freeze_folder(evals)
    said = subprocess.run(["bash", "-c", PIPE], cwd=evals / "frozen", capture_output=True, check=True).stdout

    assert frozen.path == evals / "FREEZE.txt"
    assert frozen.path.read_text("utf-8").startswith(said.decode().split()[0])
    assert (check_freeze(evals).state, check_freeze(evals / "frozen").state) == ("frozen", "frozen")


def test_no_silent_second_freeze(evals: Path) -> None:
    """A folder that changed is refused, and stays so until somebody says that it is meant."""
    old = freeze_folder(evals)
    (evals / "frozen/tasks.json").write_text("[1]", "utf-8")

    with pytest.raises(SuiteError, match="has changed since it was frozen"):
        freeze_folder(evals)

    assert check_freeze(evals).state == "changed"
    assert freeze_folder(evals, again=True).digest != old.digest
    assert check_freeze(evals).state == "frozen"


def test_freezing_twice_changes_nothing(evals: Path) -> None:
    """The same folder may be frozen again: a file that a person annotated is left as it is."""
    path = freeze_folder(evals).path
    path.write_text("Frozen by us. " + path.read_text("utf-8"), "utf-8")

    freeze_folder(evals)

    assert path.read_text("utf-8").startswith("Frozen by us.")


def test_what_cannot_be_frozen(evals: Path, tmp_path: Path) -> None:
    """Links, an inner FREEZE.txt, an empty folder, and no folder are refused by name."""
    (evals / "frozen/link").symlink_to("/etc/passwd")
    with pytest.raises(SuiteError, match="link is no plain file"):
        freeze_folder(evals)
    (evals / "frozen/link").unlink()
    (evals / "frozen/FREEZE.txt").write_text("", "utf-8")
    with pytest.raises(SuiteError, match="lies inside"):
        freeze_folder(evals)
    (tmp_path / "empty/frozen").mkdir(parents=True)
    with pytest.raises(SuiteError, match="nothing to freeze"):
        freeze_folder(tmp_path / "empty")
    with pytest.raises(SuiteError, match="no folder called frozen"):
        check_freeze(tmp_path / "nowhere")
