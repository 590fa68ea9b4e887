"""How much a trial scatters: pooled, floored, and of a task by itself."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skilleval.stats.spread import (
    SD_FLOOR,
    Moments,
    TaskSample,
    moments_from_samples,
    pooled_variance,
    task_variances,
)

SCORE = st.floats(0, 1).map(lambda x: round(x, 2))
ARM = st.lists(SCORE, min_size=1, max_size=5).map(tuple)


def test_pooled_within_task_and_arm() -> None:
    """Differences between tasks and arms are no noise: only what scatters within counts."""
    moments = moments_from_samples(
        [TaskSample((0.0, 0.2), (0.8, 1.0)), TaskSample((0.5, 0.5, 0.5), (0.1, 0.1))]
    )

    assert moments is not None
    assert moments.df == 2 + 3
    assert moments.lifts == pytest.approx((0.8, -0.4))
    assert pooled_variance(moments) == pytest.approx((0.02 + 0.02) / 5)


def test_equal_scores_are_floored() -> None:
    """A few equal scores do not prove that there is no noise."""
    moments = moments_from_samples([TaskSample((1.0, 1.0), (1.0, 1.0))])

    assert moments is not None
    assert pooled_variance(moments) == SD_FLOOR**2


def test_single_repeats_have_no_spread() -> None:
    """With one repeat in each arm nothing is known of noise; without tasks neither."""
    assert moments_from_samples([TaskSample((0.3,), (0.9,))]) is None
    assert moments_from_samples([]) is None


def test_alike_tasks_share_the_pooled_spread() -> None:
    """Where variances differ no more than chance, each task is believed to scatter as the suite does."""
    moments = Moments((0.0,) * 4, ((3, 3),) * 4, (0.02, 0.03, 0.01, 0.02))

    believed = task_variances(moments)

    assert [variance for variance, _ in believed] == pytest.approx([0.02] * 4)
    assert [df for _, df in believed] == [16.0] * 4


def test_a_flaky_task_scatters_by_itself() -> None:
    """One task that flips between 0 and 1 among steady ones keeps most of its own spread."""
    moments = Moments((0.0,) * 12, ((3, 3),) * 12, (*(0.0,) * 11, 0.33))

    *steady, flaky = task_variances(moments)

    assert flaky[0] > 0.25
    assert flaky[1] < 10
    assert [variance for variance, _ in steady] == pytest.approx([0.33 / 12] * 11)
    assert {df for _, df in steady} == {48.0}


def test_tasks_of_one_repeat_borrow_the_pooled_spread() -> None:
    """A task whose own spread cannot be known takes the suite's."""
    moments = Moments((0.0,) * 3, ((1, 1), (3, 3), (3, 3)), (0.0, 0.01, 0.2))

    variance, df = task_variances(moments)[0]

    assert variance == pytest.approx(0.105)
    assert df == 8.0


@settings(deadline=None)
@given(st.lists(st.tuples(ARM, ARM), min_size=1, max_size=6))
def test_never_less_than_pooled(samples: list[tuple[tuple[float, ...], tuple[float, ...]]]) -> None:
    """No task is believed steadier than the suite, nor on more degrees of freedom than there are."""
    moments = moments_from_samples([TaskSample(old, new) for old, new in samples])

    if moments is not None:
        pooled = pooled_variance(moments)
        for variance, df in task_variances(moments):
            assert variance >= pooled - 1e-15
            assert 0 < df <= moments.df
