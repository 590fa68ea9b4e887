"""The plan: which trials run, in which order."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.domain.change import ChangeSet
from skilleval.domain.plan import CellKind
from skilleval.domain.policy import Sampling
from skilleval.domain.suite import Suite
from skilleval.plan import Recipe, build_plan, extend_plan
from skilleval.plan.cells import pairs_of
from tests.builders import a_change, a_change_set, a_query, a_task
from tests.builders_routes import a_bundle, a_list, a_repository, a_skill_change


def a_recipe(*, seed: int = 0, repeats: int = 3, price: float | None = None) -> Recipe:
    sampling = Sampling(seed=seed, repeats=repeats)
    return Recipe(
        sampling=sampling, agent="messages", model="offline", grader_model="offline", trial_cost_usd=price
    )


def test_each_arm_task_and_repeat_is_a_cell() -> None:
    """A body change runs every task of the base side in both arms, and no trigger query."""
    plan = build_plan(a_change_set(a_change(base=Suite(tasks=(a_task("1"), a_task("2"))))), a_recipe())

    assert Counter(cell.arm for cell in plan.cells) == {"candidate": 6, "baseline": 6}
    assert {cell.kind for cell in plan.cells} == {"uplift"}


def test_a_description_change_runs_triggers_only() -> None:
    """Name or description changed: queries, no tasks."""
    plan = build_plan(a_change_set(a_change(parts=("description",))), a_recipe())

    assert {cell.kind for cell in plan.cells} == {"trigger"}


@pytest.mark.parametrize("parts", [("evals",), ("other",), ()])
def test_what_reaches_no_agent_runs_nothing(parts: tuple[str, ...]) -> None:
    """Evals only, or README only: no trials."""
    change = a_change().model_copy(update={"parts": parts})

    assert build_plan(a_change_set(change), a_recipe()).cells == ()


def test_a_new_skill_is_held_against_no_skill() -> None:
    """An added skill has control trials for its tasks, and queries for itself alone."""
    plan = build_plan(a_change_set(a_change(kind="added")), a_recipe(repeats=1))

    assert {(cell.kind, cell.arm) for cell in plan.cells} == {
        ("uplift", "candidate"),
        ("uplift", "control"),
        ("trigger", "candidate"),
    }
    assert all(cell.counts_in_bar for cell in plan.cells)


def test_a_removed_or_unreadable_skill_runs_nothing() -> None:
    """There is nothing to run for it."""
    broken = a_change("broken").model_copy(update={"problem": "SKILL.md has no frontmatter"})

    assert build_plan(a_change_set(a_change(kind="removed"), broken), a_recipe()).cells == ()


def test_what_the_change_edits_is_its_own_block() -> None:
    """An edited task runs beside the base side's, outside the bar; a removed one still runs."""
    base = Suite(tasks=(a_task("1"), a_task("2")))
    head = Suite(tasks=(a_task("1", pattern="easier"), a_task("3")))

    plan = build_plan(a_change_set(a_change(base=base, head=head)), a_recipe(repeats=1))

    counts = {cell.item: cell.counts_in_bar for cell in plan.cells}
    assert counts == {"1": True, "2": True, "1@head": False, "3": False}


def test_same_input_same_plan_and_another_seed_another_order() -> None:
    """The plan depends on its input alone, and its digest on all of it."""
    changes = a_change_set(a_change(base=Suite(tasks=tuple(a_task(str(n)) for n in range(8)))))

    first, again, other = (build_plan(changes, a_recipe(seed=seed)) for seed in (1, 1, 2))

    assert first == again
    assert first.digest != other.digest
    assert first.cells != other.cells
    assert sorted(cell.key for cell in first.cells) == sorted(cell.key for cell in other.cells)


@given(tasks=st.integers(1, 6), queries=st.integers(0, 4), repeats=st.integers(1, 5), seed=st.integers(0, 99))
def test_arms_of_a_pair_stand_side_by_side(tasks: int, queries: int, repeats: int, seed: int) -> None:
    """Both arms of an item's repeat follow each other, whatever the size and seed."""
    suite = Suite(
        tasks=tuple(a_task(str(n)) for n in range(tasks)),
        queries=tuple(a_query(f"q{n}") for n in range(queries)),
    )
    change = a_change(base=suite, parts=("description", "body"))

    plan = build_plan(a_change_set(change), a_recipe(repeats=repeats, seed=seed))

    assert len(plan.cells) == 2 * repeats * (tasks + queries)
    assert all(sorted(cell.arm for cell in pair) == ["baseline", "candidate"] for pair in pairs_of(plan))


def test_more_repeats_are_added_to_both_arms_and_replace_nothing() -> None:
    """Extending keeps the old cells first and adds repeats of both arms for the wanted items."""
    plan = build_plan(a_change_set(a_change(base=Suite(tasks=(a_task("1"), a_task("2"))))), a_recipe())

    grown = extend_plan(plan, {"invoice-check": ["2"]}, repeats=6)

    assert grown.cells[: len(plan.cells)] == plan.cells
    added = Counter((cell.item, cell.arm) for cell in grown.cells[len(plan.cells) :])
    assert added == {("2", "candidate"): 3, ("2", "baseline"): 3}
    assert extend_plan(grown, {"invoice-check": ["2"]}, repeats=6) == grown


