"""The page's scenarios and the project's promises."""

from skilleval.simulation import Outcome, Scenario
from skilleval.simulation.grid import Goal, goals, sections, unmet

OUTCOME = Outcome(passed=0.9, inconclusive=0.1, fail=0.0, literal_pass=0.9, red=0.1, mean_runs=80)


def test_every_promise_is_on_the_page() -> None:
    """What is promised is measured in the tables that people read."""
    shown = {scenario for section in sections(draws=10) for scenario in section.scenarios}

    assert {goal.scenario for goal in goals(draws=10)} <= shown


def test_sizes_that_suites_start_with_are_there() -> None:
    """Two and three tasks have tables like the others."""
    titles = [section.title for section in sections(draws=10)]

    assert titles[:5] == ["2 tasks", "3 tasks", "4 tasks", "12 tasks", "20 tasks"]


def test_a_missed_promise_is_named() -> None:
    """A figure beyond its limit is a missed promise; slack forgives chance only."""
    scenario = Scenario(tasks=4, sd=0.15)
    kept, missed = Goal(scenario, "pass", least=0.9), Goal(scenario, "mean_runs", most=70)

    assert unmet((kept, missed), {scenario: OUTCOME}) == (missed,)
    assert missed.is_met(OUTCOME, slack=10)
    assert not Goal(scenario, "pass", least=0.93).is_met(OUTCOME)
