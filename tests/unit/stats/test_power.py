"""What a suite can see, and what more repeats would show."""

from dataclasses import replace

import numpy as np
import pytest

from skilleval.domain.policy import Bar
from skilleval.stats import row_from_scores, table_from_rows
from skilleval.stats.odds import Prior, weigh
from skilleval.stats.power import detectable_drop, detectable_gain, look_ahead, suite_interval
from skilleval.stats.spread import Moments

PRIOR = Prior(margin=0.05, tau_floor=0.05)


def a_suite_of(tasks: int, *, repeats: int = 3, sd: float = 0.15) -> Moments:
    """Return equally noisy tasks without any lift."""
    return Moments((0.0,) * tasks, ((repeats, repeats),) * tasks, (sd * sd,) * tasks)


def shown_share(
    tasks: int, repeats: int, *, drop: float = 0.0, gain: float = 0.0, draws: int = 1500
) -> float:
    """Return how often a drop of the first task, or a gain of all, is shown in imagined runs."""
    rng = np.random.default_rng(11)
    shown = 0
    for scores in rng.normal(0.5, 0.15, size=(draws, tasks, 2, repeats)):
        scores[:, 1] += gain
        scores[0, 1] -= drop
        rows = tuple(
            row_from_scores(f"t{i}", baseline=pair[0].tolist(), candidate=pair[1].tolist())
            for i, pair in enumerate(np.clip(scores, 0, 1))
        )
        table = table_from_rows("s", rows, Bar())
        assert table.p_gain is not None
        shown += table.p_gain > 0.95 if gain else (table.tasks[0].p_harm or 0.0) > 0.975
    return shown / draws


@pytest.mark.parametrize(("tasks", "repeats"), [(4, 3), (12, 6)])
def test_gain_is_found_four_times_in_five(tasks: int, repeats: int) -> None:
    """A true gain of the stated size is shown in about 80 % of imagined runs."""
    gain = detectable_gain(a_suite_of(tasks, repeats=repeats), PRIOR)

    assert shown_share(tasks, repeats, gain=gain) == pytest.approx(0.80, abs=0.05)


@pytest.mark.parametrize(("tasks", "repeats"), [(2, 6), (4, 6), (12, 6)])
def test_drop_is_found_four_times_in_five(tasks: int, repeats: int) -> None:
    """A true drop of one task of the stated size is shown in about 80 % of imagined runs."""
    drop = detectable_drop(a_suite_of(tasks, repeats=repeats), PRIOR)

    assert drop is not None
    assert shown_share(tasks, repeats, drop=drop) == pytest.approx(0.80, abs=0.07)


def test_more_repeats_and_tasks_see_more() -> None:
    """Smaller changes are seen with more repeats, and smaller gains with more tasks."""
    few, many = a_suite_of(4), a_suite_of(4, repeats=12)

    assert detectable_gain(many, PRIOR) < detectable_gain(few, PRIOR)
    assert detectable_gain(a_suite_of(12), PRIOR) < detectable_gain(few, PRIOR)
    assert (detectable_drop(many, PRIOR) or 1) < (detectable_drop(few, PRIOR) or 1)


def test_hopeless_noise_sees_no_drop() -> None:
    """Where even a drop from 1 to 0 would not be shown, there is no number."""
    assert detectable_drop(a_suite_of(2, repeats=2, sd=0.5), PRIOR) is None


def test_ahead_is_the_rule_at_more_repeats() -> None:
    """Each step ahead holds the odds that the same means give at so many repeats in both arms."""
    moments = replace(a_suite_of(4), lifts=(0.1, 0.0, 0.05, -0.1))

    steps = {step.repeats: step for step in look_ahead(moments, PRIOR, "abcd")}

    assert min(steps) == 4
    assert max(steps) == 200
    odds = weigh(replace(moments, repeats=((20, 20),) * 4), PRIOR)
    assert steps[20].p_gain == odds.p_gain
    assert steps[20].p_worse == dict(zip("abcd", (task.p_worse for task in odds.tasks), strict=True))


def test_ahead_never_takes_repeats_away() -> None:
    """A task that was extended already keeps its repeats while the others catch up."""
    moments = Moments((0.1, 0.1), ((3, 3), (9, 9)), (0.02, 0.02))

    first = look_ahead(moments, PRIOR, "ab")[0]

    odds = weigh(Moments((0.1, 0.1), ((4, 4), (9, 9)), (0.02, 0.02)), PRIOR)
    assert (first.repeats, first.p_gain) == (4, odds.p_gain)


def test_suite_interval_is_the_pooled_t() -> None:
    """The interval on this suite excludes 0 exactly where the two-sided odds do."""
    rows = tuple(
        row_from_scores(f"t{i}", baseline=(0.4, 0.5, 0.6), candidate=(0.5, 0.6, 0.7)) for i in range(4)
    )
    table = table_from_rows("s", rows, Bar())

    interval = suite_interval(table)

    assert interval is not None
    assert table.p_gain is not None
    assert (interval.lo > 0) == (table.p_gain > 0.975)
    assert suite_interval(table.model_copy(update={"se": None})) is None
