"""Intervals against scipy and statsmodels, and what they are for."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from skilleval.stats.intervals import mean_interval, paired_bootstrap, paired_t, pooled_t, wilson

LIFTS = st.lists(st.floats(-1, 1).map(lambda x: round(x, 3)), min_size=2, max_size=19)


@settings(max_examples=50, deadline=None)
@given(lifts=LIFTS)
def test_paired_t_agrees_with_scipy(lifts: list[float]) -> None:
    """The interval is scipy's one-sample t interval of the differences."""
    found = paired_t([[lift] for lift in lifts])

    if len(set(lifts)) == 1:
        assert (found.lo, found.hi) == pytest.approx((lifts[0], lifts[0]))
        return
    low, high = stats.t.interval(0.95, len(lifts) - 1, loc=np.mean(lifts), scale=stats.sem(lifts))
    assert (found.lo, found.hi) == pytest.approx((low, high), abs=1e-9)


def test_bootstrap_agrees_with_scipy() -> None:
    """Another implementation's percentile bootstrap of the same data comes to the same, within noise."""
    lifts = np.random.default_rng(5).normal(0.1, 0.2, 25)

    found = paired_bootstrap([[float(lift)] for lift in lifts])
    other = stats.bootstrap((lifts,), np.mean, n_resamples=20_000, method="percentile", rng=1)

    assert found.lo == pytest.approx(other.confidence_interval.low, abs=0.006)
    assert found.hi == pytest.approx(other.confidence_interval.high, abs=0.006)


@pytest.mark.parametrize(("count", "method"), [(2, "paired-t"), (19, "paired-t"), (20, "paired-bootstrap")])
def test_bootstrap_from_twenty_on(count: int, method: str) -> None:
    """Under twenty units the t interval is shown, from twenty on the bootstrap."""
    found = mean_interval([[0.1 * (i % 3)] for i in range(count)])

    assert found is not None
    assert found.method == method


def test_one_unit_has_no_interval() -> None:
    """A single task says nothing of other tasks."""
    assert mean_interval([[0.3]]) is None
    assert mean_interval([]) is None


def test_clusters_are_one_unit() -> None:
    """Tasks made from one fixture count once: copies of a task do not narrow the interval."""
    lifts = [0.1, 0.3, -0.1, 0.2]
    single = paired_t([[lift] for lift in lifts])
    copied = paired_t([[lift] * 5 for lift in lifts])
    naive = paired_t([[lift] for lift in lifts for _ in range(5)])

    assert (copied.lo, copied.hi) == pytest.approx((single.lo, single.hi))
    assert naive.hi - naive.lo < (copied.hi - copied.lo) / 2


def test_bootstrap_resamples_clusters() -> None:
    """From twenty clusters on, whole clusters are resampled."""
    groups = [[0.01 * i, 0.01 * i] for i in range(20)]
    single = [[0.01 * i] for i in range(20)]

    assert paired_bootstrap(groups, resamples=500) == paired_bootstrap(single, resamples=500)


def test_bootstrap_is_the_same_each_time() -> None:
    """Seed and resamples are arguments: the same input gives the same interval."""
    groups = [[0.05 * (i % 7)] for i in range(21)]

    assert paired_bootstrap(groups, resamples=200) == paired_bootstrap(groups, resamples=200)
    assert paired_bootstrap(groups, resamples=200) != paired_bootstrap(groups, resamples=200, seed=1)


def test_floor_keeps_equal_lifts_from_being_certain() -> None:
    """Equal differences have no zero-width interval once a least spread is believed."""
    found = paired_t([[0.1]] * 3, sd_floor=0.02)

    assert found.hi - found.lo == pytest.approx(2 * 4.3027 * 0.02 / 3**0.5, rel=1e-3)


@settings(deadline=None)
@given(trials=st.integers(1, 200), share=st.floats(0, 1))
def test_wilson_agrees_with_statsmodels(trials: int, share: float) -> None:
    """The interval of a share is statsmodels' Wilson interval."""
    successes = round(share * trials)

    found = wilson(successes, trials)

    assert found is not None
    low, high = proportion_confint(successes, trials, method="wilson")
    assert (found.lo, found.hi) == pytest.approx((max(0.0, low), min(1.0, high)), abs=1e-9)


def test_wilson_of_nothing() -> None:
    """No trials, no interval."""
    assert wilson(0, 0) is None
    found = wilson(3, 3)
    assert found is not None
    assert (round(found.lo, 2), found.hi) == (0.44, 1.0)


@settings(max_examples=50, deadline=None)
@given(
    mean=st.floats(-0.3, 0.3),
    sd=st.floats(0.02, 0.1),
    pair=st.tuples(st.integers(2, 12), st.integers(2, 12)),
)
def test_pooled_t_is_students_two_sample_interval(mean: float, sd: float, pair: tuple[int, int]) -> None:
    """With one task the pooled spread is the pair's own, and the interval is statsmodels' usual one."""
    rng = np.random.default_rng(7)
    old, new = (rng.normal(m, sd, n) for m, n in zip((0.0, mean), pair, strict=True))
    oracle = CompareMeans(DescrStatsW(new), DescrStatsW(old))
    se = float(oracle.std_meandiff_pooledvar)

    found = pooled_t(float(new.mean() - old.mean()), se=se, df=sum(pair) - 2)

    low, high = oracle.tconfint_diff(usevar="pooled")
    assert (found.lo, found.hi) == pytest.approx((max(-1, low), min(1, high)), abs=1e-9)


def test_no_interval_leaves_the_scale() -> None:
    """A difference of scores lies between -1 and 1, and so does every interval of one."""
    lifts = [[0.67], [1.0], [0.3], [1.0]]

    assert pooled_t(0.9, se=0.2, df=4).hi == 1.0
    assert pooled_t(-0.9, se=0.2, df=4).lo == -1.0
    found = mean_interval(lifts)
    assert found is not None
    assert found.hi == 1.0
    assert paired_t(lifts).hi > 1.0
