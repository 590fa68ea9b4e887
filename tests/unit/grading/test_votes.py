"""One grade from several votes."""

import pytest

from skilleval.domain.suite import RubricItem
from skilleval.errors import GraderError
from skilleval.grading.support import Fault
from skilleval.grading.votes import Vote, tally
from skilleval.ports import GraderItem

ITEM = RubricItem(id="R1", text="Names the total")


def vote(score: float, fault: Fault | None = None) -> Vote:
    """Return a vote."""
    return Vote(GraderItem(id="R1", score=score, evidence="q", reason="because"), fault)


@pytest.mark.parametrize(("votes", "score"), [
    ([vote(1)], 1), ([vote(0)], 0), ([vote(1), vote(1), vote(0)], 1), ([vote(1), vote(0)], 0),
    ([vote(0.5), vote(1), vote(1), vote(0), vote(0.5)], 0.5), ([vote(1, "unproven")], 0),
    ([vote(1, "invented"), vote(1)], 1), ([vote(1, "invented"), vote(0), vote(0)], 0),
])  # fmt: skip
def test_majority_decides_and_a_tie_is_not_met(votes: list[Vote], score: float) -> None:
    """Invented evidence counts for nothing, no evidence counts as not met."""
    assert tally(ITEM, votes).score == score


def test_agreement_is_shown() -> None:
    """A reader learns how sure the votes are."""
    assert tally(ITEM, [vote(1), vote(1), vote(0)]).note == "2 of 3 votes agree"
    assert tally(ITEM, [vote(1)]).note == ""


def test_item_without_any_standing_vote_is_the_graders_failure() -> None:
    """It is raised, and becomes an errored trial: never a 0."""
    with pytest.raises(GraderError, match="R1"):
        tally(ITEM, [vote(1, "invented"), vote(0, "invented")])


def test_unsupported_and_weak_are_marked() -> None:
    """What a grade rests on is written beside it."""
    assert tally(ITEM, [vote(1, "unproven")]).unsupported
    assert "weak" in tally(ITEM.model_copy(update={"weak": True}), [vote(1)]).note
