"""The lift table: what it rests on, said in full."""

import pytest

from skilleval.domain.change import measured_tasks
from skilleval.domain.grade import GradedTrial
from skilleval.domain.lift import LiftTable
from skilleval.domain.policy import Bar
from skilleval.domain.suite import Suite
from skilleval.stats.lift import estimate_lift
from tests.builders_stats import SKILL, a_change, a_suite, a_task, a_trial, trials_from


def table(suite: Suite, graded: list[GradedTrial]) -> LiftTable:
    """Return the table of a suite."""
    found = estimate_lift(SKILL, measured_tasks(a_change(base=suite)), graded, Bar())
    assert found is not None
    return found


def test_no_task_no_table() -> None:
    """A suite without tasks has no lift."""
    assert estimate_lift(SKILL, (), [], Bar()) is None


def test_scores_stand_in_order_of_repeat() -> None:
    """Whatever order trials came in, a row lists its scores by repeat."""
    graded = [a_trial("a", "candidate", n, score) for n, score in ((3, 0.3), (1, 0.1), (2, 0.2))]

    assert table(a_suite(("a",)), graded).tasks[0].scores["candidate"] == (0.1, 0.2, 0.3)


def test_row_says_what_it_rests_on() -> None:
    """N of both arms, fired k of n, errored, planned, and in words what a reader must know."""
    graded = [
        a_trial("a", "candidate", 1, fired=False),
        a_trial("a", "candidate", 2, 0.0, state="timed_out", fired=False),
        a_trial("a", "candidate", 3, state="errored"),
        a_trial("a", "baseline", 1),
        a_trial("a", "baseline", 2, void="the skill leaked in"),
        a_trial("a", "control", 1, 0.25),
    ]

    row = table(a_suite(("a", "b")), graded).tasks[0]

    assert (row.n, row.fired, row.errored, row.planned) == ((1, 2), (0, 2), (0, 1), 3)
    assert (row.baseline, row.candidate, row.control) == (1.0, 0.5, 0.25)
    assert row.note == "the skill never fired; 1 void"


def test_row_without_scores_says_so() -> None:
    """A task that was not run, or has no score in an arm, keeps its row and says which."""
    found = table(a_suite(("a", "b")), [a_trial("a", "candidate", 1, None)])

    assert [row.note for row in found.tasks] == ["no scored trial in baseline and candidate", "not run"]


def test_domains_have_their_lines() -> None:
    """Where tasks name a domain, each domain has its mean and interval; a single task has no interval."""
    tasks = (a_task("a", domain="docs"), a_task("b", domain="docs"), a_task("c", domain="code"), a_task("d"))
    graded = trials_from(
        {
            "a": ((0.5, 0.5), (0.7, 0.7)),
            "b": ((0.5, 0.5), (0.9, 0.9)),
            "c": ((0.5, 0.5), (0.4, 0.4)),
            "d": ((0.5, 0.5), (0.5, 0.5)),
        }
    )

    code, docs = table(Suite(tasks=tasks), graded).domains

    assert (code.domain, code.tasks, code.interval) == ("code", 1, None)
    assert (docs.domain, docs.tasks) == ("docs", 2)
    assert (code.mean, docs.mean) == pytest.approx((-0.1, 0.3))
    assert docs.interval is not None


