"""Imagined runs go through the product's own statistics and gate, and come out as promised."""

import random

import pytest

from skilleval.domain.policy import Bar, Sampling
from skilleval.gate import decide
from skilleval.simulation import Scenario, simulate
from skilleval.simulation.grid import Goal, goals
from skilleval.simulation.play import Play, Scores, draw, play, summarise
from skilleval.simulation.table import truth_of
from tests.builders_stats import a_case, a_change, a_suite, trials_from

SMALL = 300
SLACK = 4 * (0.05 * 0.95 / SMALL) ** 0.5
"""Four standard errors of a share near 5 % from so few runs."""


def play_whole(scores: Scores, scenario: Scenario) -> Play:
    """Play the same run the long way: graded trials, all tables, the whole case, look after look."""
    names = [f"t{number}" for number in range(len(scores))]
    have = dict.fromkeys(names, min(scenario.looks))
    while True:
        cut = {
            name: (baseline[: have[name]], candidate[: have[name]])
            for name, (baseline, candidate) in zip(names, scores, strict=True)
        }
        case = a_case(
            a_change(base=a_suite(names)),
            trials_from(cut),
            bar=scenario.bar,
            sampling=Sampling(looks=scenario.looks),
        )
        (verdict,) = decide(case).skills
        look = verdict.next_look
        assert look is not None
        if look.state != "extend":
            return Play(verdict=verdict, runs=2 * sum(have.values()))
        have |= dict.fromkeys(look.tasks, look.repeats)


def a_scenario(rng: random.Random) -> Scenario:
    """Return a random suite, truth, noise and bar."""
    return Scenario(
        tasks=rng.randint(1, 6),
        sd=rng.choice([0.0, 0.05, 0.15, 0.3]),
        lift=rng.choice([-0.2, -0.05, 0.0, 0.05, 0.1, 0.3]),
        broken_task=rng.choice([None, None, -0.3, 0.2]),
        flaky=rng.choice([0, 0, 1]),
        looks=rng.choice([(1,), (2,), (3,), (3, 6), (3, 6, 9, 12), (2, 5)]),
        bar=Bar(
            mode=rng.choice(["strict", "guard"]),
            mean=rng.choice(["beats", "beats", "not-worse"]),
            shrinkage=rng.choice(["default", "strict"]),
            blocking=rng.random() < 0.9,
        ),
        base=rng.choice([0.5, 0.8, 1.0]),
        seed=rng.randint(0, 10**6),
        draws=10,
    )


def test_the_short_way_is_the_products_way() -> None:
    """Over two thousand random runs, the simulation and the whole product come to the same, look by look."""
    rng = random.Random(42)
    verdicts = set()
    for _ in range(200):
        scenario = a_scenario(rng)
        for scores in draw(scenario):
            short, whole = play(scores, scenario), play_whole(scores, scenario)
            for name in ("verdict", "reason", "literal_bar", "conclusion", "title", "next_look"):
                one, other = getattr(short.verdict, name), getattr(whole.verdict, name)
                if name == "next_look":
                    one, other = one.state, other.state
                assert one == other, (name, scenario)
            assert short.runs == whole.runs
            verdicts.add((short.verdict.verdict, short.verdict.reason))

    assert {word for word, _ in verdicts} == {"pass", "fail", "inconclusive"}
    assert len(verdicts) >= 6


def name_of(goal: Goal) -> str:
    """Return a short name for a test."""
    scenario = goal.scenario
    return f"{scenario.tasks} tasks, {truth_of(scenario)}, {scenario.bar.mode}: {goal.figure}"


@pytest.mark.parametrize("goal", goals(draws=SMALL), ids=name_of)
def test_promises_on_few_runs(goal: Goal) -> None:
    """A small version of `make simulate`: no promise is missed by more than chance."""
    slack = 5.0 if goal.figure == "mean_runs" else SLACK

    assert goal.is_met(simulate(goal.scenario), slack=slack)


def test_same_seed_same_numbers() -> None:
    """Numbers depend on the scenario alone."""
    scenario = Scenario(tasks=3, sd=0.15, lift=0.1, draws=30)

    assert simulate(scenario) == simulate(scenario)
    assert list(draw(scenario)) != list(draw(scenario.model_copy(update={"seed": 1})))


def test_draws_hold_the_truth() -> None:
    """Scores centre on the assumed truth, in [0, 1], and coins are coins."""
    scenario = Scenario(tasks=3, sd=0.1, lift=0.1, broken_task=-0.3, flaky=1, looks=(12,), draws=200)
    runs = list(draw(scenario))

    def mean_lift(task: int) -> float:
        return sum(sum(run[task][1]) / 12 - sum(run[task][0]) / 12 for run in runs) / len(runs)

    assert scenario.truth == (-0.3, 0.1, 0.1)
    assert mean_lift(0) == pytest.approx(-0.3, abs=0.01)
    assert mean_lift(1) == pytest.approx(0.1, abs=0.01)
    assert mean_lift(2) == pytest.approx(0.0, abs=0.05)
    assert {score for run in runs for arm in run[2] for score in arm} == {0.0, 1.0}
    assert all(0 <= score <= 1 for run in runs for task in run for arm in task for score in arm)


def test_fixed_repeats_take_one_look() -> None:
    """With one number of repeats nothing is extended."""
    outcome = simulate(Scenario(tasks=4, sd=0.15, looks=(3,), draws=40))

    assert outcome.mean_runs == 4 * 3 * 2


def test_shares_add_up() -> None:
    """Verdicts are shares of all runs; guard turns reds without harm into neutral."""
    strict = Scenario(tasks=4, sd=0.15, draws=80)
    guard = strict.model_copy(update={"bar": Bar(mode="guard")})

    one, other = simulate(strict), simulate(guard)

    assert one.passed + one.inconclusive + one.fail == pytest.approx(1)
    assert (one.passed, one.fail) == (other.passed, other.fail)
    assert one.red > 0.4
    assert other.red == other.fail


def test_summary_has_the_public_names() -> None:
    """The JSON keys are those of the public surface."""
    scenario = Scenario(tasks=2, sd=0.1, draws=3)

    keys = summarise([play(scores, scenario) for scores in draw(scenario)]).as_json().keys()

    assert list(keys) == ["pass", "fail", "inconclusive", "literal_pass", "red", "mean_runs"]
