"""What to do next, ready to paste."""

import shlex

from hypothesis import given

from skilleval.domain.request import Request
from skilleval.domain.verdict import Settle
from skilleval.report.steps import next_steps
from tests.builders_report import a_report, a_request, a_verdict, an_error, clauses, no_evals, thin_evidence
from tests.builders_report_hostile import hostile_texts


def test_repeats_that_would_settle_it_come_with_command_and_price() -> None:
    """An open question names the repeats, the runs, the money and the line to paste."""
    report = thin_evidence()
    (step,) = next_steps(report, report.verdict.skills[0])

    assert step.text == (
        "9 repeats of each arm on 2 tasks (totals, quotes) would settle it: 24 more runs, about $1.30."
    )
    assert step.command == "/skilleval rerun --only csv-clean --repeats 9"


def test_a_local_run_gets_a_shell_command() -> None:
    """Two refs of a checkout are run again with the command line."""
    report = thin_evidence().model_copy(update={"request": a_request(kind="refs")})
    (step,) = next_steps(report, report.verdict.skills[0])

    assert step.command == "skilleval run --base main --head tidy-csv --only csv-clean --repeats 9"


def test_hopeless_repeats_are_not_sold() -> None:
    """Where more repeats would not settle it, no command is offered."""
    settle = Settle(repeats=12, hopeless=True, cost_usd=9.0)
    report = a_report(a_verdict(verdict="inconclusive", settle=settle))
    (step,) = next_steps(report, report.verdict.skills[0])

    assert "would not settle it" in step.text
    assert step.command == ""


def test_ours_is_run_again_and_missing_evals_are_written() -> None:
    """An error is nobody's homework but ours; a skill without evals needs tasks."""
    for report, said in ((an_error(), "ours, not the skill's"), (no_evals(), "evals/evals.json")):
        steps = next_steps(report, report.verdict.skills[0])

        assert any(said in step.text for step in steps)


def test_clauses_say_what_they_would_need() -> None:
    """Broken and open clauses pass on what would change them; met ones say nothing."""
    rows = tuple(
        row.model_copy(update={"would_change": "a smaller change"})
        for row in clauses(mean=("met", "better"), tasks=("broken", "worse"))
    )
    report = a_report(a_verdict(verdict="fail", rows=rows))

    assert [step.text for step in next_steps(report, report.verdict.skills[0])] == [
        "tasks would need a smaller change"
    ]


@given(hostile_texts())
def test_no_name_breaks_out_of_its_word(name: str) -> None:
    """Whatever a skill or ref is called, a pasted line runs our command with these words and no other."""
    refs: Request = a_request(kind="refs").model_copy(update={"base_ref": name, "head_ref": name})
    verdict = a_verdict(name, "error", conclusion="failure")
    here = next_steps(a_report(verdict, request=refs), verdict)[0].command
    there = next_steps(a_report(verdict), verdict)[0].command

    assert shlex.split(here) == ["skilleval", "run", "--base", name, "--head", name, "--only", name]
    assert there.split(" ")[:2] == ["/skilleval", "rerun"]
    assert len(there.split()) in {2, 4}
