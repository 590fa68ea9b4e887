"""Whether a grader's word stands."""

import pytest

from skilleval.domain.suite import RubricItem
from skilleval.grading.support import fault_of, may_be_met_by_absence
from skilleval.ports import GraderItem, GradingSheet

SHEET = GradingSheet(
    blind_id="b", prompt="Check it", answer="The total is 62.00.", files=(("out.md", "Sum: 62"),),
    given_files=(("bill.csv", "total,64"),), actions=("Bash ls -> ok",),
)  # fmt: skip


def word(score: float, evidence: str = "", *, absence: bool = False) -> GraderItem:
    """Return a grader's word."""
    return GraderItem(id="R1", score=score, evidence=evidence, absence=absence)


@pytest.mark.parametrize(("said", "text", "fault"), [
    (word(1, "total is 62.00"), "Names the total", None), (word(1, "Sum: 62"), "Names the total", None),
    (word(1, "out.md"), "Writes out.md", None), (word(1, "Bash ls"), "Lists files", None),
    (word(1, "total is 63"), "Names the total", "invented"),
    (word(0, "no such words"), "Names it", "invented"),
    (word(1, "total,64"), "Names the total", "invented"), (word(0, "total,64"), "Names the total", None),
    (word(1), "Names the total", "unproven"), (word(0), "Names the total", None),
    (word(1, absence=True), "Does not mention tax", None),
    (word(1, absence=True), "Names the total", "unproven"),
    (word(0.5), "Names the total", "unproven"),
])  # fmt: skip
def test_evidence_is_looked_up(said: GraderItem, text: str, fault: str | None) -> None:
    """A passage must be there; what is met needs one from the work itself, or a reason to have none."""
    assert fault_of(said, RubricItem(id="R1", text=text), SHEET) == fault


@pytest.mark.parametrize(("text", "may"), [
    ("Never quotes the fee", True), ("Doesn't add a rate", True), ("Leaves the file alone", True),
    ("Only the total changes", True), ("Names the total", False), ("Notes the date", False),
])  # fmt: skip
def test_statements_that_absence_can_meet(text: str, may: bool) -> None:
    """They say that something is not there, or that nothing else is."""
    assert may_be_met_by_absence(text) is may
