"""Clause 6: our failures are counted, and too many of them are an error."""

from collections.abc import Sequence

from skilleval.domain.change import SkillChange
from skilleval.domain.grade import GradedTrial
from skilleval.domain.plan import Cell, RunPlan
from skilleval.domain.value import Arm
from skilleval.gate.health import Health, Ran, health_of
from tests.builders_stats import (
    DESCRIPTION,
    SKILL,
    a_change,
    a_digest,
    a_query,
    a_suite,
    a_trial,
    trials_from,
    trigger_trials,
)

ARMS: tuple[Arm, Arm] = ("baseline", "candidate")


def a_plan(tasks: Sequence[str], *, repeats: int = 3, left_out: Sequence[str] = ()) -> RunPlan:
    """Return a plan of both arms for these tasks."""
    cells = [
        Cell(skill=SKILL, kind="uplift", item=task, arm=arm, repeat=repeat)
        for task in tasks
        for repeat in range(1, repeats + 1)
        for arm in ARMS
    ]
    return RunPlan(
        cells=tuple(cells),
        seed=0,
        repeats=repeats,
        agent="messages",
        model="offline",
        grader_model="offline",
        digest=a_digest("plan"),
        left_out=tuple(left_out),
    )


def health(change: SkillChange, graded: Sequence[GradedTrial], plan: RunPlan | None = None) -> Health:
    """Return the health where three repeats were promised."""
    return health_of(change, Ran(tuple(graded), plan, first_look=3))


def whole(tasks: Sequence[str] = ("a", "b")) -> list[GradedTrial]:
    """Return three scored repeats of both arms."""
    return trials_from(dict.fromkeys(tasks, ((0.5, 0.5, 0.5), (0.5, 0.5, 0.5))))


def test_all_usable() -> None:
    """A complete run has no fault, and its trials are counted."""
    found = health(a_change(base=a_suite(("a", "b"))), whole())

    assert (found.faults, found.left_out, found.usable, found.planned) == ((), (), 12, 12)


def test_two_thirds_are_enough_and_less_is_not() -> None:
    """One errored trial of three is borne, two of three in a task and arm are an error that is named."""
    change = a_change(base=a_suite(("a", "b")))
    one = [*whole()[1:], a_trial("a", "baseline", 1, state="errored")]
    two = [*whole()[2:], *(a_trial("a", "baseline", n, state="errored") for n in (1, 2))]

    assert health(change, one).faults == ()
    assert health(change, two).faults == ("task a, baseline: 1 of 3 trials usable",)


def test_void_and_ungraded_trials_are_not_usable() -> None:
    """A baseline into which the skill leaked, and an answer that no grader scored, say nothing."""
    change = a_change(base=a_suite(("a",)))
    leaked = [a_trial("a", "baseline", n, void="the skill leaked in") for n in (1, 2)]
    ungraded = [a_trial("a", "candidate", n, None) for n in (1, 2)]
    good = [a_trial("a", "baseline", 3), a_trial("a", "candidate", 3)]

    assert len(health(change, [*leaked, *ungraded, *good]).faults) == 2


def test_planned_cells_that_never_ran_count() -> None:
    """A killed run is measured against its plan, not against what it happened to do."""
    change = a_change(base=a_suite(("a", "b")))
    ran = [trial for trial in whole() if trial.cell.item == "a"]

    assert health(change, ran, a_plan(("a", "b"))).faults == (
        "task b, baseline: 0 of 3 trials usable",
        "task b, candidate: 0 of 3 trials usable",
    )


def keys(task: str, repeats: Sequence[int]) -> list[str]:
    """Return the keys of cells in both arms."""
    return [f"{SKILL}/uplift/{task}/{arm}/{repeat}" for repeat in repeats for arm in ARMS]


def test_what_the_budget_left_out_is_no_fault_and_named() -> None:
    """A task that the budget kept from its first look is named; without that reason it is a fault."""
    change = a_change(base=a_suite(("a", "b")))
    cut = a_plan(("a", "b"), left_out=keys("b", (1, 2, 3)))
    partly = a_plan(("a", "b"), left_out=keys("b", (2, 3)))

    for ran, plan in ((whole(("a",)), cut), ([*whole(("a",)), *whole(("b",))[::3]], partly)):
        assert (health(change, ran, plan).left_out, health(change, ran, plan).faults) == (("b",), ())
    assert health(change, whole(("a",)), a_plan(("a",))).faults == ("b was never run",)


def test_later_looks_that_the_budget_cut_are_not_missed() -> None:
    """Where the first look is whole, extra repeats that were not paid for take nothing away."""
    change = a_change(base=a_suite(("a", "b")))
    plan = a_plan(("a", "b"), repeats=6, left_out=[*keys("a", (4, 5, 6)), *keys("b", (4, 5, 6))])

    found = health(change, whole(), plan)

    assert (found.left_out, found.faults, found.planned) == ((), (), 12)


def test_uneven_errors_are_a_fault() -> None:
    """Arms that lost trials to us unevenly, beyond chance, do not compare."""
    tasks = tuple("abcdefgh")
    change = a_change(base=a_suite(tasks))
    errored = [a_trial(task, "candidate", 3, state="errored") for task in tasks]
    kept = [t for t in whole(tasks) if (t.cell.arm, t.cell.repeat) != ("candidate", 3)]

    (fault,) = health(change, [*kept, *errored]).faults

    assert fault == "uplift trials errored unevenly: baseline 0 of 24, candidate 8 of 24"


def test_even_errors_are_borne() -> None:
    """Arms that lost the same number compare, and so do arms that differ by chance."""
    change = a_change(base=a_suite(("a", "b")))
    lost = [t for t in whole() if t.cell.repeat < 3]
    even = [*lost, *(a_trial(task, arm, 3, state="errored") for task in "ab" for arm in ARMS)]
    uneven = [*whole(("b",)), *whole(("a",))[:5], a_trial("a", "candidate", 3, state="errored")]

    assert health(change, even).faults == ()
    assert health(change, uneven).faults == ()


def test_the_authors_own_tasks_do_not_count() -> None:
    """What the change adds beside the base side's tasks cannot make the verdict an error."""
    change = a_change(base=a_suite(("a",)), head=a_suite(("a", "own")))
    own = [a_trial("own", arm, 1, state="errored", counts=False) for arm in ARMS]

    assert health(change, [*whole(("a",)), *own]).faults == ()


def test_queries_are_held_to_the_same() -> None:
    """A query with under two thirds of its repeats in an arm is an error, too."""
    change = a_change(base=a_suite(queries=[a_query("n", should=False)]), parts=DESCRIPTION)
    graded = [
        *trigger_trials("n", "baseline", [0, 0, 0]),
        *trigger_trials("n", "candidate", [None, None, 0]),
    ]

    assert health(change, graded).faults == ("query n, candidate: 1 of 3 trials usable",)


def test_control_arm_beside_a_baseline_decides_nothing() -> None:
    """A third arm may fail without making the verdict an error."""
    change = a_change(base=a_suite(("a",)))
    control = [a_trial("a", "control", n, state="errored") for n in (1, 2, 3)]

    assert health(change, [*whole(("a",)), *control]).faults == ()


def test_faults_from_outside_are_kept() -> None:
    """A failed probe makes the verdict an error whatever the trials say."""
    assert health_of(a_change(), Ran(), ("the positive control did not fire",)).faults == (
        "the positive control did not fire",
    )
