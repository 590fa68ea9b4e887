"""Check kinds: verifiable statements about evidence, one file a kind, listed in one table."""

from collections.abc import Callable, Mapping

from skilleval.domain.grade import ItemGrade
from skilleval.domain.suite import Check
from skilleval.grading.checks import budget, command_result, file_state, json_path, text_match, tool_use
from skilleval.grading.checks.mark import Mark
from skilleval.grading.checks.wording import wording
from skilleval.grading.exhibit import Exhibit

CHECKS: Mapping[str, Callable[..., Mark]] = {
    "must_match": text_match.mark,
    "must_not_match": text_match.mark,
    "file_exists": file_state.mark,
    "file_absent": file_state.mark,
    "file_equals": file_state.mark,
    "json_path": json_path.mark,
    "command": command_result.mark,
    "tool_used": tool_use.mark,
    "tool_not_used": tool_use.mark,
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
