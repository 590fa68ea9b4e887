"""Curtailed queries: the same verdict from fewer runs."""

import asyncio
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.domain.plan import Cell, RunPlan
from skilleval.domain.policy import Budget
from skilleval.domain.trial import Completed, Errored, Evidence, SkillUse, Trial
from skilleval.errors import ModelError
from skilleval.execution import execute_plan
from skilleval.execution.curtail import Curtailer
from skilleval.ports import AgentRun, AgentTask, Sandbox
from skilleval.testing.agent import ScriptedAgent, agent_run
from tests.builders_execution import a_cell, a_lab, a_plan, a_query, changes_with

NAME = "pdf-forms"


def a_series(length: int, *, item: str = "q1") -> list[Cell]:
    return [a_cell(item, repeat=number, kind="trigger") for number in range(1, length + 1)]


def curtailed(*cells: Cell) -> RunPlan:
    return a_plan(*cells).model_copy(update={"curtail": True})


def a_trial(cell: Cell, *, fired: bool, errored: bool = False) -> Trial:
    use = SkillUse(loaded=(NAME,) if fired else ())
    outcome = Errored(reason="ours") if errored else Completed()
    return Trial(id=cell.key, cell=cell, outcome=outcome, evidence=Evidence(skills=use))


@pytest.mark.parametrize(
    ("fired", "runs"), [("11", 2), ("00", 2), ("101", 3), ("010", 3), ("011", 3), ("100", 3)]
)
def test_two_of_three_that_agree_are_enough(fired: str, runs: int) -> None:
    """The third repeat runs only where the first two differ."""
    cells = a_series(3)
    knows = Curtailer(curtailed(*cells), changes_with(queries=(a_query(),)))
    done = 0
    for cell, hit in zip(cells, fired + "0", strict=False):
        if not knows.is_needless(cell):
            knows.saw(a_trial(cell, fired=hit == "1"))
            done += 1

    assert done == runs


@given(st.lists(st.booleans(), min_size=1, max_size=9))
def test_the_verdict_is_that_of_all_repeats(hits: list[bool]) -> None:
    """Whatever the rest would have been, the query's verdict at one half stands when it is stopped."""
    cells = a_series(len(hits))
    knows = Curtailer(curtailed(*cells), changes_with(queries=(a_query(),)))
    seen: list[bool] = []
    for cell, hit in zip(cells, hits, strict=True):
        if knows.is_needless(cell):
            break
        knows.saw(a_trial(cell, fired=hit))
        seen.append(hit)

    assert (sum(seen) / len(seen) >= 0.5) == (sum(hits) / len(hits) >= 0.5)


def test_a_quarter_of_the_runs_is_saved() -> None:
    """At a rate of .9, three repeats take 2.18 runs on average: 27 % fewer."""
    mean = 0.0
    for fired in product((True, False), repeat=3):
        chance = 1.0
        for hit in fired:
            chance *= 0.9 if hit else 0.1
        mean += chance * (2 if fired[0] == fired[1] else 3)

    assert mean == pytest.approx(2.18)
    assert 1 - mean / 3 == pytest.approx(0.27, abs=0.005)


def test_trials_that_errored_agree_with_nothing() -> None:
    """Ours are no evidence: the third repeat runs."""
    cells = a_series(3)
    knows = Curtailer(curtailed(*cells), changes_with(queries=(a_query(),)))
    knows.saw(a_trial(cells[0], fired=False))
    knows.saw(a_trial(cells[1], fired=False, errored=True))

    assert not knows.is_needless(cells[2])
    assert not knows.must_wait(cells[2])


def test_the_third_waits_for_the_first_two_and_added_repeats_for_nobody() -> None:
    """Who would start at once cannot be saved; repeats of a later look are there to confirm."""
    cells = a_series(3)
    changes = changes_with(queries=(a_query(),))
    knows = Curtailer(curtailed(*cells), changes)
    later = Curtailer(curtailed(*a_series(6)[3:]), changes)
    off = Curtailer(a_plan(*cells), changes)

    assert [knows.must_wait(cell) for cell in cells] == [False, False, True]
    assert not any(later.must_wait(cell) or later.is_needless(cell) for cell in a_series(6)[3:])
    assert not any(off.must_wait(cell) for cell in cells)


def test_tasks_are_never_curtailed() -> None:
    """A score is no verdict of a query: all repeats of a task run."""
    cells = [a_cell("t1", repeat=number) for number in (1, 2, 3)]

    assert not any(Curtailer(curtailed(*cells), changes_with()).must_wait(cell) for cell in cells)


@pytest.mark.parametrize("slots", [1, 4])
def test_a_run_leaves_out_what_is_needless_and_says_so(slots: int) -> None:
    """Needless cells are neither run nor left out for the budget; with any number of slots the same."""
    queries = tuple(a_query(f"q{n}", query=f"ask {n}") for n in range(6))
    cells = [cell for query in queries for cell in a_series(3, item=query.id)]
    plan = curtailed(*sorted(cells, key=lambda cell: -cell.repeat))  # the last repeats stand first

    async def play(task: AgentTask, _room: Sandbox) -> AgentRun:
        await asyncio.sleep(0)
        return agent_run("done", loaded=(NAME,) if task.prompt < "ask 3" else ())

    lab = a_lab(agent=ScriptedAgent(play), budget=Budget(concurrency=slots))
    result = execute_plan(plan, changes_with(queries=queries), lab)

    assert len(result.trials) == 12
    assert sorted(cell.key for cell in result.curtailed) == sorted(c.key for c in cells if c.repeat == 3)
    assert (result.left_out, result.stopped) == ((), "")


def test_a_run_that_stops_does_not_wait_for_ever() -> None:
    """The budget ends while the last repeats wait: they are left out, and the run ends."""
    cells = a_series(3)
    plan = curtailed(cells[2], cells[0], cells[1])

    def play(_task: AgentTask, _room: Sandbox) -> AgentRun:
        raise ModelError("no model", retryable=False)

    lab = a_lab(agent=ScriptedAgent(play), budget=Budget(max_cost_usd=0.0, concurrency=2))
    result = execute_plan(plan, changes_with(queries=(a_query(),)), lab)

    assert len(result.trials) + len(result.left_out) == 3
    assert result.curtailed == ()