def test_clusters_widen_the_interval() -> None:
    """Tasks made from one fixture do not pass for independent ones."""
    lifts = {f"t{i}": ((0.5, 0.5), (0.5 + 0.05 * (i // 3),) * 2) for i in range(9)}
    graded = trials_from(lifts)

    alone = table(Suite(tasks=tuple(a_task(name) for name in lifts)), graded).interval
    tied = table(
        Suite(tasks=tuple(a_task(name, cluster=f"c{int(name[1]) // 3}") for name in lifts)), graded
    ).interval

    assert alone is not None
    assert tied is not None
    assert tied.hi - tied.lo > 1.5 * (alone.hi - alone.lo)


def test_twenty_tasks_are_bootstrapped() -> None:
    """From twenty tasks on the interval is the bootstrap over whole tasks, whatever their order."""
    names = [f"t{i:02}" for i in range(20)]
    graded = trials_from({name: ((0.4, 0.5), (0.5, 0.4 + 0.02 * i)) for i, name in enumerate(names)})

    found = table(a_suite(names), graded).interval
    mixed = table(a_suite(names[::-1]), graded[::-1]).interval

    assert found is not None
    assert found.method == "paired-bootstrap"
    assert found == mixed


def test_beside_the_lift() -> None:
    """Adherence, time, tokens, money and fired-only lift stand beside the lift, not in it."""
    graded = [
        a_trial("a", "candidate", 1, 1.0).model_copy(update={"adherence": 1.0}),
        a_trial("a", "candidate", 2, 0.0, fired=False).model_copy(update={"adherence": 0.5}),
        a_trial("a", "baseline", 1, 0.5),
        a_trial("a", "baseline", 2, 0.5),
    ]

    found = table(a_suite(("a",)), graded)

    assert found.mean == pytest.approx(0.0)
    assert found.fired_only_mean == pytest.approx(0.5)
    assert found.adherence == {"candidate": 0.75}
    assert (found.seconds["candidate"], found.tokens["baseline"], found.cost_usd["baseline"]) == (
        2.0,
        10,
        0.5,
    )
    assert found.repeat_cost_usd == 1.0
    assert found.errored == {"baseline": (0, 2), "candidate": (0, 2)}


def test_what_it_can_see_is_there() -> None:
    """The smallest drop and gain that so many repeats see stand in the table."""
    names = [f"t{i}" for i in range(4)]
    found = table(a_suite(names), trials_from(dict.fromkeys(names, ((0.3, 0.5, 0.7), (0.4, 0.5, 0.6)))))

    assert found.detectable_drop is not None
    assert found.detectable_gain is not None
    assert 0 < found.detectable_gain < found.detectable_drop < 1
    assert found.suite_interval is not None


@pytest.mark.parametrize(
    ("tasks", "series", "words"),
    [
        (4, ((0.5, 0.5), (0.5, 0.5)), "their spread is taken as 0.02"),
        (4, ((0.5,), (0.5,)), "one repeat per arm"),
        (1, ((0.4, 0.6), (0.5, 0.7)), "1 task shows what is broken"),
        (3, ((0.4, 0.6), (0.5, 0.7)), "3 tasks show what is broken"),
    ],
)
def test_limits_are_said(tasks: int, series: tuple[tuple[float, ...], tuple[float, ...]], words: str) -> None:
    """A floored spread, a single repeat and a small suite are named for what they are."""
    names = [f"t{i}" for i in range(tasks)]

    assert any(
        words in note for note in table(a_suite(names), trials_from(dict.fromkeys(names, series))).notes
    )


def test_each_task_has_the_interval_of_its_own_lift() -> None:
    """Golden: pooled SD 0.1 over two tasks of three repeats, df 8, so the half width is 2.306 * 0.08165."""
    graded = trials_from(
        {
            "a": ((0.4, 0.5, 0.6), (0.6, 0.7, 0.8)),
            "b": ((0.2, 0.3, 0.4), (0.2, 0.3, 0.4)),
        }
    )

    first, second = table(a_suite(("a", "b")), graded).tasks

    assert first.interval is not None
    assert second.interval is not None
    assert (first.interval.lo, first.interval.hi) == pytest.approx((0.0117, 0.3883), abs=1e-4)
    assert (second.interval.lo, second.interval.hi) == pytest.approx((-0.1883, 0.1883), abs=1e-4)
    assert first.interval.method == "pooled-t"


def test_equal_scores_leave_the_floor_of_the_spread() -> None:
    """Golden: no variance is taken as SD 0.02, so three repeats give +- 2.776 * 0.01633; and it is said."""
    found = table(a_suite(("a",)), trials_from({"a": ((0.5,) * 3, (0.8,) * 3)}))
    interval = found.tasks[0].interval

    assert interval is not None
    assert (interval.lo, interval.hi) == pytest.approx((0.2547, 0.3453), abs=1e-4)
    assert any("taken as 0.02" in note for note in found.notes)


def test_more_repeats_narrow_a_tasks_interval() -> None:
    """After a second look only the extended task has more repeats, and the narrower interval."""
    pattern = (0.4, 0.5, 0.6)
    graded = trials_from({"a": (pattern * 2, pattern * 2), "b": (pattern, pattern)})
    widths = {
        row.id: row.interval.hi - row.interval.lo
        for row in table(a_suite(("a", "b")), graded).tasks
        if row.interval is not None
    }

    assert widths["a"] == pytest.approx(widths["b"] / 2**0.5)


def test_without_spread_there_is_no_interval() -> None:
    """One repeat in each arm says nothing of chance; a task without scores has no interval either."""
    single = table(a_suite(("a", "b")), trials_from({"a": ((0.5,), (0.8,)), "b": ((0.5,), (0.7,))}))
    partly = table(a_suite(("a", "b")), trials_from({"a": ((0.4, 0.5), (0.8, 0.9))}))

    assert [row.interval for row in single.tasks] == [None, None]
    assert partly.tasks[0].interval is not None
    assert partly.tasks[1].interval is None