def test_the_price_is_estimated_before_it_is_spent() -> None:
    """A known price a trial gives the plan's price; an unknown one stays unknown."""
    changes = a_change_set(a_change())

    assert build_plan(changes, a_recipe(price=0.5)).estimated_cost_usd == pytest.approx(3.0)
    assert build_plan(changes, a_recipe()).estimated_cost_usd is None


def test_everyday_requests_run_for_a_changed_description_and_can_be_switched_off() -> None:
    """Twenty requests, each arm, outside the bar, after all that the bar rests on; none for a body change."""
    recipe = a_recipe().model_copy(update={"sampling": Sampling(everyday=1), "query_cost_usd": 0.01})
    changes = a_change_set(a_change(parts=("description",)))
    plan = build_plan(changes, recipe)
    everyday = [cell for cell in plan.cells if cell.kind == "everyday"]

    assert Counter(cell.arm for cell in everyday) == {"candidate": 20, "baseline": 20}
    assert not any(cell.counts_in_bar for cell in everyday)
    assert plan.cells[-len(everyday) :] == tuple(everyday)
    assert plan.estimated_cost_usd == pytest.approx(0.01 * len(plan.cells))
    off = build_plan(changes, recipe.model_copy(update={"sampling": Sampling(everyday=0)}))
    assert not [cell for cell in off.cells if cell.kind == "everyday"]
    body = build_plan(a_change_set(a_change(parts=("body",))), recipe)
    assert not [cell for cell in body.cells if cell.kind == "everyday"]


def routes_of(changes: ChangeSet, **sampling: object) -> Counter[tuple[str, str]]:
    recipe = a_recipe().model_copy(update={"sampling": Sampling(repeats=1, **sampling)})
    plan = build_plan(changes, recipe)
    return Counter((cell.item, cell.arm) for cell in plan.cells if cell.kind == "route")


def test_requests_of_colliding_neighbours_run_on_all_skills() -> None:
    """By default colliding pairs only; a setting takes all, or none. The skill's own ran as triggers."""
    changes = a_repository(
        a_skill_change(suite=a_list("fill it")),
        neighbours={"invoice-check": a_list("pay it"), "weather": a_list("rain?")},
        collide=[("invoice-check", "pdf-forms")],
    )

    assert set(routes_of(changes)) == {
        ("invoice-check:pay it", "candidate"),
        ("invoice-check:pay it", "baseline"),
    }
    assert {item for item, _ in routes_of(changes, routing="all")} == {
        "invoice-check:pay it",
        "weather:rain?",
    }
    assert not routes_of(changes, routing="none")


def test_own_requests_run_as_routes_where_several_skills_changed() -> None:
    """Then the arms of a trigger trial are not those of the repository: neighbours changed, too."""
    changes = a_repository(
        a_skill_change(suite=a_list("fill it")),
        a_skill_change("invoice-check", suite=a_list("pay it")),
        collide=[("invoice-check", "pdf-forms")],
    )

    assert {item for item, _ in routes_of(changes)} == {"pdf-forms:fill it", "invoice-check:pay it"}


def test_what_was_asked_runs_whatever_changed() -> None:
    """`skilleval trigger`, `uplift` and `route` measure one kind, also where the parts call for another."""
    body = a_skill_change(suite=a_list("fill it"), parts=("body",))
    recipe = a_recipe().model_copy(update={"sampling": Sampling(repeats=1, everyday=1)})

    def kinds(*asked: CellKind) -> set[str]:
        change = body.model_copy(update={"asked": asked})
        repository = a_repository(
            change, neighbours={"weather": a_list("rain?")}, collide=[("pdf-forms", "weather")]
        )
        return {cell.kind for cell in build_plan(repository, recipe).cells}

    assert kinds("trigger", "everyday") == {"trigger", "everyday"}
    assert kinds("route") == {"route"}
    assert kinds() == set()


def test_a_skill_that_hides_itself_has_no_trigger_trials() -> None:
    """`disable-model-invocation` is known without a trial: nothing is paid for it, in either arm."""
    hidden = a_skill_change(suite=a_list("fill it"), hidden=True)
    old = a_bundle("pdf-forms", frontmatter={"disable-model-invocation": "true"})
    shown = a_skill_change(suite=a_list("fill it"), old=old)

    assert build_plan(a_repository(hidden), a_recipe()).cells == ()
    assert {cell.arm for cell in build_plan(a_repository(shown), a_recipe()).cells} == {"candidate"}


def test_extending_a_query_makes_what_was_curtailed_due_again() -> None:
    """A query that is run again to confirm a fall runs all of its repeats."""
    changes = a_repository(a_skill_change(suite=a_list("a", "b")))
    recipe = a_recipe().model_copy(update={"sampling": Sampling(curtail=True)})
    plan = build_plan(changes, recipe)
    third = tuple(cell.key for cell in plan.cells if cell.repeat == 3)
    plan = plan.model_copy(update={"curtailed": third})

    grown = extend_plan(plan, {"pdf-forms": ["a"]}, repeats=6)

    assert plan.curtail
    assert all("/b/" in key for key in grown.curtailed)
    assert len(grown.curtailed) == 2
