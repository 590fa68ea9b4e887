"""Trigger and routing figures by the real CLI: slots, parallel trials, the host's listing budget."""

import json

import pytest

from skilleval.domain.change import ChangeSet
from skilleval.domain.lift import TriggerTable
from skilleval.domain.plan import REPOSITORY, Cell
from skilleval.domain.policy import Bar, Budget, Limits
from skilleval.domain.suite import TriggerQuery
from skilleval.domain.trial import Broke, Errored, TimedOut
from skilleval.domain.value import Arm
from skilleval.execution import ExecutionResult, execute_plan
from skilleval.grading import Marking, grade_trials
from skilleval.stats import estimate_lifts, estimate_routing
from skilleval.testing.clock import FixedClock
from skilleval.testing.grader import ScriptedGrader
from skilleval.testing.model import ScriptedModels
from tests import builders_docker
from tests.builders_cli import MODEL, Stage, staged
from tests.builders_execution import a_bundle, a_lab, a_plan, changes_with
from tests.builders_gateway import Body, say, turns, use
from tests.builders_routes import a_repository, a_set, a_skill_change

pytestmark = [*builders_docker.needs_docker, pytest.mark.timeout(600)]

NAME = "pdf-forms"
LOOK = use("Bash", {"command": "ls", "description": "look"})
LOAD = use("Skill", {"skill": NAME}, 1)
ARMS: tuple[Arm, Arm] = ("candidate", "baseline")


def a_query(number: int, *, should: bool, fires: bool) -> TriggerQuery:
    verb = "do fire" if fires else "stay quiet"
    return TriggerQuery(id=f"q{number}", query=f"request {number}: please {verb}", should_trigger=should)


QUERIES = (
    *(a_query(number, should=True, fires=number != 3) for number in range(4)),
    *(a_query(number, should=False, fires=number == 7) for number in range(4, 8)),
)


def by_prompt(body: Body) -> list[Body]:
    """Look around first; then load the skill where the request says so."""
    fires = "do fire" in json.dumps(body["messages"])
    return turns(LOOK, LOAD, say("done"))(body) if fires else turns(LOOK, say("done"))(body)


def run(
    stage: Stage, changes: ChangeSet, cells: list[Cell], *, slots: int, timeout_s: float = 60.0
) -> ExecutionResult:
    """Run these cells in rooms of the stage, so many at once."""
    lab = a_lab(
        agent=stage.agent,
        sandboxes=stage.rooms,
        models=ScriptedModels([]),
        clock=FixedClock(),
        limits=Limits(timeout_s=timeout_s, memory_mb=1024),
        budget=Budget(concurrency=slots),
    )
    return execute_plan(a_plan(*cells, model=MODEL), changes, lab)


def marking() -> Marking:
    return Marking(grader=ScriptedGrader(), models=ScriptedModels([]))


def measured(slots: int) -> TriggerTable:
    """Return the trigger figures of all queries in both arms, with so many parallel slots."""
    changes = changes_with(queries=QUERIES, neighbours=(a_bundle("weather"),))
    cells = [
        Cell(skill=NAME, kind="trigger", item=query.id, arm=arm, repeat=1)
        for query in QUERIES
        for arm in ARMS
    ]
    with staged(slots=slots + 2) as stage:
        stage.provider.script = by_prompt
        result = run(stage, changes, cells, slots=slots)
    assert [trial.outcome.state for trial in result.trials] == ["completed"] * len(cells)
    (tables,) = estimate_lifts(grade_trials(result.trials, changes, marking()), changes, bar=Bar())
    assert tables.triggers is not None
    return tables.triggers


def test_measured_recall_is_equal_with_1_and_with_10_slots() -> None:
    """The whole of stages 5 to 7: the same figures, and a harmless first tool decides nothing."""
    alone, many = measured(1), measured(10)

    for table in (alone, many):
        for stats in (table.candidate, table.baseline):
            assert stats is not None
            assert (stats.tp, stats.fn, stats.fp, stats.tn) == (3, 1, 1, 3)
            assert (stats.recall, stats.false_trigger_rate) == (0.75, 0.25)
    assert alone.queries == many.queries
    assert alone.outcomes == many.outcomes
    assert alone.outcomes["candidate"].loaded == 4


@pytest.mark.parametrize("should", [True, False], ids=["positive", "negative"])
@pytest.mark.parametrize("fate", ["errored", "timed_out", "broke"])
def test_a_lost_trial_is_the_same_on_positives_and_on_negatives(fate: str, should: bool) -> None:
    """What happened to the agent does not depend on what was hoped for: never quiet by dying."""
    skill = a_bundle(body="Fill in each field of the form, then say which fields were left empty and why.")
    with staged(slots=1) as stage:
        if fate == "errored":
            stage.provider.faults = ["529"] * 50
        command = "kill -9 $PPID" if fate == "broke" else "python3 -c 'import time; time.sleep(100)'"
        stage.provider.script = turns(use("Bash", {"command": command, "timeout": 90000}), say("done"))
        limits = Limits(timeout_s=12.0, memory_mb=1024)
        outcome = stage.trial(
            f"{fate}-{should}",
            [skill],
            limits=limits,
            prompt="Fill in the form." if should else "What is the weather?",
            stop_when_loaded=skill.name,
            stop_after_tool_calls=10,
        ).outcome

    wanted = {"errored": Errored, "timed_out": TimedOut, "broke": Broke}[fate]
    assert isinstance(outcome, wanted), outcome


def test_routes_end_with_the_skills_that_they_wait_for() -> None:
    """Two expected skills in order, one that another takes, and a request that none should answer."""
    changes = a_repository(
        a_skill_change(
            suite=a_set(**{"both, please": [NAME, "weather"], "the sky, please": ["weather"], "hello": []})
        ),
        neighbours={"weather": a_set()},
    )
    cells = [
        Cell(skill=REPOSITORY, kind="route", item=f"{NAME}:{item}", arm="candidate", repeat=1)
        for item in ("both, please", "the sky, please", "hello")
    ]

    def script(body: Body) -> list[Body]:
        if "hello" in json.dumps(body["messages"]):
            return say("hi")
        return turns(LOAD, use("Skill", {"skill": "weather"}, 2), LOOK, say("done"))(body)

    with staged(slots=2) as stage:
        stage.provider.script = script
        result = run(stage, changes, cells, slots=1)
    both, sky, hello = grade_trials(result.trials, changes, marking())
    table = estimate_routing([both, sky, hello], changes)

    assert (both.loaded, both.score) == ((NAME, "weather"), 1.0)
    assert (sky.loaded, sky.score, sky.trigger) == ((NAME,), 0.0, "other-skill")
    assert (hello.loaded, hello.score) == ((), 1.0)
    assert table is not None
    assert table.candidate is not None
    assert table.candidate.accuracy == pytest.approx(2 / 3)


def test_the_hosts_listing_budget_is_seen_and_said() -> None:
    """Long descriptions are cut, and many of them are names alone: the CLI's own first event hides that."""
    crowd = [a_bundle(f"skill-{number:02}", description="words and " * 150) for number in range(40)]
    long = a_bundle("long", description="words and " * 300)
    with staged(slots=1) as stage:
        few = stage.trial("few", [long]).evidence
        many = stage.trial("many", crowd, stop_when_loaded="skill-39").evidence

    assert few.notes == ("the description of long was cut at 1536 characters",)
    assert len(many.skills.offered) == 40
    (note,) = [note for note in many.notes if "names without descriptions" in note]
    assert "skill-39" in note
