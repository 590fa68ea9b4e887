"""What code alone says of a trial."""

import pytest

from skilleval.domain.change import Baseline
from skilleval.domain.grade import GradedTrial
from skilleval.domain.suite import FieldMatch, TriggerQuery
from skilleval.domain.trial import Broke, Completed, Errored, Outcome, SkillUse, TimedOut, Trial
from skilleval.grading.case import find_case
from skilleval.grading.draft import draft_grade, not_found
from tests.builders_grading import a_change, a_change_set, a_task, a_trial

LOADED = SkillUse(offered=("invoice-check",), loaded=("invoice-check",))
SEEN = SkillUse(offered=("invoice-check", "other"))
QUERIES = (
    TriggerQuery(id="yes", query="check my bill", should_trigger=True),
    TriggerQuery(id="no", query="write a poem", should_trigger=False),
)


def graded(trial: Trial) -> GradedTrial:
    """Return the draft of a trial of a change with two queries and one task."""
    case = find_case(trial, a_change_set(a_change(a_task(rubric=["Says so"]), queries=QUERIES)))
    assert case is not None
    return draft_grade(case, seed=0).graded


def trigger(item: str, skills: SkillUse, outcome: Outcome | None = None) -> GradedTrial:
    """Return the graded trigger trial."""
    return graded(a_trial(kind="trigger", item=item, skills=skills, outcome=outcome))


@pytest.mark.parametrize(("item", "skills", "fired", "score"), [
    ("yes", LOADED, True, 1.0), ("yes", SEEN, False, 0.0),
    ("no", LOADED, True, 0.0), ("no", SEEN, False, 1.0),
])  # fmt: skip
def test_trigger_trial_fired_or_not(item: str, skills: SkillUse, fired: bool, score: float) -> None:
    """Fired means loaded; right is firing where it should and only there."""
    trial = trigger(item, skills)

    assert (trial.fired, trial.score, trial.offered, trial.void) == (fired, score, True, "")


def test_another_tool_before_the_skill_is_fired_all_the_same() -> None:
    """Only that it loaded counts, not what came first or what else was asked for."""
    used = SkillUse(
        offered=("invoice-check",), attempted=("other", "invoice-check"), loaded=("other", "invoice-check")
    )

    assert trigger("yes", used).fired


@pytest.mark.parametrize("outcome", [TimedOut(reason="60 s"), Broke(reason="died")])
def test_cut_short_before_loading_is_void_where_it_should_stay_quiet(outcome: Outcome) -> None:
    """It says nothing of a query on which the skill should not fire, and is a miss where it should."""
    quiet, missed = trigger("no", SEEN, outcome), trigger("yes", SEEN, outcome)

    assert quiet.score is None
    assert quiet.void.endswith("before the skill could load")
    assert (missed.score, missed.void) == (0.0, "")
    assert quiet.state == missed.state == outcome.state


@pytest.mark.parametrize("outcome", [TimedOut(), Broke(), Completed(stopped_early=True)])
def test_what_loaded_has_fired_however_it_ended(outcome: Outcome) -> None:
    """The answer was known."""
    assert trigger("yes", LOADED, outcome).score == 1.0
    assert trigger("no", LOADED, outcome).score == 0.0


@pytest.mark.parametrize("item", ["yes", "no"])
def test_errored_is_ours_on_positives_and_negatives(item: str) -> None:
    """Neither hit nor miss."""
    trial = trigger(item, SEEN, Errored(reason="no provider"))

    assert (trial.state, trial.score, trial.void) == ("errored", None, "")


@pytest.mark.parametrize("item", ["yes", "no"])
def test_not_offered_is_an_outcome_of_its_own(item: str) -> None:
    """A skill that the model never saw is not a miss, and staying quiet is no merit."""
    trial = trigger(item, SkillUse(offered=("other",)))

    assert (trial.offered, trial.score) == (False, None)
    assert trial.void == "the skill was not offered to the model"


def test_unknown_query_and_lost_trial_are_ours() -> None:
    """They are errored, with the reason."""
    assert trigger("gone", SEEN).state == "errored"
    assert not_found(a_trial()).graded.reason == "the skill invoice-check is not among the changes"


def test_control_that_saw_the_skill_is_void() -> None:
    """It is no baseline any more: no score, whatever the answer."""
    changes = a_change_set(a_change(a_task(rubric=["Says so"]), baseline=Baseline(kind="control")))
    case = find_case(a_trial("Says so", arm="control", skills=LOADED), changes)
    assert case is not None

    draft = draft_grade(case, seed=0)

    assert draft.sheet is None
    assert (draft.graded.score, draft.graded.void) == (None, "an arm without the skill saw it")


def test_void_comes_before_the_zero_of_a_broken_trial() -> None:
    """A leaked trial that broke is void, not 0."""
    changes = a_change_set(a_change(a_task(rubric=["x"]), baseline=Baseline(kind="control")))
    case = find_case(a_trial(arm="control", skills=LOADED, outcome=Broke()), changes)
    assert case is not None

    assert draft_grade(case, seed=0).graded.score is None


@pytest.mark.parametrize(("answer", "golden"), [
    ("status: open", "resolved"), ("status: closed", "failed"),
    ("I am escalating this to support.", "escalated"),
])  # fmt: skip
def test_golden_task_ends_in_one_of_three_ways(answer: str, golden: str) -> None:
    """Resolved, escalated or failed."""
    task = a_task(checks=[FieldMatch(id="G", kind="field_match", field="status", expected="open")])
    case = find_case(a_trial(answer), a_change_set(a_change(task)))
    assert case is not None

    assert draft_grade(case, seed=0).graded.golden == golden
