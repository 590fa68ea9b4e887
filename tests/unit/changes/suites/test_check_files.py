"""Files that checks bring along: of the suite's own side, out of the agent's sight."""

import json

import pytest

from skilleval.changes.snapshot import bundle_file
from skilleval.changes.suites import read_suite
from skilleval.changes.suites.check_files import MAX_SCRIPT_BYTES
from skilleval.domain.suite import CommandCheck, PythonCheck, Suite

SCRIPT = b"assert open('out.txt').read() == '12.00'\n"
POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"
FILES = {
    "evals/checks/total.py": SCRIPT,
    "evals/checks/total.sh": b"true",
    "evals/checks/large.py": b"#" * (MAX_SCRIPT_BYTES + 1),
    "evals/checks/pointer.py": POINTER,
    "scripts/own.py": SCRIPT,
}


def suite_of(check: object, *, path: str = "evals/evals.json") -> Suite:
    """Return the suite of one task with this check, among the files above."""
    task = {"id": 1, "prompt": "p", "checks": [check, {"id": "Z", "kind": "file_exists", "path": "a"}]}
    files = {**FILES, path: json.dumps([task]).encode()}
    if "/frozen/" in path:
        files["evals/set/frozen/check.py"] = SCRIPT
    return read_suite({name: bundle_file(name, raw) for name, raw in files.items()})


@pytest.mark.parametrize("script", ["evals/checks/total.py", "checks/total.py", "./evals/checks/total.py"])
def test_a_python_check_brings_its_file(script: str) -> None:
    """The bytes are at hand, in a folder of the work area that no agent can have prepared."""
    suite = suite_of({"kind": "python", "script": script, "timeout_s": 5})

    check = suite.tasks[0].checks[0]
    assert suite.problems == ()
    assert isinstance(check, PythonCheck)
    assert check.script.content == SCRIPT
    assert check.script.path == f".check-{check.script.sha256[:12]}/total.py"
    assert check.text == "the check file total.py passes"


def test_another_file_is_another_task() -> None:
    """A changed check file changes the task's identity: it is the bar that changed."""
    check = {"kind": "python", "script": "checks/total.py"}
    task = [{"id": 1, "prompt": "p", "checks": [check]}]
    found = [
        read_suite(
            {
                path: bundle_file(path, content)
                for path, content in {
                    "evals/checks/total.py": raw,
                    "evals/evals.json": json.dumps(task).encode(),
                }.items()
            }
        ).tasks[0]
        for raw in (SCRIPT, SCRIPT + b"#")
    ]

    assert found[0].digest != found[1].digest


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (None, "the path of a file is wanted, this is null"),
        (5, "the path of a file is wanted, this is a number"),
        ("", "the path of a file is wanted"),
        ("../other/evals/check.py", "leaves the skill's folder"),
        ("/etc/passwd", "leaves the skill's folder"),
        ("evals/../../x.py", "leaves the skill's folder"),
        ("checks/none.py", "no file checks/none.py nor evals/checks/none.py"),
        ("checks", "no file checks nor evals/checks"),
        ("checks/total.sh", "no Python file"),
        ("checks/large.py", "at most 100000"),
        ("checks/pointer.py", "Git LFS pointer"),
        ("scripts/own.py", "installed with the skill"),
    ],
)
def test_scripts_that_are_refused(script: object, words: str) -> None:
    """Each is named with its place; the other checks of the task are read."""
    suite = suite_of({"kind": "python", "script": script})

    (problem,) = suite.problems
    assert problem.where == "/0/checks/0/script"
    assert words in problem.message
    assert [check.id for check in suite.tasks[0].checks] == ["Z"]


def test_a_frozen_set_takes_scripts_from_its_own_folder_alone() -> None:
    """What the digest of FREEZE.txt does not cover is no part of a frozen bar."""
    own = suite_of({"kind": "python", "script": "check.py"}, path="evals/set/frozen/tasks.json")
    other = suite_of({"kind": "python", "script": "evals/checks/total.py"}, path="evals/set/frozen/t.json")
    outside = suite_of({"kind": "python", "script": "../../checks/total.py"}, path="evals/set/frozen/t.json")

    assert isinstance(own.tasks[0].checks[0], PythonCheck)
    assert "no file evals/set/frozen/evals/checks/total.py" in other.problems[-1].message
    assert "leaves the frozen set's folder" in outside.problems[-1].message


def test_a_command_brings_files() -> None:
    """Expected output, say, lies in the work folder just before the command runs."""
    argv = ["sh", "checks/total.sh"]
    suite = suite_of({"kind": "command", "argv": argv, "files": ["checks/total.sh"]})

    check = suite.tasks[0].checks[0]
    assert isinstance(check, CommandCheck)
    assert [(file.path, file.content) for file in check.files] == [("checks/total.sh", b"true")]


@pytest.mark.parametrize("files", [5, ["a"] * 21, ["none"], [{"path": "x", "content": "y"}]])
def test_files_of_a_command_that_are_refused(files: object) -> None:
    """No bytes come from the JSON itself, where nobody looks for them."""
    suite = suite_of({"kind": "command", "argv": ["true"], "files": files})

    assert [check.id for check in suite.tasks[0].checks] == ["Z"]
    assert suite.problems[0].where.startswith("/0/checks/0/files")
