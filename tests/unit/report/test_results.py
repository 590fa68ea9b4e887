"""results.json: the public keys."""

import json

import pytest

from skilleval.report.results import render_results
from tests.builders_report import SCENARIOS, a_guilty_task, a_pass, everything
from tests.snapshots import assert_snapshot

RUN = {"id", "started", "seed", "versions"}
TOP = {"schema", "run", "verdict", "conclusion", "cost_usd", "seconds", "health", "grading", "skills"}
TOP |= {"routing", "collisions"}
SKILL = {
    "name", "path", "change", "baseline", "candidate", "verdict", "reason", "conclusion", "literal_bar",
    "clauses", "lift", "triggers", "everyday", "false_claims", "findings", "own_tests", "golden",
    "preferences", "notes",
}  # fmt: skip
TASK = {"id", "baseline", "candidate", "lift", "interval", "n", "fired", "counts_in_bar"}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_keys_are_those_of_the_public_shape(scenario: str) -> None:
    """Every report has exactly the published keys, and is JSON."""
    results = json.loads(json.dumps(render_results(SCENARIOS[scenario]())))

    assert set(results) == TOP
    assert set(results["run"]) == RUN
    assert set(results["health"]) == {"completed", "timed_out", "broke", "errored"}
    for skill in results["skills"]:
        assert set(skill) == SKILL
        assert set(skill["false_claims"]) == {"new", "gone", "both", "unconfirmed"}
        assert set(skill["findings"]) == {"introduced", "fixed", "existing"}
        for task in (skill["lift"] or {"tasks": []})["tasks"]:
            assert set(task) - {"control"} == TASK


def test_results_read_as_they_did() -> None:
    """The fullest file is the golden one: a change of the public keys is seen in review."""
    results = json.dumps(render_results(everything()), indent=2, ensure_ascii=False)

    assert_snapshot("report/everything.results.json", results + "\n")


def test_numbers_are_those_of_the_tables() -> None:
    """Means, n and money are carried over unrounded, and the author's own tasks are marked."""
    results = json.loads(json.dumps(render_results(a_pass())))
    tasks = results["skills"][0]["lift"]["tasks"]

    assert results["cost_usd"] == 1.0
    assert tasks[0] == {
        "id": "totals", "baseline": 0.6, "candidate": 0.9, "lift": 0.3,
        "interval": pytest.approx([0.15, 0.45]), "n": [3, 3], "fired": [3, 3], "counts_in_bar": True,
    }  # fmt: skip
    assert [task["counts_in_bar"] for task in tasks] == [True, True, True, False]


def test_existing_findings_are_a_count() -> None:
    """New and fixed findings are listed, old ones only counted."""
    findings = json.loads(json.dumps(render_results(a_guilty_task())))["skills"][0]["findings"]

    assert [finding["rule"] for finding in findings["introduced"]] == ["pipe-to-shell"]
    assert findings["existing"] == 1
