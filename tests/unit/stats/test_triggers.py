"""Trigger figures from trials."""

from collections.abc import Sequence

import pytest

from skilleval.domain.change import measured_queries
from skilleval.domain.lift import TriggerTable
from skilleval.stats.triggers import estimate_triggers, outcomes_of, right_share, trigger_stats
from tests.builders_stats import DESCRIPTION, SKILL, a_change, a_query, a_suite, trigger_trials

Runs = dict[str, tuple[Sequence[int | None], Sequence[int | None]]]


def table(runs: Runs) -> TriggerTable:
    """Return the table of {query: (baseline, candidate)}; queries that begin with n should stay quiet."""
    queries = [a_query(name, should=not name.startswith("n")) for name in runs]
    change = a_change(base=a_suite(queries=queries), parts=DESCRIPTION)
    trials = [
        trial
        for name, (old, new) in runs.items()
        for trial in (*trigger_trials(name, "baseline", old), *trigger_trials(name, "candidate", new))
    ]
    found = estimate_triggers(SKILL, measured_queries(change), trials)
    assert found is not None
    return found


def test_query_passes_at_the_threshold() -> None:
    """A query at exactly half its runs has fired: right for positives, wrong for negatives."""
    stats = table({"p": ([], [1, 0]), "n": ([], [1, 0])}).candidate

    assert stats is not None
    assert (stats.queries_passed, stats.queries) == (1, 2)


def test_rates_without_denominator_are_none() -> None:
    """With positives only there is no false-trigger rate; with nothing fired no precision."""
    stats = table({"p": ([], [0, 0, 0])}).candidate

    assert stats is not None
    assert (stats.precision, stats.recall, stats.f1, stats.false_trigger_rate) == (None, 0.0, 0.0, None)
    assert stats.false_trigger_interval is None
    assert stats.recall_interval is not None
    assert table({"n": ([], [0])}).candidate.f1 is None  # type: ignore[union-attr]


def test_arm_without_trials_has_no_figures() -> None:
    """A new skill has no old description: no baseline figures, no difference, no flips."""
    found = table({"p": ([], [1, 1, 1])})

    assert (found.baseline, found.difference, found.difference_interval, found.flipped) == (
        None,
        None,
        None,
        (),
    )


def test_void_trials_are_left_out() -> None:
    """A quiet query whose run broke before loading is neither quiet nor loud."""
    stats = table({"n": ([], [0, None, 1])}).candidate

    assert stats is not None
    assert (stats.fp, stats.tn) == (1, 1)


def test_difference_is_paired_and_counts_what_is_right() -> None:
    """Firing more where it should, and less where it should not, are both for the better."""
    found = table({"p": ([1, 0, 0], [1, 1, 0]), "n": ([1, 0, 0], [0, 0, 0])})

    assert found.difference == pytest.approx(1 / 3)
    assert found.difference_interval is not None
    assert found.difference_interval.lo < 0
    assert right_share(found.queries[1], "candidate") == 1.0


def test_bootstrap_over_twenty_queries() -> None:
    """From twenty queries on, queries are resampled."""
    found = table({f"p{i:02}": ([1, 1, 1], [1, 1, i % 2]) for i in range(20)})

    assert found.difference_interval is not None
    assert found.difference_interval.method == "paired-bootstrap"


def test_equal_rates_are_not_certain() -> None:
    """All runs alike in both arms leave an interval of the width that so few repeats deserve."""
    interval = table({f"p{i}": ([1, 1, 1], [1, 1, 1]) for i in range(4)}).difference_interval

    assert interval is not None
    assert interval.lo < -0.1 < 0.1 < interval.hi


def test_flips_name_direction() -> None:
    """A query whose verdict turned is listed with both counts, and whether that is better."""
    flips = table(
        {"p": ([1, 1, 1], [0, 0, 1]), "n": ([1, 1, 0], [0, 0, 0]), "p2": ([1, 1, 1], [1, 1, 0])}
    ).flipped

    assert [(flip.query, flip.better, flip.baseline, flip.candidate) for flip in flips] == [
        ("p", False, (3, 3), (1, 3)),
        ("n", True, (2, 3), (0, 3)),
    ]


def test_price_of_a_repeat() -> None:
    """One more repeat of a query costs one trial in each arm."""
    assert table({"p": ([1, 1], [1, 1])}).repeat_cost_usd == pytest.approx(0.02)


def test_nothing_run_is_no_table() -> None:
    """Queries that were never run have no table, nor has a suite without queries."""
    change = a_change(base=a_suite(queries=[a_query("p")]), parts=DESCRIPTION)

    assert estimate_triggers(SKILL, measured_queries(change), []) is None
    assert estimate_triggers(SKILL, (), trigger_trials("p", "candidate", [1])) is None


def test_curtailed_queries_weigh_the_same() -> None:
    """With fewer runs for some queries, rates are means over queries, and counts those of runs made."""
    change = a_change(base=a_suite(queries=[a_query("p1"), a_query("p2"), a_query("n", should=False)]))
    trials = [
        *trigger_trials("p1", "candidate", [1, 1]),
        *trigger_trials("p2", "candidate", [0, 1, 0]),
        *trigger_trials("n", "candidate", [0, 0]),
    ]
    found = estimate_triggers(SKILL, measured_queries(change), trials, per_query=True)
    assert found is not None
    stats = found.candidate

    assert stats is not None
    assert (stats.tp, stats.fn, stats.tn, stats.per_query) == (3, 2, 2, True)
    assert stats.recall == pytest.approx((1 + 1 / 3) / 2)
    assert stats.precision == 1.0
    assert stats.f1 == pytest.approx(0.8)  # the harmonic mean of 1 and 2/3
    assert (stats.queries_passed, stats.queries) == (2, 3)


def test_with_equal_repeats_both_ways_agree() -> None:
    """Means over queries are the run-level figures where each query has the same runs."""
    runs: Runs = {"p1": ([], [1, 1, 0]), "p2": ([], [0, 0, 1]), "n": ([], [1, 0, 0])}
    rates = table(runs).queries
    by_run, by_query = trigger_stats(rates, "candidate"), trigger_stats(rates, "candidate", per_query=True)

    assert by_run is not None
    assert by_query is not None
    for name in ("precision", "recall", "f1", "false_trigger_rate"):
        assert getattr(by_run, name) == pytest.approx(getattr(by_query, name))


def test_outcomes_are_counted_by_arm() -> None:
    """Others in its place by name, double loads, and what was not offered: each apart, ours left out."""
    (loaded, other, unseen, ours) = trigger_trials("p", "candidate", [1, 0, 0, 0])
    trials = [
        loaded.model_copy(update={"trigger": "loaded", "loaded": ("report", "other")}),
        other.model_copy(update={"trigger": "other-skill", "loaded": ("other",)}),
        unseen.model_copy(update={"trigger": "not-offered", "void": "not offered"}),
        ours.model_copy(update={"state": "errored"}),
    ]
    found = outcomes_of(trials, "candidate")

    assert (found.trials, found.loaded, found.other_skill, found.not_offered) == (3, 1, 1, 1)
    assert (found.double_loads, found.others) == (1, {"other": 1})
