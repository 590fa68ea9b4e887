"""Whether a grader's word on an item stands: the passage it quotes must be there.

Two faults are told apart. A passage that is nowhere in the material is the grader's mistake, so such a
grade counts for nothing. A statement called met without any passage has not been shown: it is not met.
"""

from typing import Literal

import regex

from skilleval.domain.suite import RubricItem
from skilleval.grading.quote import is_quoted_from
from skilleval.ports import GraderItem, GradingSheet

Fault = Literal["invented", "unproven"]

FAULTS: dict[Fault, str] = {
    "invented": "the quoted passage is not in the answer, the files or the actions",
    "unproven": "called met without a passage that shows it",
}
_ABSENCE = regex.compile(
    r"\b(?:not|no|never|none|nothing|nobody|neither|nor|without|avoids?|avoiding|refuses?|refrains?|omits?|"
    r"only|un(?:changed|touched|modified|altered)|leaves?|keeps?|free of|instead of|rather than|at most|"
    r"fewer|less|exactly|nowhere|stops?|limits?|limited)\b|n['’]t\b",
    regex.IGNORECASE,
)


def fault_of(item: GraderItem, rubric: RubricItem, sheet: GradingSheet) -> Fault | None:
    """Return what is wrong with the evidence for this grade, or None when it stands."""
    if item.evidence:
        return None if is_quoted_from(item.evidence, _material(sheet, met=item.score > 0)) else "invented"
    if item.score == 0:
        return None
    return None if item.absence and may_be_met_by_absence(rubric.text) else "unproven"


def may_be_met_by_absence(text: str) -> bool:
    """Return whether a statement can hold because something is not there."""
    return _ABSENCE.search(text) is not None


def _material(sheet: GradingSheet, *, met: bool) -> tuple[str, ...]:
    """Return what may be quoted: for a statement that is met, only what the assistant produced."""
    produced = (sheet.answer, *(f"{path}\n{text}" for path, text in sheet.files), *sheet.actions)
    if met:
        return produced
    return (*produced, sheet.prompt, *(f"{path}\n{text}" for path, text in sheet.given_files))
