"""What to do next, ready to paste."""

import shlex

from hypothesis import given

from skilleval.domain.request import Request
from skilleval.domain.verdict import Settle
from skilleval.report.comment import render_comment
from skilleval.report.steps import next_steps
from tests.builders_report import (
    a_guilty_task,
    a_report,
    a_request,
    a_verdict,
    an_error,
    clauses,
    no_evals,
    thin_evidence,
)
from tests.builders_report_hostile import hostile_texts


def test_repeats_that_would_settle_it_come_with_command_and_price() -> None:
    """An open question names the repeats and the line to paste, and what that very line will run and cost."""
    report = thin_evidence()
    (step,) = next_steps(report, report.verdict.skills[0])

    assert step.text == (
        "9 repeats of each arm on 2 tasks (totals, quotes) would settle it, if the means stay:"
        " 36 trials, about $1.80 (by what 12 trials of this run cost)."
    )
    assert step.command == "/skilleval rerun --only csv-clean --repeats 9"


def test_a_local_run_gets_a_shell_command() -> None:
    """Two refs of a checkout are run again with the command line."""
    report = thin_evidence().model_copy(update={"request": a_request(kind="refs")})
    (step,) = next_steps(report, report.verdict.skills[0])

    assert step.command == (
        "skilleval run --base main --head tidy-csv --only csv-clean --repeats 9 --agent messages"
        " --model claude-sonnet-5-5 --sandbox process --set grader-model=claude-opus-5-5"
    )


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
        "tasks would be met by a smaller change.",
        "A push to this pull request is measured by itself.",
    ]


@given(hostile_texts())
def test_no_name_breaks_out_of_its_word(name: str) -> None:
    """Whatever a skill or ref is called, a pasted line runs our command with these words and no other."""
    refs: Request = a_request(kind="refs").model_copy(update={"base_ref": name, "head_ref": name})
    verdict = a_verdict(name, "error", conclusion="failure")
    here = next_steps(a_report(verdict, request=refs), verdict)[0].command
    there = next_steps(a_report(verdict), verdict)[0].command

    assert shlex.split(here)[:8] == ["skilleval", "run", "--base", name, "--head", name, "--only", name]
    assert shlex.split(here)[8:] == shlex.split(
        "--agent messages --model offline --sandbox process --set grader-model=offline"
    )
    assert there.split(" ")[:2] == ["/skilleval", "rerun"]
    assert len(there.split()) in {2, 4}


def test_a_failed_change_is_told_how_the_next_one_is_measured() -> None:
    """On a forge the push itself; in a shell the line to paste; of a fork only a new approval. With price."""
    report = a_guilty_task()
    skill = report.verdict.skills[0]
    fork = report.request.model_copy(update={"foreign": True})
    steps = {
        name: next_steps(report.model_copy(update={"request": request}), skill)[-1]
        for name, request in (("own", report.request), ("fork", fork), ("shell", a_request(kind="refs")))
    }

    assert steps["own"].text.startswith(
        "A push to this pull request is measured by itself: 6 trials, about $0.30"
    )
    assert steps["own"].command == ""
    assert "need a new approval: 6 trials" in steps["fork"].text
    assert steps["shell"].command.startswith(
        "skilleval run --base main --head tidy-csv --only csv-clean --agent"
    )


def test_a_long_list_of_tasks_is_cut() -> None:
    """A hundred open tasks are counted, and a few of them named."""
    settle = Settle(repeats=9, tasks=tuple(f"task-{n}" for n in range(100)), runs=600)
    report = a_report(a_verdict(verdict="inconclusive", settle=settle))
    (step,) = next_steps(report, report.verdict.skills[0])

    assert "on 100 tasks (task-0, task-1, task-2, task-3, task-4, task-5 and 94 more)" in step.text


def test_places_are_copied_as_they_are() -> None:
    """A path stands as code, where nothing is put into it: what is copied from the comment exists."""
    report = a_guilty_task()
    step = next(step for step in next_steps(report, report.verdict.skills[0]) if step.place)

    assert f"`{step.place}`" in render_comment(report)
