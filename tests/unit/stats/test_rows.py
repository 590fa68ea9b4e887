"""Rows, and the figures that decide."""

import pytest

from skilleval.domain.policy import Bar
from skilleval.stats.rows import mean_score, measured_rows, prior_of, row_from_scores, table_from_rows


def test_row_without_scores_has_no_lift() -> None:
    """An arm without scores leaves mean and lift unknown, not 0."""
    row = row_from_scores("a", baseline=(), candidate=(0.5,))

    assert (row.baseline, row.candidate, row.lift, row.n) == (None, 0.5, None, (0, 1))
    assert mean_score(()) is None


def test_table_of_nothing_measured() -> None:
    """Rows without scores make a table without figures; the rows stay."""
    table = table_from_rows("s", (row_from_scores("a", baseline=(), candidate=()),), Bar())

    assert (table.mean, table.p_gain, table.repeats, len(table.tasks)) == (None, None, 0, 1)


def test_single_repeats_have_means_only() -> None:
    """One repeat per arm has means, and no odds."""
    table = table_from_rows("s", (row_from_scores("a", baseline=(0.2,), candidate=(0.9,)),), Bar())

    assert table.mean == pytest.approx(0.7)
    assert (table.p_gain, table.pooled_sd, table.tasks[0].p_worse) == (None, None, None)


def test_odds_go_to_the_rows_they_belong_to() -> None:
    """Rows keep their order; unmeasured ones stay without odds."""
    rows = (
        row_from_scores("z", baseline=(0.5, 0.6), candidate=(0.1, 0.2)),
        row_from_scores("m", baseline=(), candidate=(0.1,)),
        row_from_scores("a", baseline=(0.5, 0.6), candidate=(0.9, 0.8)),
    )

    table = table_from_rows("s", rows, Bar())

    assert [row.id for row in table.tasks] == ["z", "m", "a"]
    assert [row.id for row in measured_rows(table.tasks)] == ["a", "z"]
    assert table.tasks[1].p_worse is None
    assert (table.tasks[0].p_worse or 0) > 0.9
    assert (table.tasks[2].p_worse or 1) < 0.1
    assert table.repeats == 2


def test_means_weigh_tasks_alike() -> None:
    """A task with more repeats counts no more than another."""
    rows = (
        row_from_scores("a", baseline=(0.0, 0.0), candidate=(1.0, 1.0)),
        row_from_scores("b", baseline=(0.5,) * 8, candidate=(0.5,) * 8),
    )

    table = table_from_rows("s", rows, Bar())

    assert (table.baseline, table.candidate, table.mean) == (0.25, 0.75, 0.5)
    assert table.sd_floored


def test_shrinkage_sets_the_floor() -> None:
    """'strict' assumes more spread between tasks."""
    assert prior_of(Bar()).tau_floor < prior_of(Bar(shrinkage="strict")).tau_floor
    assert prior_of(Bar(task_margin=0.1)).margin == 0.1
