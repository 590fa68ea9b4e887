"""Statements over all trials."""

from collections.abc import Sequence

import pytest

from skilleval.domain.grade import GradedTrial, ItemGrade
from skilleval.domain.value import Arm
from skilleval.grading.statements import SHOWN, short, statement_notes
from skilleval.ports import JsonObject
from tests.builders_grading import a_trial


def trials(
    arm: Arm, scores: Sequence[float | None], *, ids: Sequence[str] = ("R1",), item: JsonObject | None = None
) -> list[GradedTrial]:
    """Return graded trials of one task, all statements with the same score."""
    made = []
    for repeat, score in enumerate(scores, start=1):
        trial = a_trial(arm=arm, repeat=repeat)
        raw = {"text": "Names the total", "score": score, "by": "model", **(item or {})}
        items = tuple(ItemGrade.model_validate({"id": one, **raw}) for one in ids)
        made.append(GradedTrial(trial=trial.id, cell=trial.cell, state="completed", score=score, items=items))
    return made


def notes(candidate: Sequence[float | None], baseline: Sequence[float | None], **item: object) -> list[str]:
    """Return the notes on one statement."""
    both = [*trials("candidate", candidate, item=item), *trials("baseline", baseline, item=item)]
    return list(statement_notes(both))


@pytest.mark.parametrize(("candidate", "baseline", "said"), [
    ([1, 1, 1], [1, 1, 1], "met in every trial of both arms, telling nothing apart: 1 of 1 statements: T1"),
    ([0, 0, 0], [0, 0, 0], "met in no trial of either arm"),
    ([1, 1, 1], [0, 0, 0], "met only with the candidate"),
    ([0, 0, 0], [1, 1, 1], "met only without the change: it may hurt here"),
    ([1, 0, 1, 0], [1, 1, 1, 1], "flips: met in 2 of 4 candidate trials"),
])  # fmt: skip
def test_patterns_of_one_statement(candidate: list[float], baseline: list[float], said: str) -> None:
    """Each pattern that a mean hides is named, with its n."""
    (note,) = notes(candidate, baseline)

    assert said in note


@pytest.mark.parametrize(("candidate", "baseline"), [
    ([1, 1], [0, 0]), ([1, 1, None], [1, 1, None]), ([1, 1, 1, 1], [1, 1, 1, 0]),
])  # fmt: skip
def test_what_shows_no_pattern_is_not_told(
    candidate: list[float | None], baseline: list[float | None]
) -> None:
    """Two of a kind are not "always", ungraded ones are none, and one miss in four is no coin."""
    assert notes(candidate, baseline) == []


@pytest.mark.parametrize("kind", ["soft", "adherence"])
def test_only_outcome_is_reviewed(kind: str) -> None:
    """Soft statements score nothing, and adherence differs by construction."""
    assert notes([1, 1, 1], [0, 0, 0], **{kind: True}) == []


def test_control_stands_in_for_the_baseline_of_a_new_skill() -> None:
    """No skill at all."""
    both = [*trials("candidate", [1, 1, 1]), *trials("control", [0, 0, 0])]

    assert next(statement_notes(both)).startswith("met only with the candidate")


def test_a_long_list_is_counted() -> None:
    """A note is a line, not a page."""
    ids = [f"R{n}" for n in range(SHOWN + 3)]
    (note,) = statement_notes([*trials("candidate", [1] * 3, ids=ids), *trials("baseline", [1] * 3, ids=ids)])

    assert note.endswith("and 3 more")


def test_short_is_one_line() -> None:
    """Cut where it must be."""
    assert short("a\n b") == "a b"
    assert len(short("x" * 200)) == 100
