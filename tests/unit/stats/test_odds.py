"""Odds of gains and drops, against scipy and statsmodels."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.meta_analysis import combine_effects
from statsmodels.stats.multitest import multipletests

from skilleval.stats.odds import Prior, SuiteOdds, holm, weigh
from skilleval.stats.spread import Moments, TaskSample, moments_from_samples

PRIOR = Prior(margin=0.05, tau_floor=0.05)


def moments_of(samples: list[tuple[list[float], list[float]]]) -> Moments:
    """Return the moments of (baseline, candidate) scores by task."""
    found = moments_from_samples([TaskSample(tuple(old), tuple(new)) for old, new in samples])
    assert found is not None
    return found


def even(lifts: list[float], *, repeats: int = 3, sd: float = 0.15) -> SuiteOdds:
    """Return the odds of these lifts where all tasks scatter alike."""
    count = len(lifts)
    moments = Moments(tuple(lifts), ((repeats, repeats),) * count, (sd * sd,) * count)
    return weigh(moments, PRIOR)


@pytest.mark.parametrize("margin", [0.0, 0.05])
def test_one_task_is_the_two_sample_t_test(margin: float) -> None:
    """With a single task the odds are one minus the p value of scipy's t test."""
    old, new = [0.2, 0.4, 0.5], [0.5, 0.45, 0.7, 0.6]

    odds = weigh(moments_of([(old, new)]), Prior(margin=margin, tau_floor=0.05))

    gain = stats.ttest_ind(new, old, alternative="greater").pvalue
    drop = stats.ttest_ind(np.array(new) + margin, old, alternative="less").pvalue
    assert odds.p_gain == pytest.approx(1 - gain)
    assert odds.tasks[0].p_worse == pytest.approx(1 - drop)
    assert odds.tau is None


def test_gain_bounds_agree_with_the_odds() -> None:
    """The one-sided upper bound is where the odds turn."""
    odds = even([0.1, 0.2, 0.0, 0.1])

    assert odds.p_not_worse > odds.p_gain
    assert stats.t.cdf((odds.gain_upper - odds.mean) / odds.se, 16) == pytest.approx(0.95)


def meta(lifts: list[float], variances: list[float]) -> tuple[float, float]:
    """Return statsmodels' DerSimonian-Laird tau^2, cut at 0, and the mean that it gives."""
    with np.errstate(all="ignore"):  # it warns where the uncut estimate is negative
        found = combine_effects(np.array(lifts), np.array(variances), method_re="chi2")
    positive = found.tau2 > 0
    return max(0.0, float(found.tau2)), float(found.mean_effect_re if positive else found.mean_effect_fe)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.floats(-0.5, 0.5).map(lambda x: round(x, 2)), st.integers(2, 12)),
        min_size=4,
        max_size=20,
    )
)
def test_shrinking_agrees_with_statsmodels(tasks: list[tuple[float, int]]) -> None:
    """Spread between tasks, and the mean that they are drawn to, are statsmodels' own."""
    lifts, repeats = [lift for lift, _ in tasks], [n for _, n in tasks]
    moments = Moments(tuple(lifts), tuple((n, n) for n in repeats), (0.15**2,) * len(tasks))
    variances = [0.15**2 * 2 / n for n in repeats]

    odds = weigh(moments, Prior(margin=0.05, tau_floor=0.0))

    tau2, centre = meta(lifts, variances)
    assert odds.tau is not None
    assert odds.tau**2 == pytest.approx(tau2, abs=1e-9)
    for task, lift, variance in zip(odds.tasks, lifts, variances, strict=True):
        trust = tau2 / (tau2 + variance)
        assert task.shrunken == pytest.approx(trust * lift + (1 - trust) * centre, abs=1e-6)


def test_tau_has_a_floor() -> None:
    """Lifts that agree do not prove that tasks are alike."""
    assert even([0.1, 0.1, 0.1, 0.1]).tau == pytest.approx(0.05)


def test_shrinking_protects_one_of_many() -> None:
    """The worst of twelve that merely scatter is drawn to the mean; by itself it would look harmful."""
    lifts = [0.0] * 11 + [-0.25]

    shrunken = even(lifts).tasks[-1]

    alone = even([-0.25]).tasks[0]
    assert -0.25 < shrunken.shrunken < 0
    assert shrunken.p_worse < alone.p_worse


def test_real_harm_survives_shrinking() -> None:
    """A drop that repeats bear out is shown in spite of its neighbours."""
    assert even([0.1] * 11 + [-0.3], repeats=12).tasks[-1].p_harm > 0.975


def test_few_tasks_are_held_by_holm() -> None:
    """Under four tasks harm is held against their number, and the odds for safety are not."""
    odds = even([-0.3, 0.1, 0.1])

    assert odds.tasks[0].p_harm < odds.tasks[0].p_worse
    assert odds.tasks[0].p_harm == pytest.approx(1 - 3 * (1 - odds.tasks[0].p_worse))
    assert odds.tasks[0].shrunken == -0.3


def test_four_tasks_have_one_figure() -> None:
    """From four tasks on shrinking is the protection: both figures are the same."""
    assert all(task.p_harm == task.p_worse for task in even([-0.3, 0.1, 0.1, 0.2]).tasks)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_agrees_with_statsmodels(p_values: list[float]) -> None:
    """Adjusted p values are statsmodels' Holm ones."""
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1])


def test_strict_shrinking_trusts_a_task_more() -> None:
    """A larger least spread between tasks leaves a bad task where it was measured."""
    moments = Moments((0.1,) * 11 + (-0.1,), ((3, 3),) * 12, (0.15**2,) * 12)

    default = weigh(moments, Prior(margin=0.05, tau_floor=0.05)).tasks[-1]
    strict = weigh(moments, Prior(margin=0.05, tau_floor=0.10)).tasks[-1]

    assert strict.shrunken < default.shrunken
    assert strict.p_worse > default.p_worse
