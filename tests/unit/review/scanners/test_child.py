"""Analysers as child processes."""

from pathlib import Path

import pytest

from skilleval.errors import ScannerError
from skilleval.ports import ScanFile
from skilleval.review.scanners.child import MAX_OUTPUT_BYTES, run_python, write_files


def folder_in(tmp_path: Path) -> Path:
    """Return an empty folder."""
    folder = tmp_path / "files"
    folder.mkdir()
    return folder


def test_it_has_nothing_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment holds no variable of ours, and modules in the folder are not imported."""
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    folder = folder_in(tmp_path)
    (folder / "json.py").write_text("raise SystemExit(9)\n")

    code, out = run_python(
        "x", ["-c", "import json, os; print(json.dumps(dict(os.environ)))"], folder=folder, timeout_s=20
    )

    assert code == 0
    assert b"secret" not in out


def test_too_long_is_an_error_that_names_it(tmp_path: Path) -> None:
    """A timeout names the analyser and ends its whole group."""
    with pytest.raises(ScannerError, match="slow took longer"):
        run_python("slow", ["-c", "import time; time.sleep(60)"], folder=folder_in(tmp_path), timeout_s=0.5)


def test_memory_is_bounded(tmp_path: Path) -> None:
    """An analyser that wants more memory than it may have fails by itself, at once as well."""
    code, _ = run_python(
        "x",
        ["-c", "x = 'a' * 10**9"],
        folder=folder_in(tmp_path),
        timeout_s=20,
        memory_bytes=300 * 1024 * 1024,
    )

    assert code != 0


def test_bounds_are_there_from_the_start(tmp_path: Path) -> None:
    """What the analyser may write, dump and take is set before its first line runs."""
    names = "RLIMIT_FSIZE", "RLIMIT_CORE", "RLIMIT_AS"
    line = f"import resource as r; print(*(r.getrlimit(getattr(r, n))[1] for n in {names}))"

    code, out = run_python(
        "x", ["-c", line], folder=folder_in(tmp_path), timeout_s=20, memory_bytes=300 * 1024 * 1024
    )

    assert code == 0
    assert out.split() == [b"%d" % MAX_OUTPUT_BYTES, b"0", b"%d" % (300 * 1024 * 1024)]


@pytest.mark.parametrize("name", ["../x", "a/b", "-rf", ".hidden", ""])
def test_unsafe_names_are_refused(tmp_path: Path, name: str) -> None:
    """Only plain names are written."""
    with pytest.raises(ScannerError):
        write_files(folder_in(tmp_path), [ScanFile(path=name, content=b"")])
