"""Grading of all trials, through the real model grader and the offline rules."""

from dataclasses import replace

import pytest

from skilleval.domain.grade import GradedTrial
from skilleval.domain.suite import RubricItem, Task, TextMatch
from skilleval.domain.trial import Broke, Completed, Errored, Outcome, TimedOut
from skilleval.errors import GraderError, ModelError
from skilleval.grading import Marking, grade_trials
from skilleval.grading.graders.model import ModelGrader
from skilleval.ports import Grader, GraderItem, GraderReply, GradingSheet, ReadingQuestion
from skilleval.testing.grader import ScriptedGrader, refuses
from tests.builders_grading import a_change, a_change_set, a_fixture, a_task, a_trial, offline_models

BILL = a_fixture("bill.csv", "item,amount\npen,2.00\ninbox,10.00\nTotal,24.00\n")
TASK = a_task(
    checks=[TextMatch(id="C1", kind="must_match", pattern="12\\.00")],
    rubric=["Names the difference of 12.00", "Does not claim a `tax rate`"],
    fixtures=[BILL],
)


def offline(seed: int = 0) -> Marking:
    """Return a marking by the offline rules."""
    return Marking(ModelGrader("offline"), offline_models(), seed=seed)


def scripted(grader: Grader) -> Marking:
    """Return a marking by a scripted grader."""
    return Marking(grader, offline_models())


def grade_one(answer: str, task: Task, marking: Marking, outcome: Outcome | None = None) -> GradedTrial:
    """Return the one trial, graded."""
    return grade_trials([a_trial(answer, outcome=outcome)], a_change_set(a_change(task)), marking)[0]


def test_good_answer_gets_full_marks() -> None:
    """Checks and rubric items that are met make 1.0, each with its evidence."""
    graded = grade_one("The total is wrong: it is off by a difference of 12.00.", TASK, offline())

    assert graded.score == 1.0
    assert [item.by for item in graded.items] == ["code", "model", "model"]
    assert "12.00" in graded.items[1].evidence


def test_poor_answer_gets_the_share_that_is_met() -> None:
    """What is not said is not met; what must not be said and is, neither."""
    graded = grade_one("All is well, at a tax rate of 19 percent.", TASK, offline())

    assert graded.score == 0.0
    assert {item.score for item in graded.items} == {0.0}


@pytest.mark.parametrize("outcome", [TimedOut(reason="300 s"), Broke(reason="agent died")])
def test_trial_that_ended_badly_scores_zero_without_a_grader(outcome: Outcome) -> None:
    """The agent had its chance: 0, counted, and nothing is asked of a model."""
    grader = ScriptedGrader()
    graded = grade_one("half an ans", TASK, scripted(grader), outcome)

    assert (graded.score, graded.state, graded.items) == (0.0, outcome.state, ())
    assert grader.sheets == []


def test_errored_trial_has_no_score() -> None:
    """Our failure is neither pass nor fail."""
    graded = grade_one("", TASK, scripted(ScriptedGrader()), Errored(reason="engine is gone"))

    assert (graded.state, graded.score, graded.reason) == ("errored", None, "engine is gone")


def test_grader_without_usable_reply_is_errored_never_zero() -> None:
    """A grader that answers nothing is ours, even where the checks were met."""
    graded = grade_one("off by 12.00", TASK, scripted(ScriptedGrader(script=refuses)))

    assert (graded.state, graded.score) == ("errored", None)
    assert graded.reason.startswith("grader: ")


@pytest.mark.parametrize("error", [GraderError("no"), ModelError("overloaded", retryable=True)])
def test_every_error_of_ours_is_kept_apart(error: Exception) -> None:
    """Errors of grader and model end in the same state."""

    def fail(sheet: GradingSheet) -> GraderReply:
        raise error

    assert grade_one("x", TASK, scripted(ScriptedGrader(script=fail))).state == "errored"


def test_task_without_statements_is_not_gradable() -> None:
    """No check and no rubric item is said, and is no pass."""
    graded = grade_one("Anything.", a_task(), offline())

    assert (graded.score, graded.reason, graded.state) == (None, "not gradable", "completed")


def test_model_is_not_asked_where_nothing_is_left_for_it() -> None:
    """Deterministic checks alone need no grader."""
    grader = ScriptedGrader()
    task = a_task(checks=[TextMatch(id="C1", kind="must_match", pattern="ok")])
    marking = Marking(grader, offline_models(), claims=False)

    assert grade_one("ok", task, marking).score == 1.0
    assert grader.sheets == []


