"""The view of a whole report."""

from skilleval.report.skill import EVERYTHING, Limits
from skilleval.report.view import build_view
from tests.builders_report import a_report, a_verdict, everything, nothing_changed, sixty_skills


def test_worst_skills_come_first() -> None:
    """Failures before neutral before success, and errors before fails."""
    verdicts = [
        a_verdict("good"),
        a_verdict("plain", "inconclusive", conclusion="neutral"),
        a_verdict("bad", "fail", conclusion="failure"),
        a_verdict("ours", "error", conclusion="failure"),
        a_verdict("waits", "inconclusive", conclusion="action_required"),
    ]
    view = build_view(a_report(*verdicts), EVERYTHING)

    assert [skill.verdict.skill for skill in view.skills.shown] == ["ours", "bad", "waits", "plain", "good"]
    assert view.tally == "5 skills: 1 error, 1 fail, 2 inconclusive, 1 pass"


def test_skills_beyond_the_limit_are_counted() -> None:
    """What is not shown in full is said."""
    view = build_view(sixty_skills(), Limits(rows=3, quotes=1, skills=4, overview=30))

    assert (len(view.skills.shown), view.skills.more) == (4, 56)
    assert (len(view.overview.shown), view.overview.more) == (30, 30)


def test_facts_name_verdict_check_trials_money_and_time() -> None:
    """The line under the title says what the verdict rests on; no trials, no count of them."""
    assert build_view(everything(), EVERYTHING).facts == (
        "verdict error", "check failure", "18 trials", "agent $0.79", "grader $0.21", "3 min 12 s",
    )  # fmt: skip
    assert "0 trials" not in build_view(nothing_changed(), EVERYTHING).facts


def test_provenance_has_shas_seed_plan_models_and_versions() -> None:
    """Everything needed to run it again is there."""
    rows = dict(build_view(everything(), EVERYTHING).provenance)

    assert rows["merge base"] == everything().changes.merge_base
    assert {"run", "started", "base", "head", "agent", "model", "grader model", "seed", "plan digest"} <= set(
        rows
    )
    assert (rows["bandit"], rows["claude-code"]) == ("1.9.0", "2.1.0")
    assert rows["sandbox"] == "process (not isolated)"


def test_what_the_budget_left_out_is_noted() -> None:
    """A cell that was not paid for is named."""
    assert build_view(everything(), EVERYTHING).notes.shown == (
        "the store was empty",
        "left out, over the budget: csv-clean/uplift/late",
    )
