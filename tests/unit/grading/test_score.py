"""The score of a trial."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.domain.grade import ItemGrade
from skilleval.grading.score import score_items


def item(score: float | None, *, by: str = "code", soft: bool = False, adherence: bool = False) -> ItemGrade:
    """Return a graded item."""
    return ItemGrade.model_validate(
        {
            "id": "I",
            "text": "t",
            "score": score,
            "by": by,
            "soft": soft,
            "adherence": adherence,
            "note": "why",
        }
    )


def test_share_is_the_mean_of_outcome_items() -> None:
    """Checks and rubric items weigh the same."""
    assert score_items([item(1), item(0), item(1, by="model"), item(0.5, by="model")], "share").score == 0.625


def test_soft_and_adherence_items_are_no_outcome() -> None:
    """They are shown, and adherence has a score of its own."""
    scored = score_items(
        [item(1), item(0, soft=True), item(0, adherence=True), item(1, adherence=True)], "share"
    )

    assert (scored.score, scored.adherence) == (1.0, 0.5)


def test_halves_weigh_checks_and_rubric() -> None:
    """0.5 x share of hard checks + 0.5 x mean rubric."""
    items = [item(1), item(1), item(0), item(0), item(0.5, by="model"), item(1, by="model")]

    assert score_items(items, "halves").score == 0.5 * 0.5 + 0.5 * 0.75


@pytest.mark.parametrize(("items", "score", "said"), [
    ([item(1), item(0)], 0.5, "scored by the checks alone"),
    ([item(0.5, by="model")], 0.5, "scored by the rubric alone"),
])  # fmt: skip
def test_missing_half_leaves_the_other_and_is_said(items: list[ItemGrade], score: float, said: str) -> None:
    """Neither half is made up."""
    scored = score_items(items, "halves")

    assert scored.score == score
    assert scored.notes[0].startswith(said)


@pytest.mark.parametrize("scoring", ["share", "halves"])
def test_nothing_to_score_is_none(scoring: str) -> None:
    """No gradable item is no score: never 0, never 1."""
    for items in ([], [item(None, by="model")], [item(1, soft=True)], [item(1, adherence=True)]):
        assert score_items(items, scoring).score is None  # type: ignore[arg-type]


def test_items_that_no_model_graded_are_left_out_and_named() -> None:
    """What a model could not grade weighs nothing, and a reader learns of it."""
    scored = score_items([item(1), item(None, by="model")], "share")

    assert (scored.score, scored.notes) == (1.0, ("I was left out: why",))


@given(st.lists(st.sampled_from([0.0, 1.0]), max_size=8), st.sampled_from(["share", "halves"]))
def test_making_a_check_undecidable_never_pays(
    scores: list[float], scoring: Literal["share", "halves"]
) -> None:
    """An answer on which code cannot decide a check scores as one that fails it, and it is said."""
    decided = [item(score) for score in scores]

    undecidable = score_items([*decided, item(None)], scoring)

    assert undecidable.score == score_items([*decided, item(0)], scoring).score
    assert "counts as not met" in undecidable.notes[0]


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0, None]), max_size=12), st.sampled_from(["share", "halves"]))
def test_score_stays_in_its_range(scores: list[float | None], scoring: str) -> None:
    """Whatever the items, a score is in [0, 1]."""
    items = [item(score, by="model" if index % 2 else "code") for index, score in enumerate(scores)]
    score = score_items(items, scoring).score  # type: ignore[arg-type]

    assert score is None or 0.0 <= score <= 1.0
