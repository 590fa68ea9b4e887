"""Answers side by side."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from skilleval.domain.change import ChangeSet
from skilleval.domain.suite import Task
from skilleval.domain.trial import Errored, Trial
from skilleval.errors import GraderError
from skilleval.grading import Judging
from skilleval.grading.graders.model import ModelGrader
from skilleval.grading.pairs import check_blinding, judge_pairs
from skilleval.ports import GradingSheet, Model, PairQuestion
from tests.builders_grading import a_change, a_change_set, a_task, a_trial, offline_models

BARE = a_task(prompt="Write a poem about autumn leaves")
GRADED = a_task(rubric=["Rhymes"])


@dataclass
class Judge:
    """A judge that scores answers by a function of their text, and favours the first place."""

    score: Callable[[str], float]
    favour: float = 0.0
    asked: list[PairQuestion] = field(default_factory=list)

    async def compare(
        self, first: GradingSheet, second: GradingSheet, asking: PairQuestion, model: Model
    ) -> tuple[float, float]:
        """Return the scores."""
        self.asked.append(asking)
        return self.score(first.answer) + self.favour, self.score(second.answer)


def pairs(task: Task, n: int = 3) -> tuple[list[Trial], ChangeSet]:
    """Return trials of both arms: the candidate says "new", the baseline "old"."""
    trials = [a_trial("new", repeat=k) for k in range(1, n + 1)]
    trials += [a_trial("old", arm="baseline", repeat=k) for k in range(1, n + 1)]
    return trials, a_change_set(a_change(task))


def judging(judge: Judge) -> Judging:
    """Return a judging that needs no model."""
    return Judging(judge, offline_models())


def test_favour_for_a_place_cancels_out() -> None:
    """Each pair is shown twice, with the places swapped."""
    judge = Judge(lambda answer: {"new": 6.0, "old": 2.0}[answer], favour=2.0)
    trials, changes = pairs(BARE, 1)

    (found,) = judge_pairs(trials, changes, judging(judge)).found

    assert found.candidate == pytest.approx(0.7)
    assert found.baseline == pytest.approx(0.3)
    assert judge.asked == ["better", "better"]


def test_gradable_tasks_are_not_compared() -> None:
    """They have better evidence."""
    trials, changes = pairs(GRADED)

    assert judge_pairs(trials, changes, judging(Judge(lambda answer: 5.0))).found == ()


def test_trial_without_its_pair_is_left_out() -> None:
    """An errored trial has no answer."""
    trials, changes = pairs(BARE, 2)
    trials[3] = trials[3].model_copy(update={"outcome": Errored()})

    assert len(judge_pairs(trials, changes, judging(Judge(lambda answer: 5.0))).found) == 1


def test_judge_that_fails_gives_no_number() -> None:
    """Ours: the pair is left out."""

    def fail(answer: str) -> float:
        raise GraderError("no")

    trials, changes = pairs(BARE)

    compared = judge_pairs(trials, changes, judging(Judge(fail)))

    assert compared.found == ()
    assert compared.failed == 3


@pytest.mark.parametrize(("score", "right"), [
    (lambda answer: float(answer == "new"), 3.0), (lambda answer: float(answer == "old"), 0.0),
    (lambda answer: 5.0, 1.5),
])  # fmt: skip
def test_blinding_is_how_often_the_arms_are_told_apart(score: Callable[[str], float], right: float) -> None:
    """Always, never, or as chance has it."""
    trials, changes = pairs(GRADED)
    judge = Judge(score)

    found = check_blinding(trials, changes, judging(judge)).found

    assert found is not None
    assert (found.asked, found.right) == (3, right)
    assert set(judge.asked) == {"arm"}


def test_blinding_looks_at_a_sample() -> None:
    """A few pairs are enough; none is no rate."""
    trials, changes = pairs(GRADED, 12)
    found = check_blinding(trials, changes, judging(Judge(lambda answer: 5.0)), sample=4).found

    assert found is not None
    assert found.asked == 4
    assert check_blinding([], changes, judging(Judge(lambda answer: 5.0))).found is None


def test_model_grader_judges_pairs_through_its_tool() -> None:
    """With the offline rules: the answer that takes up the request is better."""
    trials = [a_trial("A poem about autumn: leaves fall."), a_trial("No.", arm="baseline")]

    (found,) = judge_pairs(
        trials, a_change_set(a_change(BARE)), Judging(ModelGrader("offline"), offline_models())
    ).found

    assert found.candidate > found.baseline


def test_pairs_past_the_budget_are_not_asked() -> None:
    """And they are counted, so that the report can say so."""
    trials, changes = pairs(BARE, 4)
    judge = Judge(lambda answer: 5.0)
    stingy = Judging(judge, offline_models(), may_ask=lambda usage: len(judge.asked) < 2)

    compared = judge_pairs(trials, changes, stingy)

    assert len(compared.found) + compared.unasked == 4
    assert compared.unasked > 0


def test_judge_is_on_the_bill() -> None:
    """What a look at a pair costs is counted, both of its calls."""
    trials, changes = pairs(BARE, 1)

    compared = judge_pairs(trials, changes, Judging(ModelGrader("offline"), offline_models()))

    assert compared.usage.calls == 2
