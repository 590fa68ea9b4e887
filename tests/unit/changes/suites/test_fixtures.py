"""Fixtures: where they come from, where the agent finds them."""

import json

import pytest

from skilleval.changes.snapshot import bundle_file
from skilleval.changes.suites import read_suite
from skilleval.domain.suite import Suite

FILES = {
    "evals/files/bill.txt": "12",
    "evals/files/data/a.csv": "a",
    "evals/fixtures/x.txt": "x",
    "assets/form.txt": "f",
    "evals/files/same/bill.txt": "13",
}


def suite_of(*paths: object, prompt: str = "Do it.") -> Suite:
    """Return the suite of one task with these files."""
    evals = [{"id": 1, "prompt": prompt, "assertions": ["a"], "files": list(paths)}]
    contents = {"evals/evals.json": json.dumps(evals), **FILES}
    return read_suite({path: bundle_file(path, text.encode()) for path, text in contents.items()})


@pytest.mark.parametrize(
    ("path", "places"),
    [
        ("evals/files/bill.txt", ["bill.txt"]),
        ("files/bill.txt", ["bill.txt"]),
        ("evals/files/data", ["data/a.csv"]),
        ("evals/fixtures/x.txt", ["x.txt"]),
        ("assets/form.txt", ["assets/form.txt"]),
        ({"path": "evals/files/bill.txt"}, ["bill.txt"]),
        ("./evals//files/bill.txt", ["bill.txt"]),
    ],
)
def test_places(path: object, places: list[str]) -> None:
    """The agent sees no folder called evals; the rest of the path it does."""
    assert [fixture.path for fixture in suite_of(path).tasks[0].fixtures] == places


def test_a_path_that_the_prompt_says() -> None:
    """What the prompt calls by its path lies there."""
    suite = suite_of("evals/files/bill.txt", prompt="Check evals/files/bill.txt.")

    assert [fixture.path for fixture in suite.tasks[0].fixtures] == ["evals/files/bill.txt"]


@pytest.mark.parametrize(
    "path", ["../a", "/etc/passwd", "none.txt", "", 5, None, "a\0", "C:\\x", "evals/files/../../../x"]
)
def test_what_is_no_fixture(path: object) -> None:
    """A file that is not there or not the skill's leaves the eval out, by its pointer."""
    suite = suite_of(path)

    assert suite.tasks == ()
    assert suite.problems[0].where == "/0/files/0"


def test_two_files_at_one_place() -> None:
    """Files of one name in two folders would overwrite each other."""
    suite = suite_of("evals/files/same/bill.txt", "evals/files/bill.txt", prompt="Read bill.txt.")

    assert [fixture.path for fixture in suite.tasks[0].fixtures] == ["same/bill.txt", "bill.txt"]


def test_a_fixture_is_part_of_the_task() -> None:
    """A changed fixture is another task."""
    first = suite_of("evals/files/bill.txt").tasks[0]
    other = suite_of("evals/files/same/bill.txt").tasks[0]

    assert first.digest != other.digest


def test_placeholders_cannot_blow_up_a_prompt() -> None:
    """A large file a thousand times over stays a placeholder."""
    evals = [
        {"id": 1, "prompt": "{{big.txt}}" * 1_000, "assertions": ["a"], "files": ["evals/files/big.txt"]}
    ]
    contents = {"evals/evals.json": json.dumps(evals), "evals/files/big.txt": "x" * 1_000}
    suite = read_suite({path: bundle_file(path, text.encode()) for path, text in contents.items()})

    assert suite.tasks[0].prompt == "{{big.txt}}" * 1_000


def test_a_fixture_that_is_not_fetched() -> None:
    """A Git LFS pointer in place of a fixture would be another task: it is named, and the eval left out."""
    evals = [{"id": 1, "prompt": "p", "assertions": ["a"], "files": ["evals/files/big.bin"]}]
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"
    contents = {"evals/evals.json": json.dumps(evals), "evals/files/big.bin": pointer}
    suite = read_suite({path: bundle_file(path, text.encode()) for path, text in contents.items()})

    assert suite.tasks == ()
    assert "Git LFS pointer" in suite.problems[0].message
