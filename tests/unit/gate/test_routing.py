"""Clause 4, the part that speaks of all skills together; and what is neither a miss nor ours."""

import pytest

from skilleval.domain.change import Part
from skilleval.domain.lift import SkillTables
from skilleval.domain.plan import REPOSITORY, Cell, CellKind, RunPlan
from skilleval.domain.policy import Bar
from skilleval.domain.routing import RoutingTable
from skilleval.domain.value import Interval
from skilleval.domain.verdict import Clause, SkillVerdict
from skilleval.gate import decide
from tests.builders_routing import a_routing_table
from tests.builders_stats import (
    DESCRIPTION,
    SKILL,
    a_bundle,
    a_case,
    a_change,
    a_digest,
    a_query,
    a_suite,
    trigger_trials,
)

QUERY = a_suite(queries=[a_query("p")])
STEADY = [*trigger_trials("p", "baseline", [1, 1, 1]), *trigger_trials("p", "candidate", [1, 1, 1])]
LOSS = a_routing_table().model_copy(update={"difference_interval": Interval(lo=-0.6, hi=-0.1)})


def a_plan(*cells: Cell, curtailed: tuple[str, ...] = ()) -> RunPlan:
    return RunPlan(
        cells=cells,
        seed=0,
        repeats=3,
        looks=(3,),
        agent="messages",
        model="offline",
        grader_model="offline",
        digest=a_digest("plan"),
        curtailed=curtailed,
    )


def judged(
    routing: RoutingTable | None,
    *,
    bar: Bar | None = None,
    asked: tuple[CellKind, ...] = (),
    parts: tuple[Part, ...] = DESCRIPTION,
    planned: bool = True,
) -> tuple[SkillVerdict, Clause]:
    """Return the verdict on a skill whose own queries hold, and its clause on triggers."""
    change = a_change(base=QUERY, parts=parts).model_copy(update={"asked": asked})
    route = Cell(skill=REPOSITORY, kind="route", item="x:y", arm="candidate", repeat=1)
    own = STEADY if change.wants_triggers else []
    cells = (*(trial.cell for trial in own), *([route] if planned else []))
    case = a_case(change, own, bar=bar, routing=routing, plan=a_plan(*cells))
    (skill,) = decide(case).skills
    return skill, next(clause for clause in skill.clauses if clause.name == "triggers")


def test_a_shown_loss_in_routing_breaks_the_clause() -> None:
    """Requests that reach the right skill less often, beyond chance; the confusion is named."""
    skill, clause = judged(LOSS)

    assert (skill.verdict, clause.state) == ("fail", "broken")
    assert "csv-clean takes requests of report-writer" in clause.reason
    assert clause.numbers["routing_accuracy"] == 0.5
    assert clause.numbers["queries"] == 1


def test_what_may_be_chance_breaks_nothing() -> None:
    """An interval that holds zero is no loss; the figures are there."""
    skill, clause = judged(a_routing_table())

    assert (skill.verdict, clause.state) == ("pass", "met")
    assert clause.numbers["routing_difference"] == -0.25


@pytest.mark.parametrize(("floor", "state"), [(0.9, "broken"), (0.5, "met")])
def test_the_floor_holds_for_all_skills_together(floor: float, state: str) -> None:
    """`bar.routing-floor`: the share of requests whose first skill is the right one."""
    clause = judged(a_routing_table(), bar=Bar(routing_floor=floor))[1]

    assert clause.state == state
    assert clause.numbers["routing_floor"] == floor


def test_a_floor_without_a_figure_is_open() -> None:
    """Nothing goes green by absence: requests were to run, and none could."""
    skill, clause = judged(None, bar=Bar(routing_floor=0.9))

    assert (skill.verdict, skill.reason, clause.state) == ("inconclusive", "routing-open", "open")
    assert judged(None, bar=Bar(routing_floor=0.9), planned=False)[1].state == "met"


