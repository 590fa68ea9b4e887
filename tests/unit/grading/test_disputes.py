"""Disputes of grades: shown with the score as it would be, never applied."""

import pytest

from skilleval.domain.grade import Dispute, GradedTrial, ItemGrade
from skilleval.errors import ConfigError
from skilleval.grading import weigh_dispute
from tests.builders_grading import a_change, a_change_set, a_task, a_trial


def graded(scores: dict[str, float]) -> GradedTrial:
    """Return a trial with one statement by model for each score."""
    trial = a_trial()
    items = tuple(ItemGrade(id=key, text=key, score=score, by="model") for key, score in scores.items())
    return GradedTrial(trial=trial.id, cell=trial.cell, state="completed", score=0.5, items=items)


def test_score_as_it_would_be_stands_beside_the_score() -> None:
    """One of two statements is disputed: 0.5 would be 1."""
    trial = graded({"R1": 1.0, "R2": 0.0})
    changes = a_change_set(a_change(a_task(rubric=["a", "b"])))

    item = weigh_dispute(
        Dispute(trial=trial.trial, item="R2", score=1.0, because="it is there"), [trial], changes
    )

    assert (item.graded, item.score, item.would_be, item.by) == (0.0, 0.5, 1.0, "model")
    assert trial.score == 0.5


def test_halves_are_weighed_as_the_task_says() -> None:
    """A frozen task has half checks, half rubric."""
    trial = graded({"R1": 0.0})
    check = ItemGrade(id="C1", text="c", score=1.0, by="code")
    trial = trial.model_copy(update={"items": (check, *trial.items)})
    changes = a_change_set(a_change(a_task(rubric=["a"], scoring="halves")))

    item = weigh_dispute(Dispute(trial=trial.trial, item="R1", score=0.5, because="half"), [trial], changes)

    assert item.would_be == 0.75


@pytest.mark.parametrize(
    ("trial_id", "item", "said"), [("nope", "R1", "no graded trial"), ("", "R9", "no item")]
)
def test_what_is_not_there_cannot_be_disputed(trial_id: str, item: str, said: str) -> None:
    """With a way out."""
    trial = graded({"R1": 1.0})
    dispute = Dispute(trial=trial_id or trial.trial, item=item, score=0.0, because="x")

    with pytest.raises(ConfigError, match=said):
        weigh_dispute(dispute, [trial], a_change_set(a_change()))
