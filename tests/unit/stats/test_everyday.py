"""Everyday requests: how many load the skill."""

import pytest

from skilleval.domain.everyday import EVERYDAY
from skilleval.domain.grade import GradedTrial
from skilleval.domain.lift import EverydayTable
from skilleval.domain.plan import Cell
from skilleval.domain.value import Arm
from skilleval.stats.everyday import estimate_everyday


def trials(arm: Arm, fired: int, *, repeats: int = 1, errored: int = 0) -> list[GradedTrial]:
    """Return a trial of each request and repeat; the first `fired` load, the last `errored` are ours."""
    found = []
    for number, query in enumerate(EVERYDAY):
        for repeat in range(1, repeats + 1):
            cell = Cell(skill="s", kind="everyday", item=query.id, arm=arm, repeat=repeat)
            is_ours = number >= len(EVERYDAY) - errored
            found.append(
                GradedTrial(
                    trial=cell.key,
                    cell=cell,
                    state="errored" if is_ours else "completed",
                    score=None if is_ours else 1.0,
                    fired=number < fired,
                )
            )
    return found


def table(*graded: list[GradedTrial]) -> EverydayTable:
    found = estimate_everyday("s", [trial for series in graded for trial in series])
    assert found is not None
    return found


def test_counts_are_over_requests_with_an_interval() -> None:
    """Five of twenty, whatever the repeats; the interval is over requests."""
    one, three = table(trials("candidate", 5)), table(trials("candidate", 5, repeats=3))

    assert one.candidate == three.candidate
    assert one.candidate is not None
    assert (one.candidate.fired, one.candidate.queries) == (5, 20)
    assert one.candidate.interval is not None
    assert one.candidate.interval.lo == pytest.approx(0.1119, abs=1e-4)
    assert [rate.id for rate in one.fired] == [query.id for query in EVERYDAY[:5]]


def test_the_rise_is_tested_on_requests_that_differ() -> None:
    """Exact sign test: five new of five is one in thirty-two; as many as before is no rise."""
    assert table(trials("candidate", 5), trials("baseline", 0)).p_more == pytest.approx(1 / 32)
    assert table(trials("candidate", 5)).p_more == pytest.approx(1 / 32)
    assert table(trials("candidate", 5), trials("baseline", 5)).p_more is None
    assert table(trials("candidate", 0), trials("baseline", 2)).p_more == 1.0


def test_errored_trials_are_no_silence() -> None:
    """Ours are left out of n; with none left there are no figures."""
    some, none = table(trials("candidate", 0, errored=4)), table(trials("candidate", 0, errored=20))

    assert some.candidate is not None
    assert some.candidate.queries == 16
    assert none.candidate is None
    assert none.errored == {"candidate": (20, 20)}
    assert estimate_everyday("s", []) is None
