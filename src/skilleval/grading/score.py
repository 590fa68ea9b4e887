"""The score of a trial, from its graded items. Adherence is kept apart: it is no part of the outcome.

`share`: share of outcome items met. `halves`: 0.5 x share of hard checks + 0.5 x mean of the rubric; a
missing half leaves the other, said so. Without either there is no score.

A check that code cannot decide on what the agent left (too large, binary, a pattern that takes too long) is
not met: the burden of proof lies with the answer. Were it left out, an agent could drop the checks that it
fails by making them undecidable, and a worse answer would score better.
"""

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Literal, NamedTuple

from skilleval.domain.grade import ItemGrade

NOT_GRADABLE = "not gradable"


class Scored(NamedTuple):
    """Outcome and adherence in [0, 1], None where nothing says anything; and what to know of them."""

    score: float | None
    adherence: float | None
    notes: tuple[str, ...] = ()


def score_items(items: Sequence[ItemGrade], scoring: Literal["share", "halves"]) -> Scored:
    """Return the trial's score. Soft and adherence items are not in it; nor are those no model graded."""
    hard = [item for item in items if not item.soft and not item.adherence]
    notes = tuple(_undecided(item) for item in hard if item.score is None)
    outcome = [_decided(item) for item in hard]
    adherence = _mean(item for item in items if item.adherence and not item.soft)
    if scoring == "share":
        return Scored(_mean(outcome), adherence, notes)
    checks = _mean(item for item in outcome if item.by == "code")
    rubric = _mean(item for item in outcome if item.by == "model")
    score, missing = _halves(checks, rubric)
    return Scored(score, adherence, (*notes, *missing))


def _undecided(item: ItemGrade) -> str:
    fate = "could not be decided and counts as not met" if item.by == "code" else "was left out"
    return f"{item.id} {fate}: {item.note}"


def _decided(item: ItemGrade) -> ItemGrade:
    return item.model_copy(update={"score": 0.0}) if item.score is None and item.by == "code" else item


def _halves(checks: float | None, rubric: float | None) -> tuple[float | None, tuple[str, ...]]:
    if checks is None:
        return rubric, (
            "scored by the rubric alone: no hard check could be graded",
        ) if rubric is not None else ()
    if rubric is None:
        return checks, ("scored by the checks alone: no rubric item could be graded",)
    return 0.5 * checks + 0.5 * rubric, ()


def _mean(items: Iterable[ItemGrade]) -> float | None:
    scores = [item.score for item in items if item.score is not None]
    return fmean(scores) if scores else None
