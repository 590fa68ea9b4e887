"""Check kinds: verifiable statements about evidence, one file a kind, listed in one table."""

from collections.abc import Callable, Mapping

from skilleval.domain.grade import ItemGrade
from skilleval.domain.suite import Check
from skilleval.grading.checks import (
    budget,
    command_result,
    csv_path,
    document_match,
    field_match,
    file_match,
    file_state,
    json_path,
    number_near,
    python_result,
    text_match,
    tool_order,
    tool_use,
)
from skilleval.grading.checks.mark import Mark
from skilleval.grading.checks.wording import wording
from skilleval.grading.exhibit import Exhibit

CHECKS: Mapping[str, Callable[..., Mark]] = {
    "must_match": text_match.mark,
    "must_not_match": text_match.mark,
    "file_exists": file_state.mark,
    "file_absent": file_state.mark,
    "file_equals": file_state.mark,
    "file_matches": file_match.mark,
    "json_path": json_path.mark,
    "csv_path": csv_path.mark,
    "number": number_near.mark,
    "document_matches": document_match.mark,
    "document_not_matches": document_match.mark,
    "field_match": field_match.mark,
    "command": command_result.mark,
    "python": python_result.mark,
    "tool_used": tool_use.mark,
    "tool_not_used": tool_use.mark,
    "tool_order": tool_order.mark,
    "budget": budget.mark,
}


def grade_check(check: Check, exhibit: Exhibit) -> ItemGrade:
    """Return the item of one check: 1, 0, or None with the reason as its note."""
    mark = CHECKS[check.kind](check, exhibit)
    return ItemGrade(
        id=check.id,
        text=check.text or wording(check),
        score=None if mark.passed is None else float(mark.passed),
        evidence="" if mark.passed is None else mark.evidence,
        by="code",
        soft=check.soft,
        adherence=check.adherence,
        note=mark.evidence if mark.passed is None else "",
    )
