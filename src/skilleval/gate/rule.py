"""The rule on lifts, as thresholds on the odds of stage 7 (docs/statistics.md says what they buy)."""

from collections.abc import Sequence

from skilleval.domain.lift import LiftTable, TaskLift
from skilleval.domain.policy import Bar

GAIN_SHOWN = 0.95
"""P(uplift > 0) above it: a gain is shown."""
LOSS_SHOWN = 0.0125
"""P(uplift > 0) under it: a loss is shown."""
HARM_SHOWN = 0.975
"""P(drop of a task beyond the margin) above it: harm is shown."""
SAFE_UNDER = {"default": 0.20, "strict": 0.10}
"""P(drop beyond the margin) under it: the task is safe."""
WORTH_HAVING = 0.05
"""A gain whose 95 % upper bound is under it is not worth more money."""
ROUNDING = 1e-9
"""Scores are shares of few items; a drop of exactly the margin is within it, whatever floats say."""


def counted_rows(table: LiftTable) -> tuple[TaskLift, ...]:
    """Return the rows that count in the bar."""
    return tuple(row for row in table.tasks if row.counts_in_bar)


def mean_holds(table: LiftTable, bar: Bar) -> bool:
    """Return whether clause 1 holds as written: the mean beats the baseline's (or is not worse)."""
    if table.mean is None:
        return False
    return table.mean > ROUNDING or (bar.mean == "not-worse" and table.mean >= -ROUNDING)


def fallen_rows(table: LiftTable, bar: Bar) -> tuple[TaskLift, ...]:
    """Return the tasks that break clause 2 as written: more than the margin below the baseline."""
    return tuple(
        row for row in counted_rows(table) if row.lift is not None and row.lift < -bar.task_margin - ROUNDING
    )


def gain_odds(table: LiftTable, bar: Bar) -> float | None:
    """Return the odds that clause 1 rests on: of a gain, or of no loss beyond the margin."""
    return table.p_not_worse if bar.mean == "not-worse" else table.p_gain


def is_gain_shown(p: float | None) -> bool:
    """Return whether the odds show what clause 1 wants."""
    return p is not None and p > GAIN_SHOWN


def is_loss_shown(table: LiftTable) -> bool:
    """Return whether a loss on the mean is shown."""
    return table.p_gain is not None and table.p_gain < LOSS_SHOWN


def harmed_rows(table: LiftTable, bar: Bar) -> tuple[TaskLift, ...]:
    """Return the tasks in which a drop beyond the margin is measured and shown."""
    return tuple(row for row in fallen_rows(table, bar) if row.p_harm is not None and row.p_harm > HARM_SHOWN)


def doubtful_rows(table: LiftTable, bar: Bar) -> tuple[TaskLift, ...]:
    """Return the tasks not known to be safe: odds of a drop too high, fallen as written, or unmeasured."""
    fallen = {row.id for row in fallen_rows(table, bar)}
    return tuple(
        row
        for row in counted_rows(table)
        if row.id in fallen or row.p_worse is None or row.p_worse >= SAFE_UNDER[bar.shrinkage]
    )


def is_ceiling(table: LiftTable | None) -> bool:
    """Return whether every task scored 1.0 in both arms: no gain can be shown."""
    rows = counted_rows(table) if table else ()
    return bool(rows) and all(
        row.baseline is not None
        and row.candidate is not None
        and min(row.baseline, row.candidate) >= 1 - ROUNDING
        for row in rows
    )


def names(rows: Sequence[TaskLift]) -> str:
    """Return the ids of rows as words, the first few."""
    more = len(rows) - 3
    return ", ".join(row.id for row in rows[:3]) + (f" and {more} more" if more > 0 else "")
