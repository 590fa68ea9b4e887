"""One rubric item's grade from one or several votes."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median_low

from skilleval.domain.grade import ItemGrade
from skilleval.domain.suite import RubricItem
from skilleval.errors import GraderError
from skilleval.grading.support import FAULTS, Fault
from skilleval.ports import GraderItem


@dataclass(frozen=True)
class Vote:
    """A grader's word on one item, and what is wrong with its evidence after it was asked twice."""

    item: GraderItem
    fault: Fault | None = None

    @property
    def score(self) -> float | None:
        """Return what the vote counts: nothing when its passage is invented, 0 when it shows none."""
        if self.fault == "invented":
            return None
        return 0.0 if self.fault == "unproven" else self.item.score


def tally(rubric: RubricItem, votes: Sequence[Vote]) -> ItemGrade:
    """Return the majority's grade: the lower median, so that a tie is not met.

    Raises GraderError when no vote's evidence stands: that is the grader's failure, not the answer's.
    """
    scores = [score for vote in votes if (score := vote.score) is not None]
    if not scores:
        raise GraderError(
            f"{rubric.id}: {FAULTS['invented']}, twice", hint="grade again, or use more grader-votes"
        )
    score = median_low(scores)
    winner = next(vote for vote in votes if vote.score == score)
    return ItemGrade(
        id=rubric.id,
        text=rubric.text,
        score=score,
        evidence=_evidence(winner.item),
        by="model",
        adherence=rubric.adherence,
        unsupported=winner.fault is not None,
        note=_note(rubric, votes, scores, winner),
    )


def _evidence(item: GraderItem) -> str:
    quoted = f"“{item.evidence}”" if item.evidence else ""
    return " ".join(part for part in (quoted, item.reason) if part)


def _note(rubric: RubricItem, votes: Sequence[Vote], scores: Sequence[float], winner: Vote) -> str:
    notes = []
    if winner.fault is not None:
        notes.append(FAULTS[winner.fault])
    if len(votes) > 1:
        notes.append(f"{scores.count(median_low(scores))} of {len(votes)} votes agree")
    if rubric.weak:
        notes.append("weak: from the expected output alone")
    return "; ".join(notes)
