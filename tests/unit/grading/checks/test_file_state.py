"""`file_exists`, `file_absent`, `file_equals`."""

import pytest

from skilleval.domain.suite import FileCheck
from skilleval.domain.trial import Evidence
from skilleval.grading.checks.file_state import mark
from skilleval.grading.exhibit import Exhibit
from tests.builders_grading import a_file, a_fixture


def check(kind: str, path: str, content: str = "") -> FileCheck:
    """Return a check of that kind."""
    return FileCheck.model_validate({"id": "C", "kind": kind, "path": path, "content": content})


EXHIBIT = Exhibit(
    Evidence(files=(a_file("out/report.md", "# R\n"), a_file("old.txt", None, state="deleted"))),
    (a_fixture("old.txt", "x"), a_fixture("given.txt", "y")),
)


@pytest.mark.parametrize(("kind", "path", "passed"), [
    ("file_exists", "out/report.md", True), ("file_exists", "./out/report.md", True),
    ("file_exists", "out/*.md", True), ("file_exists", "old.txt", False), ("file_exists", "given.txt", True),
    ("file_absent", "old.txt", True), ("file_absent", "given.txt", False),
    ("file_absent", "nothing.txt", True),
])  # fmt: skip
def test_what_lies_there_at_the_end(kind: str, path: str, passed: bool) -> None:
    """Created, given and deleted files count as they are at the end."""
    assert mark(check(kind, path), EXHIBIT).passed is passed


def test_equal_content_is_met_and_a_difference_is_shown() -> None:
    """`file_equals` wants every byte, and shows the first line that differs."""
    same = mark(check("file_equals", "out/report.md", "# R\n"), EXHIBIT)
    other = mark(check("file_equals", "out/report.md", "# S\n"), EXHIBIT)
    short = mark(check("file_equals", "out/report.md", "# R\nmore\n"), EXHIBIT)

    assert (same.passed, other.passed, short.passed) == (True, False, False)
    assert "line 1: # R" in other.evidence
    assert "ends after line 1" in short.evidence


def test_missing_file_equals_nothing() -> None:
    """A file that is not there has no content."""
    assert mark(check("file_equals", "gone.md", ""), EXHIBIT).passed is False


@pytest.mark.parametrize(("path", "passed"), [
    ("new.md", True), ("./new.md", True), ("given.md", False), ("changed.md", False), ("*.md", True),
    ("out/*.txt", False), ("out/**/*.txt", True), ("**/x.txt", True), ("**", True), ("*.txt", False),
    ("n?w.md", True), ("n.w.md", False),
])  # fmt: skip
def test_only_what_the_agent_made(path: str, passed: bool) -> None:
    """With `created` neither given nor changed files count, and a `*` stops at a slash."""
    files = (a_file("new.md"), a_file("changed.md", state="changed"), a_file("out/deep/x.txt"))
    exhibit = Exhibit(Evidence(files=files), (a_fixture("given.md", "x"), a_fixture("changed.md", "x")))
    check = FileCheck(id="C", kind="file_exists", path=path, created=True)

    assert mark(check, exhibit).passed is passed
    assert mark(check.model_copy(update={"kind": "file_absent"}), exhibit).passed is not passed


def test_a_glob_never_takes_for_ever() -> None:
    """A glob is written by the suite's author, who may be anybody: it ends, and does not match."""
    exhibit = Exhibit(Evidence(files=(a_file("a/" * 60 + "b"),)))
    check = FileCheck(id="C", kind="file_exists", path="**/" + "*a*/**/" * 12 + "x", created=True)

    assert not mark(check, exhibit).passed
