"""What a command that is offered will run and cost."""

from skilleval.domain.plan import Cell
from skilleval.domain.report import Report
from skilleval.domain.trial import Usage
from skilleval.domain.value import Arm
from skilleval.report.prices import Price, price_of
from tests.builders_report import a_graded, a_report, a_verdict

ARMS: tuple[Arm, ...] = ("baseline", "candidate")


def ran(*tasks: str, repeats: int = 2, cost: float | None = 0.10, errored: bool = False) -> Report:
    """Return a report whose candidate trials cost twice what its baseline trials do."""
    graded = [
        a_graded(skill, task, arm, repeat, score=None if errored else 1.0).model_copy(
            update={
                "usage": Usage(cost_usd=None if cost is None else cost * (2 if arm == "candidate" else 1)),
                "grader_usage": Usage(cost_usd=0.01),
            }
        )
        for skill in ("csv", "other")
        for task in tasks
        for arm in ARMS
        for repeat in range(1, repeats + 1)
    ]
    return a_report(a_verdict("csv"), graded=graded)


def test_a_price_is_all_trials_of_the_command_at_this_runs_means() -> None:
    """Three tasks, two arms, nine repeats: 27 trials an arm, at what an arm's 12 trials cost, graded."""
    price = price_of(ran("a", "b", "c"), skill="csv", repeats=9)

    assert price is not None
    assert (price.trials, price.n) == (54, 24)
    assert price.cost_usd is not None
    assert abs(price.cost_usd - 27 * (0.11 + 0.21)) < 1e-9
    assert str(price) == "54 trials, about $8.64 (by what 24 trials of this run cost)"


def test_without_repeats_it_is_this_plan_again_and_without_a_skill_all_of_it() -> None:
    """What is run again without a flag is what ran."""
    report = ran("a", "b")
    one, every = price_of(report, skill="csv"), price_of(report)

    assert one is not None
    assert every is not None
    assert (one.trials, every.trials) == (8, 16)


def test_an_unknown_price_is_said() -> None:
    """One trial without a price makes the sum unknown, never smaller."""
    assert str(price_of(ran("a", cost=None), skill="csv", repeats=3)) == "6 trials, price unknown"


def test_trials_that_were_ours_tell_no_price() -> None:
    """Errored trials may have cost nothing: a price from them would be too low."""
    assert str(price_of(ran("a", errored=True))) == "8 trials, price unknown"


def test_before_the_first_trial_the_price_table_tells() -> None:
    """A fork's approval is priced by what its plan was expected to cost."""
    cells = tuple(
        Cell(skill="csv", kind="uplift", item="a", arm=arm, repeat=n) for arm in ARMS for n in (1, 2, 3)
    )
    report = a_report(a_verdict("csv"))
    assert report.plan is not None
    plan = report.plan.model_copy(update={"cells": cells, "estimated_cost_usd": 1.2})

    assert price_of(report.model_copy(update={"plan": plan}), repeats=6) == Price(12, 2.4, 0)
    assert str(price_of(report.model_copy(update={"plan": plan}))) == (
        "6 trials, about $1.20 (by the price table)"
    )


def test_nothing_to_run_has_no_price() -> None:
    """A skill without tasks, and a run without a plan."""
    assert price_of(ran("a"), skill="unknown") is None
    assert price_of(a_report(a_verdict("csv"))) is None
    assert price_of(ran("a").model_copy(update={"plan": None})) is None
