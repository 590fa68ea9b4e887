"""junit.xml."""

from xml.etree import ElementTree

import pytest

from skilleval.report.junit import render_junit
from tests.builders_report import SCENARIOS, a_guilty_task, an_error, no_evals, nothing_changed
from tests.snapshots import assert_snapshot


def kinds(scenario: str) -> dict[str, str]:
    """Return what happened to each test case of the first suite."""
    suite = ElementTree.fromstring(render_junit(SCENARIOS[scenario]()))[0]
    return {str(case.get("name")): (case[0].tag if len(case) else "passed") for case in suite}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_counts_are_those_of_the_cases(scenario: str) -> None:
    """Readers trust the counts in the head: they are right, and never empty."""
    root = ElementTree.fromstring(render_junit(SCENARIOS[scenario]()))
    cases = list(root.iter("testcase"))

    assert int(root.get("tests", "-1")) == len(cases) > 0
    for name, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        assert int(root.get(name, "-1")) == len(list(root.iter(kind)))


def test_broken_clauses_fail_and_others_are_skipped() -> None:
    """A broken clause is a failure; what does not apply is not a pass."""
    assert kinds("guilty-task") == {
        "mean": "passed", "tasks": "failure", "claims": "passed", "triggers": "skipped",
        "security": "failure", "evidence": "passed", "verdict": "failure",
    }  # fmt: skip


def test_file_reads_as_it_did() -> None:
    """The file is the golden one."""
    assert_snapshot("report/guilty-task.junit.xml", render_junit(a_guilty_task()).decode())


def test_ours_is_an_error_not_a_failure() -> None:
    """Dashboards tell a skill that failed from a run that could not measure."""
    case = kinds("error")

    assert (case["evidence"], case["verdict"]) == ("error", "error")
    assert "failure" not in case.values()


def test_not_measured_is_not_passed() -> None:
    """A neutral verdict is skipped."""
    assert kinds("no-evals")["verdict"] == "skipped"
    assert kinds("nothing-changed") == {"verdict": "passed"}


def test_same_report_same_bytes() -> None:
    """The file does not depend on the clock."""
    for build in (a_guilty_task, an_error, no_evals, nothing_changed):
        assert render_junit(build()) == render_junit(build())
