"""Which skill takes which request, in numbers."""

import pytest

from skilleval.domain.change import ChangeSet
from skilleval.domain.grade import GradedTrial
from skilleval.domain.plan import Cell
from skilleval.domain.routing import NO_SKILL, RoutingTable
from skilleval.domain.suite import Suite
from skilleval.stats.routing import estimate_routing
from tests.builders_routes import a_list, a_repository, a_set, a_skill_change, route_trials

NEIGHBOURS = {"invoice-check": a_list("i1", "i2", "i3"), "weather": a_set(w=["weather"], hello=[])}
CHANGES = a_repository(a_skill_change(suite=a_list("f1")), a_skill_change("other"), neighbours=NEIGHBOURS)


def table(*graded: list[GradedTrial], changes: ChangeSet = CHANGES) -> RoutingTable:
    found = estimate_routing([trial for series in graded for trial in series], changes)
    assert found is not None
    return found


def invoices(old: str, new: str) -> list[list[GradedTrial]]:
    """Return three requests of invoice-check that go to `old` before and to `new` now."""
    return [
        route_trials(f"invoice-check:i{n}", arm, [name] * 3, expected=["invoice-check"])  # type: ignore[arg-type]
        for n in (1, 2, 3)
        for arm, name in (("baseline", old), ("candidate", new))
    ]


def test_requests_that_moved_are_named() -> None:
    """Three queries moved from their owner to another skill, a new confusion, and a lower accuracy."""
    found = table(*invoices("invoice-check", "pdf-forms"))
    (move,) = found.moves

    assert (move.before, move.after, move.queries) == ("invoice-check", "pdf-forms", ("i1", "i2", "i3"))
    assert (move.better, move.worse) == (0, 3)
    assert found.new_confusions == (("invoice-check", "pdf-forms"),)
    assert found.difference == -1.0
    assert found.difference_interval is not None
    assert -1.0 <= found.difference_interval.lo <= found.difference_interval.hi < 0
    assert found.candidate is not None
    assert found.baseline is not None
    assert (found.candidate.accuracy, found.baseline.accuracy) == (0.0, 1.0)


def test_an_old_confusion_is_not_new() -> None:
    """What both arms confuse is listed in the matrix alone."""
    found = table(*invoices("pdf-forms", "pdf-forms"))

    assert (found.moves, found.new_confusions, found.difference) == ((), (), 0.0)
    assert found.candidate is not None
    (cell,) = found.candidate.matrix
    assert (cell.expected, cell.got, cell.trials, cell.queries) == ("invoice-check", "pdf-forms", 9, 3)


def test_precision_and_recall_by_skill() -> None:
    """Of what it took, how much was its own; of what was its own, how much it took."""
    found = table(
        route_trials("pdf-forms:f1", "candidate", ["pdf-forms"] * 2, expected=["pdf-forms"]),
        route_trials(
            "invoice-check:i1", "candidate", ["invoice-check", "pdf-forms"], expected=["invoice-check"]
        ),
        route_trials("weather:hello", "candidate", ["", "pdf-forms"], expected=[]),
    )
    assert found.candidate is not None
    rows = {row.skill: row for row in found.candidate.skills}

    assert rows["pdf-forms"].precision == pytest.approx(2 / 4)
    assert (rows["pdf-forms"].recall, rows["pdf-forms"].loaded) == (1.0, 4)
    assert (rows["invoice-check"].precision, rows["invoice-check"].recall) == (1.0, 0.5)
    assert NO_SKILL not in rows
    assert found.candidate.accuracy == pytest.approx((1 + 0.5 + 0.5) / 3)
    assert found.difference is None


def test_more_skills_than_wanted_are_counted() -> None:
    """Two skills where one was asked for is a double load, right or not."""
    found = table(
        route_trials("weather:w", "candidate", ["weather+pdf-forms", "weather"], expected=["weather"])
    )

    assert found.candidate is not None
    assert (found.candidate.double_loads, found.candidate.accuracy) == ((1, 2), 1.0)


def test_errored_trials_are_no_answer() -> None:
    """Ours are counted beside; a request with nothing else has no row."""
    found = table(
        route_trials("weather:w", "candidate", ["weather", None], expected=["weather"]),
        route_trials("pdf-forms:f1", "candidate", [None], expected=["pdf-forms"]),
    )

    assert found.candidate is not None
    assert (found.candidate.trials, found.errored) == (1, {"candidate": (2, 3)})
    assert [row.id for row in found.rows] == ["weather:w"]


def trigger_trial(loaded: tuple[str, ...], arm: str) -> GradedTrial:
    cell = Cell(skill="pdf-forms", kind="trigger", item="f1", arm=arm, repeat=1)
    return GradedTrial(trial=arm, cell=cell, state="completed", score=0.0, loaded=loaded)


def test_a_lone_changes_trigger_trials_count_as_routes() -> None:
    """They ran among the same skills: where a request went is known without another trial."""
    alone = a_repository(a_skill_change(suite=a_list("f1")), neighbours=NEIGHBOURS)
    trials = [trigger_trial(("pdf-forms",), "baseline"), trigger_trial(("weather",), "candidate")]

    assert [move.after for move in table(trials, changes=alone).moves] == ["weather"]
    assert estimate_routing(trials, CHANGES) is None
    assert estimate_routing([trigger_trial(("pdf-forms",), "candidate")], alone) is None


def test_nothing_tried_is_no_table_and_unknown_targets_are_said() -> None:
    """No trial, no figure; a set that expects what nobody has is named."""
    changes = a_repository(
        a_skill_change(suite=a_set(a=["gone"], b=["pdf-forms"])), neighbours={"x": Suite()}
    )

    assert estimate_routing([], changes) is None
    found = table(
        route_trials("pdf-forms:b", "candidate", ["pdf-forms"], expected=["pdf-forms"]), changes=changes
    )
    assert "'gone'" in found.notes[0]