def test_routing_alone() -> None:
    """`skilleval route` judges nothing else: no loss is a pass, a loss a failure, no request neither."""
    alone: dict[str, object] = {"asked": ("route",), "parts": ("body",)}
    held, clause = judged(a_routing_table(), **alone)  # type: ignore[arg-type]
    lost, _ = judged(LOSS, **alone)  # type: ignore[arg-type]
    none, _ = judged(None, planned=False, **alone)  # type: ignore[arg-type]
    new, _ = judged(a_routing_table().model_copy(update={"baseline": None}), **alone)  # type: ignore[arg-type]

    assert (held.verdict, held.reason, clause.state) == ("pass", "routing-holds", "met")
    assert (lost.verdict, lost.reason) == ("fail", "triggers")
    assert (none.verdict, none.reason, none.conclusion) == ("inconclusive", "no-routes", "neutral")
    assert (new.verdict, new.reason) == ("inconclusive", "not-judged")
    assert "not asked for" in next(c for c in held.clauses if c.name == "mean").reason
    security = next(c for c in held.clauses if c.name == "security")
    assert (security.state, "not reviewed" in security.reason) == ("n/a", True)


def test_a_skill_that_hides_itself_is_no_miss() -> None:
    """`disable-model-invocation`: its description decides nothing, and that is said."""
    hidden = a_bundle().model_copy(
        update={
            "skill": a_bundle().skill.model_copy(update={"frontmatter": {"disable-model-invocation": True}})
        }
    )
    change = a_change(base=QUERY, parts=DESCRIPTION).model_copy(update={"candidate": hidden})
    (skill,) = decide(a_case(change)).skills
    clause = next(clause for clause in skill.clauses if clause.name == "triggers")

    assert (skill.verdict, skill.reason, clause.state) == ("pass", "nothing-to-measure", "n/a")
    assert "disable-model-invocation" in clause.reason


def test_not_offered_is_open_and_not_our_failure() -> None:
    """A host whose listing is full says nothing of the description: neither pass, fail nor error."""
    unseen = [
        trial.model_copy(update={"trigger": "not-offered", "void": "not offered"})
        for trial in trigger_trials("p", "candidate", [0, 0, 0])
    ]
    trials = [*trigger_trials("p", "baseline", [1, 1, 1]), *unseen]
    (skill,) = decide(a_case(a_change(base=QUERY, parts=DESCRIPTION), trials)).skills
    clause = next(clause for clause in skill.clauses if clause.name == "triggers")

    assert (skill.verdict, skill.reason) == ("inconclusive", "not-offered")
    assert (clause.state, clause.numbers["not_offered"]) == ("open", 3)


def test_curtailed_repeats_are_missed_by_nobody() -> None:
    """Two of three repeats that agree are all that was due; a repeat that is lost is not."""
    trials = [*trigger_trials("p", "baseline", [1, 1]), *trigger_trials("p", "candidate", [1, 1])]
    third = [
        Cell(skill=SKILL, kind="trigger", item="p", arm=arm, repeat=3) for arm in ("baseline", "candidate")
    ]
    cells = (*(trial.cell for trial in trials), *third)
    change = a_change(base=QUERY, parts=DESCRIPTION)

    def numbers(*curtailed: Cell) -> tuple[object, object]:
        plan = a_plan(*cells, curtailed=tuple(cell.key for cell in curtailed))
        (skill,) = decide(a_case(change, trials, plan=plan)).skills
        evidence = next(clause for clause in skill.clauses if clause.name == "evidence")
        return evidence.numbers["usable"], evidence.numbers["planned"]

    assert numbers(*third) == (4, 4)
    assert numbers() == (4, 6)


def test_everyday_trials_are_no_part_of_the_bar() -> None:
    """Their findings are the security clause's; that they errored makes no verdict an error."""
    table = SkillTables(skill=SKILL)
    case = a_case(a_change(base=QUERY, parts=DESCRIPTION), STEADY)
    ours = [
        trial.model_copy(
            update={"cell": trial.cell.model_copy(update={"kind": "everyday"}), "state": "errored"}
        )
        for trial in STEADY
    ]
    from dataclasses import replace

    (skill,) = decide(replace(case, graded=(*case.graded, *ours))).skills

    assert table.everyday is None
    assert skill.verdict == "pass"
