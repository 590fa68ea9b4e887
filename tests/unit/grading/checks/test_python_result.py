"""`python`: results of check files, run for real by the interpreter."""

import subprocess
import sys
from pathlib import Path

import pytest

from skilleval.domain.suite import PythonCheck
from skilleval.domain.trial import CommandResult, Evidence
from skilleval.grading.checks.python_result import mark
from skilleval.grading.exhibit import Exhibit
from tests.builders_grading import a_fixture


def run(source: str, folder: Path) -> Exhibit:
    """Return an exhibit with what the check file really did."""
    path = folder / "check.py"
    path.write_text(source)
    child = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=False)
    raw = CommandResult(argv=("x",), exit_code=child.returncode, stdout=child.stdout, stderr=child.stderr)
    return Exhibit(Evidence(commands={"C": raw}))


CHECK = PythonCheck(id="C", kind="python", script=a_fixture("check.py", ""))


@pytest.mark.parametrize(("source", "passed"), [
    ("assert 1 + 1 == 2", True), ("assert False, 'totals differ'", False),
    ("import sys; sys.exit('bad total')", False),
    ("import sys; sys.exit(3)", False), ("open('nothing')", None), ("import nowhere", None), ("def (", None),
    ("import os; os.kill(os.getpid(), 9)", None),
])  # fmt: skip
def test_assertion_is_about_the_work_and_a_crash_is_not(
    source: str, passed: bool | None, tmp_path: Path
) -> None:
    """A failed assertion or an exit fails; any other exception is the check's own fault."""
    assert mark(CHECK, run(source, tmp_path)).passed is passed


def test_message_of_the_assertion_is_the_evidence(tmp_path: Path) -> None:
    """What the suite's writer wrote is shown."""
    assert (
        mark(CHECK, run("assert False, 'totals differ'", tmp_path)).evidence
        == "assertion failed: totals differ"
    )


def test_check_file_that_hangs_says_nothing() -> None:
    """Still running after its time is the check's fault."""
    hung = CommandResult(argv=("x",), exit_code=None, timed_out=True)

    assert mark(CHECK, Exhibit(Evidence(commands={"C": hung}))).passed is None
    assert mark(CHECK, Exhibit(Evidence())).passed is None


def test_check_brings_its_command_and_file() -> None:
    """Stage 5 finds what to put into the sandbox and what to run."""
    assert CHECK.argv == ("python3", "-I", "-B", "check.py")
    assert [file.path for file in CHECK.files] == ["check.py"]


def test_check_imports_nothing_that_the_agent_left_behind(tmp_path: Path) -> None:
    """A file called json.py beside the check is not the json that it imports."""
    (tmp_path / "json.py").write_text("import sys; sys.exit(0)")
    (tmp_path / "check.py").write_text("import json; assert json.loads('1') == 2, 'seen'")

    child = subprocess.run(CHECK.argv, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert "AssertionError: seen" in child.stderr
