"""Imagined queries, judged by clause 4 of the product itself."""

import pytest

from skilleval.simulation.queries import draw_queries, simulate_queries
from skilleval.simulation.query_page import false_alarms, query_scenarios, render_queries
from skilleval.simulation.scenario import Outcome, QueryScenario

GATES = ("triggers", "routing")


def a_scenario(gate: str, **parts: object) -> QueryScenario:
    """Return twelve queries that are right in nine of ten trials."""
    return QueryScenario.model_validate({"gate": gate, "queries": 12, "draws": 150, **parts})


def an_outcome(fail: float) -> Outcome:
    """Return a share of false alarms."""
    return Outcome(passed=1 - fail, inconclusive=0, fail=fail, literal_pass=0, red=fail, mean_runs=72)


@pytest.mark.parametrize("gate", GATES)
def test_no_change_is_seldom_called_a_loss(gate: str) -> None:
    """And what is not called a loss passes: the clause is judged, not left open."""
    outcome = simulate_queries(a_scenario(gate, low=0.5, high=1.0))

    assert outcome.fail <= 0.05
    assert outcome.passed + outcome.fail == pytest.approx(1.0)


@pytest.mark.parametrize("gate", GATES)
def test_a_large_loss_is_shown(gate: str) -> None:
    """The same code that is quiet without a change speaks up with one."""
    assert simulate_queries(a_scenario(gate, change=-0.6, draws=30)).fail >= 0.9


def test_a_query_that_fell_is_repeated_before_it_counts() -> None:
    """With two queries no interval shows a loss: more repeats of the fallen one do."""
    scenario = a_scenario("triggers", queries=2, low=1.0, high=1.0, change=-1.0, draws=3)

    assert simulate_queries(scenario).fail == 1.0


def test_same_scenario_same_numbers() -> None:
    """The seed tells all."""
    scenario = a_scenario("routing", draws=5)

    assert list(draw_queries(scenario)) == list(draw_queries(scenario))


def test_page_holds_every_row_without_a_change_to_the_promise() -> None:
    """Beyond chance, by the number of its runs."""
    rows = query_scenarios(draws=400)
    good = {row: an_outcome(0.04) for row in rows}
    bad = {row: an_outcome(0.04 if row.change else 0.5) for row in rows}

    assert false_alarms(rows, good) == ()
    assert false_alarms(rows, bad) == tuple(row for row in rows if not row.change)
    assert render_queries(rows, good).count("\n| ") == len(rows) + 1
    assert render_queries(rows, bad).count("✗") == sum(not row.change for row in rows)
