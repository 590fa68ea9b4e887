"""Which trials count, and against what."""

import pytest

from skilleval.domain.change import SkillChange
from skilleval.domain.grade import GradedTrial
from skilleval.domain.lift import SkillTables
from skilleval.domain.policy import Bar
from skilleval.domain.suite import Suite
from skilleval.stats import estimate_lifts
from tests.builders_stats import (
    DESCRIPTION,
    a_change,
    a_digest,
    a_query,
    a_suite,
    a_task,
    changes_of,
    trials_from,
    trigger_trials,
)


def tables(change: SkillChange, graded: list[GradedTrial]) -> SkillTables:
    """Return the tables of the one skill."""
    (found,) = estimate_lifts(graded, changes_of(change), bar=Bar())
    return found


def own_trials(item: str) -> list[GradedTrial]:
    """Return trials of a task outside the bar, much better in the candidate."""
    pair = trials_from({item: ((0.0, 0.0), (1.0, 1.0))})
    return [t.model_copy(update={"cell": t.cell.model_copy(update={"counts_in_bar": False})}) for t in pair]


def test_base_side_counts_and_the_rest_is_the_authors_own() -> None:
    """Added and edited tasks are a block of their own; the base's version and removed tasks count."""
    base = a_suite(("kept", "edited", "removed"))
    edited = a_task("edited").model_copy(update={"digest": a_digest("other")})
    head = Suite(tasks=(a_task("kept"), edited, a_task("added")))
    graded = trials_from(dict.fromkeys(("kept", "edited", "removed"), ((0.5, 0.5), (0.5, 0.5))))
    graded += [*own_trials("added"), *own_trials("edited@head")]

    found = tables(a_change(base=base, head=head), graded)

    assert found.lift is not None
    assert [row.id for row in found.lift.tasks] == ["kept", "edited", "removed"]
    assert found.lift.mean == 0.0
    assert found.own_lift is not None
    assert [(row.id, row.counts_in_bar) for row in found.own_lift.tasks] == [
        ("edited@head", False),
        ("added", False),
    ]
    assert found.own_lift.mean == 1.0


def test_head_counts_where_the_base_has_none() -> None:
    """Without base tasks the author's own count, and there is no second block."""
    found = tables(
        a_change(base=a_suite(), head=a_suite(("new",))), trials_from({"new": ((0.5, 0.5), (0.9, 0.9))})
    )

    assert found.lift is not None
    assert found.lift.mean == pytest.approx(0.4)
    assert found.own_lift is None


def test_new_skill_against_control() -> None:
    """Without a baseline, control trials are what the candidate is held against."""
    graded = trials_from({"a": ((0.25, 0.25), (0.75, 0.75))}, reference="control")
    graded += trigger_trials("p", "candidate", [1, 1, 0])

    found = tables(a_change(kind="added", head=a_suite(("a",), [a_query("p")])), graded)

    assert found.lift is not None
    assert (found.lift.mean, found.lift.tasks[0].baseline, found.lift.tasks[0].n) == (0.5, 0.25, (2, 2))
    assert found.triggers is not None
    assert found.triggers.baseline is None


def test_queries_have_an_own_block_too() -> None:
    """Added queries are shown apart from the base's."""
    change = a_change(
        base=a_suite(queries=[a_query("old")]),
        head=a_suite(queries=[a_query("old"), a_query("new")]),
        parts=DESCRIPTION,
    )
    graded = [*trigger_trials("old", "candidate", [1]), *trigger_trials("new", "candidate", [0])]

    found = tables(change, graded)

    assert found.triggers is not None
    assert [rate.id for rate in found.triggers.queries] == ["old"]
    assert found.own_triggers is not None
    assert [rate.id for rate in found.own_triggers.queries] == ["new"]


def test_due_but_not_run_keeps_its_rows() -> None:
    """Tasks that were due and have no trial stand in the table, so that nothing goes green by absence."""
    found = tables(a_change(base=a_suite(("a", "b"))), [])

    assert found.lift is not None
    assert [row.note for row in found.lift.tasks] == ["not run", "not run"]
    assert (found.claims, found.triggers, found.own_lift) == (None, None, None)


def test_not_due_and_not_run_has_no_table() -> None:
    """A description change has no lift table unless tasks were run."""
    assert tables(a_change(base=a_suite(("a",)), parts=DESCRIPTION), []).lift is None


def test_skills_are_kept_apart() -> None:
    """Trials of another skill never count."""
    one = a_change(base=a_suite(("a",)))
    two = one.model_copy(update={"name": "second"})
    graded = trials_from({"a": ((0.5, 0.5), (0.9, 0.9))})

    first, second = estimate_lifts(graded, changes_of(one, two), bar=Bar())

    assert (first.skill, second.skill) == ("report", "second")
    assert second.lift is not None
    assert second.lift.mean is None
