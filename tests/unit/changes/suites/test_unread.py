"""Files in evals/ that nobody reads."""

import json

from skilleval.changes.snapshot import bundle_file
from skilleval.changes.suites import read_suite
from skilleval.domain.suite import SuiteProblem

TASK = {"id": 1, "prompt": "p", "assertions": ["a"], "files": ["given.json"]}
CHECK = {"kind": "command", "argv": ["true"], "files": ["evals/wanted.json"]}


def unread(files: dict[str, str]) -> list[SuiteProblem]:
    """Return what is said of files beside an evals.json with a fixture and a check's file."""
    whole = {
        "evals/evals.json": json.dumps([{**TASK, "checks": [CHECK]}]),
        "evals/given.json": "{}",
        "evals/wanted.json": "[1]",
        **files,
    }
    return list(read_suite({path: bundle_file(path, text.encode()) for path, text in whole.items()}).problems)


def test_what_is_read_or_used_is_not_named() -> None:
    """Tasks, lists, fixtures, files of checks, and what lies deeper: no remark."""
    queries = [{"query": "q", "should_trigger": True}]
    routes = [{"query": "q", "expected_skills": []}]
    files = {"evals/mine.yaml": json.dumps(queries), "evals/ways.json": json.dumps(routes), "evals/a.md": "x"}

    assert unread({**files, "evals/results/1.json": "{}"}) == []


def test_each_is_named_once() -> None:
    """Beside evals that are read: what cannot be parsed, what holds something else, a second evals file."""
    found = unread({"evals/deep.json": "[" * 5_000, "evals/odd.yaml": "a: 1\n", "evals/evals.yaml": "[]"})

    assert [(one.path, one.level, one.message) for one in found] == [
        ("evals/deep.json", "warning", "not read: no known format"),
        ("evals/evals.yaml", "warning", "not read: evals/evals.json is"),
        ("evals/odd.yaml", "warning", "not read: no known format"),
    ]


def test_many_are_counted() -> None:
    """A folder full of data is ten remarks and a number."""
    found = unread({f"evals/{number:02}.json": f"[{number}, 0]" for number in range(25)})

    assert len(found) == 11
    assert "15 more files" in found[-1].message
