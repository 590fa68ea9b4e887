"""Checks in our own shapes."""

import json
from typing import Any

import pytest
import regex

from skilleval.changes.snapshot import bundle_file
from skilleval.changes.suites import read_suite
from skilleval.domain.suite import CommandCheck, Suite, TextMatch

SOUND: list[dict[str, Any]] = [
    {"kind": "must_match", "pattern": "12[.]00"},
    {"kind": "must_not_match", "pattern": "VAT", "target": "out.md", "ignore_case": False, "soft": True},
    {"kind": "file_exists", "path": "out.md"},
    {"kind": "file_absent", "path": "tmp"},
    {"kind": "file_equals", "path": "out.md", "content": "x\n"},
    {"kind": "json_path", "pointer": "/total", "equals": 12.0, "tolerance": 0.01, "target": "out.json"},
    {"kind": "command", "argv": ["python", "-m", "pytest"], "stdout_pattern": "\\d passed", "timeout_s": 60},
    {"kind": "tool_used", "tool": "Read"},
    {"kind": "tool_not_used", "tool": "Bash", "adherence": True},
    {"kind": "budget", "measure": "tokens", "at_most": 5000},
]


def suite_of(*checks: object) -> Suite:
    """Return the suite of one task with these checks."""
    evals = [{"id": 1, "prompt": "p", "assertions": ["No tax"], "checks": list(checks)}]
    return read_suite({"evals/evals.json": bundle_file("evals/evals.json", json.dumps(evals).encode())})


def test_every_kind() -> None:
    """All kinds of the domain are read, with ids by their place."""
    suite = suite_of(*SOUND)

    assert suite.problems == ()
    assert [check.kind for check in suite.tasks[0].checks] == [check["kind"] for check in SOUND]
    assert [check.id for check in suite.tasks[0].checks] == [f"C{n}" for n in range(1, len(SOUND) + 1)]


def test_patterns_are_translated_and_kept_for_people() -> None:
    r"""`\d` of JavaScript knows ASCII alone; the report shows what the author wrote."""
    text, command = suite_of(SOUND[0] | {"pattern": r"^\d$"}, SOUND[6]).tasks[0].checks

    assert isinstance(text, TextMatch)
    assert regex.search(text.pattern, "١") is None
    assert regex.search(text.pattern, "1")
    assert text.text == r"matches /^\d$/i"
    assert isinstance(command, CommandCheck)
    assert regex.search(command.stdout_pattern, "3 passed")


@pytest.mark.parametrize(
    ("check", "where", "words"),
    [
        ("text", "", "an object"),
        ({"kind": "must_mach", "pattern": "x"}, "/kind", "must_match"),
        ({"pattern": "x"}, "/kind", "None"),
        ({"kind": "must_match"}, "/pattern", "required"),
        ({"kind": "must_match", "pattern": r"\p{L}"}, "", "u flag"),
        ({"kind": "must_match", "pattern": "x", "patern": "y"}, "/patern", "not permitted"),
        ({"kind": "budget", "measure": "money", "at_most": 1}, "/measure", "tokens"),
        ({"kind": "command", "argv": "ls"}, "/argv", "tuple"),
        ({"kind": "file_exists", "path": 5}, "/path", "string"),
        ({"kind": "command", "argv": ["true"], "timeout_s": 1e9}, "/timeout_s", "600"),
    ],
)
def test_faults_have_a_place(check: object, where: str, words: str) -> None:
    """What was found, what is allowed, and where; the other checks are still read."""
    suite = suite_of(check, SOUND[2])

    assert [one.kind for one in suite.tasks[0].checks] == ["file_exists"]
    (problem,) = suite.problems
    assert problem.where.rstrip("/") == f"/0/checks/0{where}".rstrip("/")
    assert words in problem.message


def test_ids() -> None:
    """Ids are text, and unique in a task."""
    suite = suite_of(SOUND[2] | {"id": 7}, SOUND[3] | {"id": "7"})

    assert [check.id for check in suite.tasks[0].checks] == ["7"]
    assert "'7' is used twice" in suite.problems[0].message


def test_too_many() -> None:
    """A file made to keep the reader busy is cut, and says so."""
    suite = suite_of(*[{"kind": "file_exists", "path": f"f{n}"} for n in range(60)])

    assert len(suite.tasks[0].checks) == 50
    assert "60 checks" in suite.problems[0].message
