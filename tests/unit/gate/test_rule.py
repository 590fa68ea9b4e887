"""The rule as thresholds on a table."""

import pytest

from skilleval.domain.lift import LiftTable, TaskLift
from skilleval.domain.policy import Bar
from skilleval.gate import rule
from tests.builders_stats import SKILL


def a_row(task: str = "a", lift: float | None = 0.0, **more: object) -> TaskLift:
    """Return a row with that lift."""
    values: dict[str, object] = {
        "id": task,
        "baseline": 0.5,
        "candidate": 0.5,
        "lift": lift,
        "n": (3, 3),
        "fired": (3, 3),
    }
    return TaskLift.model_validate(values | more)


def a_table(*rows: TaskLift, **more: object) -> LiftTable:
    """Return a table."""
    return LiftTable.model_validate({"skill": SKILL, "tasks": rows, **more})


@pytest.mark.parametrize(
    ("mean", "beats", "not_worse"),
    [
        (0.01, True, True),
        (0.0, False, True),
        (-0.01, False, False),
        (None, False, False),
        (1e-15, False, True),
    ],
)
def test_mean_as_written(mean: float | None, beats: bool, not_worse: bool) -> None:
    """'beats' wants more, 'not-worse' wants no less; rounding is neither."""
    table = a_table(a_row(), mean=mean)

    assert rule.mean_holds(table, Bar()) is beats
    assert rule.mean_holds(table, Bar(mean="not-worse")) is not_worse


def test_margin_is_inclusive() -> None:
    """A drop of exactly the margin is within it, also when floats say 0.05000000000000004."""
    rows = (
        a_row("a", 0.8 - 0.85),
        a_row("b", -0.051),
        a_row("c", None),
        a_row("d", -0.5, counts_in_bar=False),
    )

    assert [row.id for row in rule.fallen_rows(a_table(*rows), Bar())] == ["b"]


def test_harm_needs_odds_and_a_measured_drop() -> None:
    """Odds alone are no harm, and a drop alone is none."""
    rows = (
        a_row("shown", -0.2, p_harm=0.98),
        a_row("chance", -0.2, p_harm=0.9),
        a_row("within", -0.04, p_harm=0.99),
        a_row("unknown", -0.2),
    )

    assert [row.id for row in rule.harmed_rows(a_table(*rows), Bar())] == ["shown"]


def test_doubt_follows_shrinkage() -> None:
    """Strict shrinkage wants a task safer; a fallen or unmeasured task is always in doubt."""
    rows = (
        a_row("safe", p_worse=0.05),
        a_row("so-so", p_worse=0.15),
        a_row("fallen", -0.2, p_worse=0.05),
        a_row("unmeasured", None),
    )

    assert [row.id for row in rule.doubtful_rows(a_table(*rows), Bar())] == ["fallen", "unmeasured"]
    strict = rule.doubtful_rows(a_table(*rows), Bar(shrinkage="strict"))
    assert [row.id for row in strict] == ["so-so", "fallen", "unmeasured"]


def test_ceiling_is_every_task_at_one() -> None:
    """One task below 1.0, or unmeasured, is no ceiling; no task is none either."""
    top = a_row("a", baseline=1.0, candidate=1.0)

    assert rule.is_ceiling(a_table(top))
    assert not rule.is_ceiling(a_table(top, a_row("b", baseline=1.0, candidate=0.99)))
    assert not rule.is_ceiling(a_table(top, a_row("c", None, baseline=None, candidate=None)))
    assert not rule.is_ceiling(a_table())
    assert not rule.is_ceiling(None)


def test_names_are_few() -> None:
    """Three names are told, the rest is counted."""
    assert rule.names([a_row(task) for task in "abcde"]) == "a, b, c and 2 more"
    assert rule.names([a_row("a")]) == "a"


def test_odds_follow_the_bar() -> None:
    """'beats' rests on a gain, 'not-worse' on no loss beyond the margin; unknown odds show nothing."""
    table = a_table(p_gain=0.5, p_not_worse=0.99)

    assert not rule.is_gain_shown(rule.gain_odds(table, Bar()))
    assert rule.is_gain_shown(rule.gain_odds(table, Bar(mean="not-worse")))
    assert not rule.is_gain_shown(None)
    assert not rule.is_loss_shown(a_table())
    assert rule.is_loss_shown(a_table(p_gain=0.01))
