"""What a trial of a query came to."""

import pytest

from skilleval.domain.change import ChangeSet
from skilleval.domain.everyday import EVERYDAY
from skilleval.domain.grade import GradedTrial
from skilleval.domain.plan import REPOSITORY, Cell, CellKind
from skilleval.domain.suite import Suite
from skilleval.domain.trial import Broke, Completed, Errored, Evidence, Outcome, SkillUse, TimedOut, Trial
from skilleval.domain.value import Arm
from skilleval.grading import Marking, grade_trials
from skilleval.ports import GraderReply
from skilleval.testing.grader import ScriptedGrader
from skilleval.testing.model import ScriptedModels
from tests.builders_routes import a_list, a_repository, a_set, a_skill_change

ALL = ("invoice-check", "pdf-forms", "weather")
CHANGES = a_repository(
    a_skill_change(suite=a_list("fill it", quiet={"rain?": ""})),
    a_skill_change("new-one", is_new=True),
    neighbours={"invoice-check": a_set(hello=[], both=["pdf-forms", "invoice-check"]), "weather": Suite()},
)


def graded(
    item: str,
    skills: SkillUse,
    *,
    kind: CellKind = "trigger",
    outcome: Outcome | None = None,
    arm: Arm = "candidate",
    notes: tuple[str, ...] = (),
    changes: ChangeSet = CHANGES,
) -> GradedTrial:
    """Return the grade of one trial; no grader is needed for any of them."""
    skill = REPOSITORY if kind == "route" else "pdf-forms"
    cell = Cell(skill=skill, kind=kind, item=item, arm=arm, repeat=1)
    trial = Trial(
        id="t", cell=cell, outcome=outcome or Completed(), evidence=Evidence(skills=skills, notes=notes)
    )
    marking = Marking(grader=ScriptedGrader(lambda _sheet: GraderReply()), models=ScriptedModels([]))
    return grade_trials([trial], changes, marking)[0]


@pytest.mark.parametrize(
    ("attempted", "loaded", "word", "score"),
    [
        (("pdf-forms",), ("pdf-forms",), "loaded", 1.0),
        (("weather", "pdf-forms"), ("weather", "pdf-forms"), "loaded", 1.0),
        (("weather",), ("weather",), "other-skill", 0.0),
        (("pdf-forms",), (), "attempted", 0.0),
        ((), (), "nothing", 0.0),
    ],
)
def test_each_outcome_has_its_word(
    attempted: tuple[str, ...], loaded: tuple[str, ...], word: str, score: float
) -> None:
    """Loaded, another in its place, asked for in vain, nothing: told apart, on a query that should fire."""
    trial = graded("fill it", SkillUse(offered=ALL, attempted=attempted, loaded=loaded))

    assert (trial.trigger, trial.score, trial.loaded) == (word, score, loaded)


def test_not_offered_is_no_miss_on_either_kind_of_query() -> None:
    """The host left it out of the listing: void, whatever was expected."""
    for item in ("fill it", "rain?"):
        trial = graded(item, SkillUse(offered=("weather",)))

        assert (trial.trigger, trial.score) == ("not-offered", None)
        assert "not offered" in trial.void


def test_what_the_host_cut_is_noted() -> None:
    """A description that was cut may be why a query was missed."""
    notes = ("the description of pdf-forms was cut at 1536 characters", "the agent was denied the tool Bash")

    assert graded("fill it", SkillUse(offered=ALL), notes=notes).notes == notes[:1]


def test_an_everyday_request_is_right_in_silence() -> None:
    """The skill under test must stay away; that another one loads says nothing of it."""
    item = EVERYDAY[0].id

    assert graded(item, SkillUse(offered=ALL), kind="everyday").score == 1.0
    assert graded(item, SkillUse(offered=ALL, loaded=("pdf-forms",)), kind="everyday").score == 0.0
    assert graded(item, SkillUse(offered=ALL, loaded=("weather",)), kind="everyday").score == 1.0


BOTH = "invoice-check:both"
QUIET = "invoice-check:hello"


@pytest.mark.parametrize(
    ("item", "loaded", "score"),
    [
        (BOTH, ("pdf-forms", "invoice-check"), 1.0),
        (BOTH, ("invoice-check", "pdf-forms"), 0.0),
        (BOTH, ("pdf-forms",), 0.0),
        (QUIET, (), 1.0),
        (QUIET, ("weather",), 0.0),
        ("pdf-forms:fill it", ("pdf-forms",), 1.0),
        ("pdf-forms:fill it", ("weather", "pdf-forms"), 0.0),
    ],
)
def test_a_route_is_right_when_the_expected_skills_come_first_and_in_order(
    item: str, loaded: tuple[str, ...], score: float
) -> None:
    """Top-1, several in order, and none where none should."""
    assert graded(item, SkillUse(offered=ALL, loaded=loaded), kind="route").score == score


@pytest.mark.parametrize("outcome", [TimedOut(reason="60 s"), Broke(reason="died")])
def test_cut_short_says_nothing_where_silence_is_right(outcome: Outcome) -> None:
    """It is void where none should load, a miss where one should; the state is the same in both."""
    quiet = graded(QUIET, SkillUse(offered=ALL), kind="route", outcome=outcome)
    missed = graded(BOTH, SkillUse(offered=ALL), kind="route", outcome=outcome)

    assert (quiet.score, missed.score) == (None, 0.0)
    assert quiet.void
    assert quiet.state == missed.state == outcome.state


def test_a_route_without_its_skill_in_the_listing_is_void() -> None:
    """Nothing can be routed to what was not offered, nor in an arm into which a new skill leaked."""
    assert graded(BOTH, SkillUse(offered=("weather",)), kind="route").trigger == "not-offered"
    leaked = graded(QUIET, SkillUse(offered=(*ALL, "new-one")), kind="route", arm="baseline")
    assert "new-one" in leaked.void


def test_ours_stays_ours() -> None:
    """An errored trial and a route that no suite has are neither right nor wrong."""
    errored = graded(BOTH, SkillUse(), kind="route", outcome=Errored(reason="no model"))
    unknown = graded("weather:gone", SkillUse(), kind="route")

    assert (errored.state, errored.score) == (unknown.state, unknown.score) == ("errored", None)
    assert errored.reason == "no model"