def test_results_keep_the_order_of_the_trials_whatever_the_seed() -> None:
    """The order of grading is mixed by the seed; the results are not."""
    trials = [a_trial("12.00", repeat=n) for n in range(1, 6)]
    changes = a_change_set(a_change(TASK))

    for seed in (0, 7):
        graded = grade_trials(trials, changes, offline(seed))
        assert [trial.trial for trial in graded] == [trial.id for trial in trials]


def test_grading_again_gives_the_same_bytes() -> None:
    """The same trials and the same replies give byte-equal results."""
    trials = [a_trial(f"off by {n}2.00. bill.csv has 9 rows.", repeat=n) for n in range(1, 5)]
    changes = a_change_set(a_change(TASK))

    first, second = (
        [graded.model_dump_json() for graded in grade_trials(trials, changes, offline())] for _ in range(2)
    )

    assert first == second


def test_progress_is_told_for_every_trial() -> None:
    """The callback hears of each trial once, in order, up to the total."""
    heard: list[tuple[int, int]] = []
    marking = Marking(
        ScriptedGrader(), offline_models(), on_graded=lambda done, total: heard.append((done, total))
    )
    trials = [a_trial("x"), a_trial("y", repeat=2), a_trial("", repeat=3, outcome=Errored())]

    grade_trials(trials, a_change_set(a_change(TASK)), marking)

    assert heard == [(1, 3), (2, 3), (3, 3)]


def test_cost_of_grading_is_kept() -> None:
    """What the grader's calls cost is summed per trial."""
    graded = grade_one("It is off by 12.00.", TASK, offline())

    assert graded.grader_usage.calls == 1
    assert graded.grader_usage.cost_usd == pytest.approx(0.01)


def test_halves_scoring_weighs_checks_and_rubric_equally() -> None:
    """Frozen tasks: 0.5 x checks + 0.5 x mean rubric."""
    task = a_task(
        checks=[TextMatch(id="C1", kind="must_match", pattern="nothere")],
        rubric=[RubricItem(id="R1", text="a", scale="halves")],
        scoring="halves",
    )

    def half(sheet: GradingSheet) -> GraderReply:
        return GraderReply(items=(GraderItem(id="R1", score=0.5, evidence="yes"),))

    assert grade_one("yes", task, scripted(ScriptedGrader(script=half))).score == 0.25


def test_unknown_skill_or_task_is_ours() -> None:
    """A trial that belongs to nothing is errored, with the reason."""
    changes = a_change_set(a_change(TASK))
    graded = grade_trials([a_trial(item="T9")], changes, offline())[0]
    lost = grade_trials([a_trial()], a_change_set(), offline())[0]

    assert (graded.state, graded.reason) == ("errored", "no suite has the task T9")
    assert lost.state == "errored"
    assert Completed().state == "completed"


CLAIMS = a_task(
    rubric=["Names the total of 62.00"], fixtures=[a_fixture("bill.csv", "item,amount\npaper,62.00\n")]
)
MISCOUNT = "The total of 62.00 is right. The file has 9 rows."


@pytest.mark.parametrize("states", [True, False])
def test_false_claim_that_code_found_counts_when_a_second_reader_reads_it_so(states: bool) -> None:
    """What he denies stays on the record, and the grade is not touched."""
    grader = ScriptedGrader(reads=lambda asked: states)
    graded = grade_one(MISCOUNT, CLAIMS, scripted(grader))
    (claim,) = graded.false_claims

    assert (claim.by, claim.confirmed) == ("code", states)
    assert claim.second == ("agrees" if states else "disagrees")
    assert graded.score == 1.0


def test_without_a_second_reader_what_code_found_counts() -> None:
    """Where no model looks for claims, none is asked for a second look, and the claim says so."""
    grader = ScriptedGrader()
    marking = replace(scripted(grader), claims=False)
    (claim,) = grade_one(MISCOUNT, CLAIMS, marking).false_claims

    assert (claim.confirmed, claim.second) == (True, "none")
    assert grader.asked_to_read == []


def test_second_reader_is_blind_too() -> None:
    """He is shown the passage without the skill's name."""
    grader = ScriptedGrader()
    grade_one("The total of 62.00 is right. The invoice-check file has 9 rows.", CLAIMS, scripted(grader))

    assert all("invoice" not in asked.quote for asked in grader.asked_to_read)


def test_second_reader_that_gives_nothing_usable_is_ours() -> None:
    """A claim that nobody could look at is no finding, and no acquittal."""

    def fail(asked: ReadingQuestion) -> bool:
        raise GraderError("no usable reply")

    assert grade_one(MISCOUNT, CLAIMS, scripted(ScriptedGrader(reads=fail))).state == "errored"
