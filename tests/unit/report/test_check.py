"""The check run's payload."""

import json

import pytest

from skilleval.domain.change import Hunk
from skilleval.report.check import FIELD_LIMIT, MOST_ANNOTATIONS, build_check, build_status
from skilleval.report.comment import utf16_length
from tests.builders_report import (
    SCENARIOS,
    a_guilty_task,
    a_pass,
    an_error,
    everything,
    no_evals,
    sixty_skills,
)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_fields_keep_to_what_github_takes(scenario: str) -> None:
    """Summary and text fit, the title is one line, and the conclusion is the verdict's."""
    report = SCENARIOS[scenario]()
    check = build_check(report)

    assert utf16_length(check.summary) <= FIELD_LIMIT
    assert utf16_length(check.text) <= FIELD_LIMIT
    assert check.title == report.verdict.title
    assert check.conclusion == report.verdict.conclusion


def test_annotations_come_in_slices_of_fifty() -> None:
    """Only the first request closes the check; the others append, and none has more than 50."""
    check = build_check(sixty_skills())
    first, *others = check.requests()

    assert len(check.annotations) == MOST_ANNOTATIONS
    assert first["conclusion"] == "failure"
    assert all("conclusion" not in request for request in others)
    assert [len(_annotations(request)) for request in (first, *others)] == [50, 50, 50]
    assert "1,650 more annotations" in check.summary


def test_a_finding_stands_on_its_line() -> None:
    """Only what is introduced is annotated: path from the root, line, level and what to do."""
    (annotation,) = _annotations(build_check(a_guilty_task()).requests()[0])

    assert annotation["path"] == "skills/csv-clean/scripts/setup.sh"
    assert (annotation["start_line"], annotation["end_line"]) == (12, 12)
    assert annotation["annotation_level"] == "failure"
    assert "fix: pin the file by digest" in str(annotation["message"])


def test_an_unusable_eval_stands_on_its_file() -> None:
    """Problems of the head's evals are annotated; those of the base side are not in this change."""
    report = no_evals()
    change = report.changes.changes[0]
    head = change.model_copy(update={"head_suite": change.base_suite, "base_suite": change.head_suite})
    report = report.model_copy(update={"changes": report.changes.model_copy(update={"changes": (head,)})})
    (annotation,) = build_check(report).annotations

    assert annotation.path == "skills/csv-clean/evals/evals.json"
    assert annotation.message == "line 3: expected a list"
    assert build_check(no_evals()).annotations == ()


def test_a_check_without_annotations_is_still_closed() -> None:
    """One request is made even where there is nothing to annotate."""
    (request,) = build_check(an_error()).requests()

    assert request["status"] == "completed"
    assert _annotations(request) == []


def test_text_of_the_check_is_the_report() -> None:
    """Who opens the check reads everything there."""
    text = build_check(everything()).text

    assert "csv-clean: everything at once" in text
    assert "<!-- skilleval:v1" not in text


@pytest.mark.parametrize(
    ("scenario", "state"),
    [("pass", "success"), ("guilty-task", "failure"), ("no-evals", "success"), ("error", "error")],
)
def test_status_has_four_states(scenario: str, state: str) -> None:
    """A status knows no neutral; an error of ours is not the skill's failure."""
    status = build_status(SCENARIOS[scenario]())

    assert status["state"] == state
    assert len(str(status["description"])) <= 140


def _annotations(request: dict[str, object]) -> list[dict[str, object]]:
    output = request["output"]
    assert isinstance(output, dict)
    annotations: list[dict[str, object]] = output["annotations"]
    return annotations


def test_lint_stands_on_lines_that_the_change_touches() -> None:
    """What the lint says of other lines was there before: it is in the text, not on the lines."""
    report = a_pass()
    change = report.changes.changes[0]
    path = f"{change.path}/SKILL.md"
    touched = change.model_copy(update={"hunks": (Hunk(path=path, start=3, length=2, added_lines=(3, 4)),)})
    remark = report.remarks[0].model_copy(update={"path": path, "line": 3, "fix": "say when"})
    report = report.model_copy(
        update={
            "changes": report.changes.model_copy(update={"changes": (touched,)}),
            "remarks": (remark, remark.model_copy(update={"line": 9})),
        }
    )
    (annotation,) = build_check(report).annotations

    assert (annotation.path, annotation.line, annotation.level) == (path, 3, "warning")
    assert annotation.title == "lint: description-when"
    assert annotation.message.endswith("; fix: say when")


def test_a_path_that_is_no_text_is_not_sent() -> None:
    """Git holds names that no JSON can: such an annotation is counted, and the others are sent."""
    report = a_guilty_task()
    review = report.reviews[0]
    odd = review.findings[0].model_copy(update={"path": "scripts/\udcff.sh"})
    report = report.model_copy(
        update={"reviews": (review.model_copy(update={"findings": (*review.findings, odd)}),)}
    )
    check = build_check(report)

    assert [row.path for row in check.annotations] == ["skills/csv-clean/scripts/setup.sh"]
    assert "1 more annotation" in check.summary
    for request in check.requests():
        json.dumps(request, ensure_ascii=False).encode()
