"""The stage's verb: one trial for each cell, in plan order, within slots and budget."""

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skilleval.domain.plan import Cell
from skilleval.domain.policy import Budget
from skilleval.domain.trial import REFUSED, Completed, Errored, TimedOut, Trial, Usage
from skilleval.errors import ConfigError, ModelError
from skilleval.execution import ExecutionResult, execute_plan
from skilleval.execution.agents.messages import MessagesAgent
from skilleval.ports import AgentRun, AgentTask, Model, Sandbox
from skilleval.testing.agent import ScriptedAgent, agent_run
from skilleval.testing.clock import FixedClock
from skilleval.testing.model import ScriptedModels
from skilleval.testing.sandbox import MemorySandboxes
from tests.builders_execution import a_cell, a_lab, a_plan, a_query, a_task, changes_with

CHANGES = changes_with(a_task(), queries=(a_query(), a_query("q2", should=False)))
PAIRS = tuple(a_cell(arm=arm, repeat=n) for n in range(1, 6) for arm in ("candidate", "baseline"))


def run(*cells: Cell, **lab: Any) -> ExecutionResult:
    """Return the result of a plan of these cells in a lab of fakes."""
    return execute_plan(a_plan(*cells), CHANGES, a_lab(**lab))


def costs(cost_usd: float | None) -> ScriptedAgent:
    """Return an agent whose trials cost so much each."""
    answer = agent_run("done")
    used = answer.evidence.model_copy(update={"usage": Usage(calls=1, cost_usd=cost_usd)})
    return ScriptedAgent(lambda _task, _room: answer.model_copy(update={"evidence": used}))


class Busy:
    """An agent that counts how many of it work at once, and in which order they start."""

    name = "busy"
    version = "1"

    def __init__(self, seconds: float = 0.02) -> None:
        self._seconds = seconds
        self.at_once = 0
        self.most = 0
        self.started: list[str] = []

    async def run(self, task: AgentTask, sandbox: Sandbox, model: object) -> AgentRun:
        """Work for a moment."""
        self.started.append(task.trial_id)
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        await asyncio.sleep(self._seconds)
        self.at_once -= 1
        return agent_run("done")


def test_one_trial_for_each_cell_in_plan_order() -> None:
    """Whatever order they end in, trials stand in the order of the plan."""
    slow_first = iter([0.1, 0.0] * 10)

    async def play(_task: AgentTask, _room: Sandbox) -> AgentRun:
        await asyncio.sleep(next(slow_first))
        return agent_run("done")

    result = run(*PAIRS, agent=ScriptedAgent(play))

    assert [trial.cell for trial in result.trials] == list(PAIRS)
    assert (result.left_out, result.stopped) == ((), "")


def test_refused_attempts_are_told_with_their_trial() -> None:
    """Host, port, method, size and whose it was; many of one trial are counted, quiet trials say nothing."""

    def play(task: AgentTask, _room: Sandbox) -> AgentRun:
        answer = agent_run("done")
        tried = [f"{REFUSED} CONNECT evil.example:{port} (7 bytes)" for port in range(440, 447)]
        notes = ("something else", *tried) if task.trial_id == first else ("something else",)
        return answer.model_copy(update={"evidence": answer.evidence.model_copy(update={"notes": notes})})

    first = run(*PAIRS[:2]).trials[0].id
    (note,) = run(*PAIRS[:2], agent=ScriptedAgent(play)).notes

    assert f"trial {first}" in note
    assert PAIRS[0].item in note
    assert "CONNECT evil.example:440 (7 bytes)" in note
    assert note.endswith("and 2 more")


def test_empty_plan() -> None:
    """No cells, no trials."""
    assert run().trials == ()


@pytest.mark.parametrize("slots", [1, 3])
def test_slots_bound_the_work(slots: int) -> None:
    """As many agents work at once as there are slots, not fewer and not more."""
    agent = Busy()

    run(*PAIRS, agent=agent, budget=Budget(concurrency=slots))

    assert agent.most == slots


def test_arms_of_a_pair_start_side_by_side() -> None:
    """With one slot the order of the plan is the order of the work."""
    agent = Busy(seconds=0.0)

    result = run(*PAIRS, agent=agent, budget=Budget(concurrency=1))

    assert agent.started == [trial.id for trial in result.trials]


def test_rooms_open_ahead_of_the_work() -> None:
    """The next room is made while an agent still works, but not all of them."""
    rooms = MemorySandboxes()
    opened: list[int] = []

    async def play(_task: AgentTask, _room: Sandbox) -> AgentRun:
        await asyncio.sleep(0.05)
        opened.append(rooms.open_rooms)
        return agent_run("done")

    run(*PAIRS, agent=ScriptedAgent(play), sandboxes=rooms, budget=Budget(concurrency=1))

    assert 1 < max(opened) < len(PAIRS)


def test_no_slot_idles_while_work_is_left() -> None:
    """A long trial does not hold up the others: there are no rounds."""
    long_one = PAIRS[0]
    ended: list[str] = []

    async def play(task: AgentTask, _room: Sandbox) -> AgentRun:
        is_long = task.trial_id == first_id
        await asyncio.sleep(0.5 if is_long else 0.01)
        ended.append(task.trial_id)
        return agent_run("done")

    first_id = run(long_one).trials[0].id
    run(*PAIRS, agent=ScriptedAgent(play), budget=Budget(concurrency=2))

    assert ended[-1] == first_id


def test_each_trial_is_told_once() -> None:
    """`on_trial` hears of every trial as it ends."""
    told: list[Trial] = []

    result = run(*PAIRS, on_trial=told.append)

    assert sorted(trial.id for trial in told) == sorted(trial.id for trial in result.trials)


