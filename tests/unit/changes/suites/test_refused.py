"""Tasks of which nothing that they state can be read: named, and never run."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from skilleval.domain.change import tasks_to_run
from skilleval.gate.weigh import has_broken_evals
from tests.builders_changes import Checkout, skill_md

PATTERN = {"kind": "must_match", "pattern": "("}
KIND = {"kind": "matches", "pattern": "3"}


def evals(**stated: object) -> dict[str, str]:
    """Return an evals.json of one eval that states this."""
    return {"evals/evals.json": json.dumps([{"id": 1, "prompt": "p", **stated}])}


def frozen(**stated: object) -> dict[str, str]:
    """Return a frozen set of one task that states this."""
    return {"evals/frozen/t.json": json.dumps([{"id": "T1", "prompt": "p", **stated}])}


def case(grader: str) -> dict[str, str]:
    """Return a case with one grader."""
    return {"evals/one/prompt.md": "Do it.", "evals/one/graders/g.md": f"---\n{grader}\n---\n"}


REFUSED: Mapping[str, dict[str, str]] = {
    "a pattern": evals(checks=[PATTERN]),
    "a kind": evals(checks=[KIND]),
    "several": evals(checks=[PATTERN, KIND], assertions=[7]),
    "no list": evals(checks="must match 3"),
    "a typed assertion": evals(assertions=[{"type": "regex", "pattern": "("}]),
    "an expected output does not stand in": evals(checks=[PATTERN], expected_output="3"),
    "a frozen kind": frozen(checks=[KIND]),
    "a frozen pattern": frozen(checks=[PATTERN]),
    "a frozen rubric": frozen(rubric=[{"id": "R1"}]),
    "a grader's pattern": case("type: regex\npattern: '('"),
    "a grader's kind": case("type: taste"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_refused_is_broken_and_costs_nothing(tmp_path: Path, kind: str) -> None:
    """No trial is planned, the task is named, and the skill's evals are broken."""
    checkout = Checkout(tmp_path)
    below = {f"skills/alpha/{path}": text for path, text in REFUSED[kind].items()}
    checkout.write({"skills/alpha/SKILL.md": skill_md("alpha"), **below}).commit()
    checkout.git("branch", "base")
    checkout.write({"skills/alpha/SKILL.md": skill_md("alpha", body="Another way.\n")}).commit()

    change = checkout.one_change("base", "main")

    assert tasks_to_run(change) == ()
    assert has_broken_evals(change)
    assert any("cannot be graded" in problem.message for problem in change.base_suite.problems)
