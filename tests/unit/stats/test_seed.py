"""The worked numbers of the method this project comes from, as golden tests."""

import pytest

from skilleval.domain.policy import Bar
from skilleval.stats import estimate_lifts
from skilleval.stats.intervals import paired_bootstrap, paired_t
from tests.builders_stats import a_change, a_query, a_suite, changes_of, trigger_trials

WITH_SKILL = (0.89, 1.00, 0.78, 0.89, 1.00, 0.67, 0.89, 0.78, 1.00, 0.89, 0.56, 0.89)
BASELINE = (0.44, 0.67, 0.33, 0.56, 0.78, 0.44, 0.33, 0.56, 0.89, 0.44, 0.56, 0.22)
DIFFERENCES = [[new - old] for new, old in zip(WITH_SKILL, BASELINE, strict=True)]

POSITIVES = ("111", "111", "111", "111", "111", "110", "101", "011", "100", "000")
NEGATIVES = ("110", "010", "001", "000", "000", "000", "000", "000", "000", "000")


def test_trigger_metrics() -> None:
    """60 runs of 20 queries give the seed's counts, rates and query passes."""
    runs = {f"p{i}": fired for i, fired in enumerate(POSITIVES)}
    runs |= {f"n{i}": fired for i, fired in enumerate(NEGATIVES)}
    queries = [a_query(name, should=name.startswith("p")) for name in runs]
    change = a_change(base=a_suite(queries=queries), parts=("description",))
    graded = [
        t for name, fired in runs.items() for t in trigger_trials(name, "candidate", [int(c) for c in fired])
    ]

    (tables,) = estimate_lifts(graded, changes_of(change), bar=Bar())

    assert tables.triggers is not None
    stats = tables.triggers.candidate
    assert stats is not None
    assert (stats.tp, stats.fn, stats.fp, stats.tn) == (22, 8, 4, 26)
    rates = (stats.precision, stats.recall, stats.f1, stats.false_trigger_rate)
    assert rates == pytest.approx((0.846, 0.733, 0.786, 0.133), abs=0.0005)
    assert (stats.queries_passed, stats.queries) == (17, 20)


def test_uplift_bootstrap() -> None:
    """The seed's twelve tasks give its interval with its own generator, seed and 10,000 resamples."""
    interval = paired_bootstrap(DIFFERENCES, resamples=10_000, seed=0)

    assert (round(interval.lo, 3), round(interval.hi, 3)) == (0.232, 0.438)


def test_uplift_t() -> None:
    """The paired t interval of the same tasks is what the method's notes say."""
    interval = paired_t(DIFFERENCES)

    assert (round(interval.lo, 3), round(interval.hi, 3)) == (0.213, 0.457)


def test_uplift_of_the_table() -> None:
    """The same tasks as trials give +0.335, and under twenty tasks the t interval is shown."""
    from tests.builders_stats import trials_from

    names = [f"t{i:02}" for i in range(12)]
    graded = trials_from(
        {name: ((old,), (new,)) for name, old, new in zip(names, BASELINE, WITH_SKILL, strict=True)}
    )

    (tables,) = estimate_lifts(graded, changes_of(a_change(base=a_suite(names))), bar=Bar())

    assert tables.lift is not None
    assert tables.lift.mean == pytest.approx(0.335, abs=0.0005)
    assert tables.lift.interval is not None
    assert tables.lift.interval.method == "paired-t"
    assert tables.lift.interval.lo == pytest.approx(0.213, abs=0.0005)