def test_same_plan_gives_the_same_ids() -> None:
    """Two runs of one plan name their trials alike; another seed names them otherwise."""
    first, second = run(*PAIRS), run(*PAIRS)
    other = execute_plan(a_plan(*PAIRS, seed=8), CHANGES, a_lab())

    assert [trial.id for trial in first.trials] == [trial.id for trial in second.trials]
    assert not {trial.id for trial in first.trials} & {trial.id for trial in other.trials}


def test_money_stops_new_trials() -> None:
    """Once the money is spent, what was not begun is left out, by name and with the reason."""
    result = run(*PAIRS, agent=costs(1.0), budget=Budget(max_cost_usd=3.0, concurrency=1))

    assert [trial.cell for trial in result.trials] == list(PAIRS[:3])
    assert result.left_out == PAIRS[3:]
    assert result.stopped == "max-cost-usd: 3.00 of 3.00 USD spent"
    assert result.usage.cost_usd == 3.0


@settings(max_examples=30, deadline=None)
@given(cents=st.integers(1, 300), most_usd=st.floats(0.5, 8.0), slots=st.integers(1, 8))
def test_money_is_never_overspent_by_trials_under_way(cents: int, most_usd: float, slots: int) -> None:
    """However many run at once: when trials cost what was expected, the sum stays within the budget, and
    stops short of it by less than one trial.
    """
    cost_usd = cents / 100
    cells = [a_cell(repeat=number + 1) for number in range(30)]
    budget = Budget(max_cost_usd=most_usd, concurrency=slots)
    result = run(*cells, agent=Paid(cost_usd), budget=budget, trial_cost_usd=cost_usd)
    spent = result.usage.cost_usd or 0.0

    assert spent <= max(most_usd, cost_usd) + 1e-6
    assert not result.left_out or spent > most_usd - cost_usd - 1e-6


class Paid:
    """An agent that gives way to others while it works, and costs so much."""

    name = "paid"
    version = "1"

    def __init__(self, cost_usd: float) -> None:
        self._usage = Usage(calls=1, cost_usd=cost_usd)

    async def run(self, task: AgentTask, sandbox: Sandbox, model: Model) -> AgentRun:
        """Work for some rounds of the loop."""
        for _ in range(5):
            await asyncio.sleep(0)
        answer = agent_run("done")
        evidence = answer.evidence.model_copy(update={"usage": self._usage})
        return answer.model_copy(update={"evidence": evidence})


def test_minutes_stop_new_trials() -> None:
    """Once the time is over, likewise."""
    clock = FixedClock()

    def play(_task: AgentTask, _room: Sandbox) -> AgentRun:
        clock.advance(40)
        return agent_run("done")

    result = run(*PAIRS, agent=ScriptedAgent(play), clock=clock, budget=Budget(max_minutes=1, concurrency=1))

    assert (len(result.trials), result.seconds) == (2, 80)
    assert result.stopped.startswith("max-minutes")


def test_unknown_price_is_said() -> None:
    """Where no price is known the limit on money cannot hold, and the result says so."""
    result = run(*PAIRS, agent=costs(None))

    assert len(result.trials) == len(PAIRS)
    assert result.notes == ("no price is known for scripted: max-cost-usd was not watched",)


def test_one_bad_cell_does_not_end_the_run() -> None:
    """A cell that cannot be set up is errored; the others run."""
    result = run(a_cell("gone"), *PAIRS)

    assert isinstance(result.trials[0].outcome, Errored)
    assert {trial.outcome for trial in result.trials[1:]} == {Completed()}


def test_dead_server_is_not_asked_for_ever() -> None:
    """When six trials in a row fail for one reason the rest is errored untried, none left out."""
    models = ScriptedModels(lambda _call: ModelError("the model server does not answer", retryable=True))

    result = run(*PAIRS, agent=MessagesAgent(), models=models, budget=Budget(concurrency=1))

    assert [type(trial.outcome) for trial in result.trials] == [Errored] * len(PAIRS)
    attempts = [trial.outcome.attempts for trial in result.trials if isinstance(trial.outcome, Errored)]
    assert attempts[:6] == [3] * 6
    assert attempts[-1] == 0
    assert result.trials[-1].id


def test_scattered_failures_do_not_end_the_run() -> None:
    """A failure now and then, with successes in between, is retried and counted; the run goes on."""
    cells = [cell for n in range(8) for cell in (a_cell("gone", repeat=n), a_cell(repeat=n))]

    result = run(*cells, budget=Budget(concurrency=1))

    assert sum(trial.outcome == Completed() for trial in result.trials) == 8


def test_unknown_neighbour_is_said_before_anything_runs() -> None:
    """A setting that names no skill costs nothing."""
    rooms = MemorySandboxes()

    with pytest.raises(ConfigError):
        run(*PAIRS, neighbours=("no-such-skill",), sandboxes=rooms)
    assert rooms.opened == 0


def test_failure_to_keep_a_trial_ends_the_run() -> None:
    """When a trial cannot be saved (a full disk) the run stops, with that error and all rooms closed."""
    rooms = MemorySandboxes()

    def full_disk(_trial: Trial) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        run(*PAIRS, on_trial=full_disk, sandboxes=rooms)
    assert rooms.open_rooms == 0


def test_void_trigger_is_tried_again() -> None:
    """The rule on should-not-fire queries holds for the whole stage."""
    hangs = ScriptedAgent(lambda _task, _room: agent_run(outcome=TimedOut(reason="no answer")))

    (trial,) = run(a_cell("q2", kind="trigger"), agent=hangs).trials

    assert isinstance(trial.outcome, Errored)
    assert len(hangs.tasks) == 2
