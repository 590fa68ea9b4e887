"""Outcomes as text."""

import pytest

from skilleval.domain.policy import Bar
from skilleval.simulation import Outcome, Scenario, render_simulation
from skilleval.simulation.table import Line, describe, render_table, truth_of

OUTCOME = Outcome(passed=0.75, inconclusive=0.204, fail=0.046, literal_pass=0.8, red=0.2, mean_runs=90.4)
SCENARIO = Scenario(tasks=12, sd=0.15, lift=0.1, draws=4000)


def test_terminal_text() -> None:
    """What was assumed, a bar a verdict, the other figures, and what they rest on."""
    assert render_simulation(SCENARIO, OUTCOME) == (
        "12 tasks, spread of a trial 0.15, looks at 3, 6, 9, 12 repeats per arm, bar strict\n"
        "truth: every task +0.10\n"
        "\n"
        "  pass            ██████████████████████████████░░░░░░░░░░ 75%\n"
        "  inconclusive    ████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 20%\n"
        "  fail            ██░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 4.6%\n"
        "  literal bar met ████████████████████████████████░░░░░░░░ 80%\n"
        "  red check       ████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 20%\n"
        "\n"
        "  90 trials on average, both arms; 4000 imagined runs, seed 0\n"
    )


def test_table_row_has_a_bar_of_fixed_width() -> None:
    """Pass, inconclusive and fail share one bar; it is full whatever the rounding."""
    for passed, fail in ((0.0, 0.0), (1.0, 0.0), (0.524, 0.476), (0.025, 0.975)):
        outcome = OUTCOME.model_copy(
            update={"passed": passed, "fail": fail, "inconclusive": 1 - passed - fail}
        )
        row = render_table([Line("x", SCENARIO, outcome)]).splitlines()[2]
        assert len(row.split("`")[1]) == 20


@pytest.mark.parametrize(
    ("update", "words"),
    [
        ({"lift": 0.0}, "no change"),
        ({}, "every task +0.10"),
        ({"broken_task": -0.3}, "one task -0.30, the rest +0.10"),
        ({"broken_task": -0.3, "lift": 0.0}, "one task -0.30, the rest unchanged"),
        ({"lift": 0.0, "flaky": 2}, "no change, 2 flaky"),
    ],
)
def test_truth_in_words(update: dict[str, object], words: str) -> None:
    """Each truth has its words."""
    assert truth_of(SCENARIO.model_copy(update=update)) == words


def test_suite_in_words() -> None:
    """One task is one task, one look is a number of repeats, and a stricter bar is named."""
    single = Scenario(tasks=1, sd=0.1, looks=(3,), bar=Bar(mode="guard", shrinkage="strict"))

    assert describe(single) == (
        "1 task, spread of a trial 0.10, 3 repeats per arm, bar guard, bar.shrinkage strict"
    )
