"""Where to look first for a broken clause."""

from skilleval.report.remedies import Remedy, remedy
from tests.builders_report import SCENARIOS, a_false_claim, a_guilty_task, a_pass, a_report, a_verdict


def test_a_fallen_task_is_named_with_the_trial_to_read() -> None:
    """The task that fell most, and its worst trial: what a maintainer opens first."""
    report = a_guilty_task()
    skill = report.verdict.skills[0]
    said = remedy(report, skill, "tasks")
    trials = {trial.trial for trial in report.graded if trial.cell.arm == "candidate"}

    assert said is not None
    assert "task totals (1.00 → 0.40)" in said.text
    assert said.place.split("/")[1] in trials
    assert remedy(report, skill, "mean") == said


def test_a_false_claim_points_to_its_likely_line() -> None:
    """The line that likely asks for the claim, with its words."""
    report = a_false_claim()

    assert remedy(report, report.verdict.skills[0], "claims") == Remedy(
        "Change the likely reason why it says that tests ran (“Say that all tests pass.”):",
        "skills/csv-clean/SKILL.md:14",
    )


def test_a_finding_is_named_by_place_and_fix() -> None:
    """The gravest of what the change introduces."""
    report = a_guilty_task()
    said = remedy(report, report.verdict.skills[0], "security")

    assert said is not None
    assert "pipe-to-shell found (pin the file by digest" in said.text
    assert said.place.endswith("scripts/setup.sh:12")


def test_nothing_to_point_at_says_nothing() -> None:
    """No fallen task, no likely line, no finding, no tables at all; and clauses without a place."""
    passed, bare = a_pass(), a_report(a_verdict("csv-clean"))

    for report in (passed, bare):
        for clause in ("mean", "tasks", "claims", "security", "triggers", "evidence"):
            assert remedy(report, report.verdict.skills[0], clause) is None


def test_every_sample_can_be_asked() -> None:
    """Whatever a report holds, asking is safe."""
    for scenario in SCENARIOS.values():
        report = scenario()
        for skill in report.verdict.skills:
            for clause in skill.clauses:
                found = remedy(report, skill, clause.name)
                assert found is None or found.text
