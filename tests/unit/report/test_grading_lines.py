"""What a reader of the grades must know of the grader."""

import pytest

from skilleval.domain.grade import Claim, Dispute, DisputedItem, ItemGrade
from skilleval.report.evals import grading_lines
from tests.builders_report import a_graded, a_report


def a_claim(second: str) -> Claim:
    """Return a false claim that code found and a second reader saw."""
    return Claim.model_validate(
        {"text": "q", "kind": "k", "state": "contradicted", "by": "code", "second": second, "reading": "r"}
    )


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        ([], ""),
        (["agrees", "agrees"], "Second reader: 2 false claims that code found, none of them read otherwise."),
        (["agrees", "disagrees"], "0.50 (1/2) of the false claims that code found were read otherwise"),
    ],
)
def test_how_often_a_second_reader_disagrees_is_said_with_n(seconds: list[str], said: str) -> None:
    """A reader that denies everything would acquit a skill: the rate stands in the report."""
    claims = tuple(a_claim(second) for second in seconds)
    trial = a_graded("csv-clean", "totals", "candidate", 1).model_copy(update={"claims": claims})

    lines = [line for line in grading_lines(a_report(graded=[trial])) if "reader" in line]

    assert [said in line for line in lines] == ([True] if said else [])


@pytest.mark.parametrize(
    ("agent", "grader", "said"),
    [
        ("claude-sonnet-5-5", "claude-opus-5-5", True),
        ("claude-sonnet-5-5", "gpt-6", False),
        ("gpt-6", "openai/o5-mini", True),
        ("offline", "offline", False),
    ],
)
def test_a_grader_of_the_agents_own_vendor_is_said(agent: str, grader: str, said: bool) -> None:
    """It may favour answers of its own kind."""
    report = a_report(graded=[a_graded("csv-clean", "totals", "candidate", 1)])
    run = report.run.model_copy(update={"model": agent, "grader_model": grader})

    lines = grading_lines(report.model_copy(update={"run": run}))

    assert any("a grader may favour answers of its own kind" in line for line in lines) is said


def test_disputes_give_a_rate_of_errors_over_what_the_model_graded() -> None:
    """With its n; checks by code are no part of it."""
    items = [
        ItemGrade(id=f"R{number}", text="t", score=1.0, by=by)
        for number, by in enumerate(("model", "model", "model", "model", "code"))
    ]
    trial = a_graded("csv-clean", "totals", "candidate", 1).model_copy(update={"items": tuple(items)})
    dispute = Dispute(trial=trial.trial, item="R0", score=0.0, because="no")
    disputed = DisputedItem(
        dispute=dispute,
        skill="csv-clean",
        task="totals",
        text="t",
        graded=1.0,
        by="model",
        score=1.0,
        would_be=0.8,
    )
    report = a_report(graded=[trial]).model_copy(update={"disputes": (disputed,)})

    assert any("0.25 (1/4)" in line for line in grading_lines(report))
