"""Tries at one cell: what is tried again, how often, and what is ours in the end."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from skilleval.domain.plan import Cell
from skilleval.domain.policy import Limits
from skilleval.domain.trial import Broke, Completed, Errored, Outcome, TimedOut, Trial, Usage
from skilleval.errors import ModelError, SandboxError, SuiteError
from skilleval.execution.attempts import Patience, try_cell
from skilleval.execution.setup import setup_of, trial_id
from skilleval.execution.trial import Bench
from skilleval.ports import Agent, AgentRun, AgentTask, Model, ModelCall, Sandbox
from skilleval.testing.agent import ScriptedAgent, agent_run
from skilleval.testing.clock import FixedClock
from skilleval.testing.model import ScriptedModel, says
from skilleval.testing.sandbox import MemorySandboxes
from tests.builders_execution import a_cell, a_query, a_task, changes_with

Step = Outcome | Exception
BUSY = ModelError("busy", retryable=True)
NO_KEY = ModelError("the model server does not take the API key")
CHANGES = changes_with(a_task(), queries=(a_query(should=True), a_query("q2", should=False)))


@dataclass
class Till:
    """What was paid."""

    spent: list[Usage] = field(default_factory=list)


def attempt(
    steps: Sequence[Step], cell: Cell | None = None, *, loaded: bool = False, till: Till | None = None
) -> Trial:
    """Return the trial of a cell whose attempts go as the steps say, one after the other."""
    rest = iter(steps)

    def play(_task: AgentTask, _room: Sandbox) -> AgentRun:
        step = next(rest)
        if isinstance(step, Exception):
            raise step
        return agent_run("done", outcome=step, loaded=("pdf-forms",) if loaded else ())

    trial = _try(ScriptedAgent(play), cell or a_cell(), till or Till())
    assert list(rest) == [], "fewer attempts than expected"
    return trial


async def always(_attempt: str) -> bool:
    """Let every attempt start."""
    return True


def _try(agent: Agent, cell: Cell, till: Till) -> Trial:
    async def body() -> Trial | None:
        bench = Bench(
            agent=agent,
            agent_model="scripted",
            sandboxes=MemorySandboxes(),
            model=ScriptedModel(lambda _call: says("hi")),
            limits=Limits(),
            clock=FixedClock(),
            seat=asyncio.Semaphore(1),
            may_start=always,
        )
        patience = Patience(seed=7, pauses_s=(), take=lambda _name, usage: till.spent.append(usage))
        return await try_cell(setup_of(cell, CHANGES, "repo"), bench, patience)

    trial = asyncio.run(body())
    assert trial is not None
    return trial


@pytest.mark.parametrize("outcome", [Completed(), TimedOut(reason="x"), Broke(reason="x")])
def test_what_the_agent_did_stands(outcome: Outcome) -> None:
    """A trial that completed, timed out or broke is not tried again."""
    assert attempt([outcome]).outcome == outcome


@pytest.mark.parametrize("fault", [BUSY, SandboxError("engine gone"), Errored(reason="CLI missing")])
def test_our_faults_are_tried_again(fault: Step) -> None:
    """After our own failure the next attempt counts, under an id of its own."""
    trial = attempt([fault, Completed()])

    assert trial.outcome == Completed()
    assert trial.id == trial_id(seed=7, cell=a_cell(), attempt=2)


@pytest.mark.parametrize("fault", [BUSY, SandboxError("busy"), Errored(reason="busy")])
def test_after_three_attempts_it_is_errored(fault: Step) -> None:
    """Three failures of ours make the cell errored: neither pass nor fail."""
    assert attempt([fault, fault, fault]).outcome == Errored(reason="busy", attempts=3)


@pytest.mark.parametrize("fault", [NO_KEY, SuiteError("no bytes"), ZeroDivisionError("a bug")])
def test_final_faults_are_not_tried_again(fault: Exception) -> None:
    """What another try cannot cure is errored at once, with the reason; a bug of ours is one of these."""
    outcome = attempt([fault]).outcome

    assert isinstance(outcome, Errored)
    assert outcome.attempts == 1
    assert str(fault) in outcome.reason


@pytest.mark.parametrize("outcome", [TimedOut(reason="x"), Broke(reason="x")])
def test_void_on_a_query_that_should_not_fire(outcome: Outcome) -> None:
    """Ending early without loading is no right answer: tried once more, then errored."""
    cell = a_cell("q2", kind="trigger")

    ended = attempt([outcome, outcome], cell).outcome
    assert isinstance(ended, Errored)
    assert ended.reason.startswith("void")
    assert ended.attempts == 2
    assert attempt([outcome, Completed()], cell).outcome == Completed()


@pytest.mark.parametrize(("item", "loaded"), [("q2", True), ("q1", False), ("q1", True)])
def test_not_void_where_it_says_something(item: str, loaded: bool) -> None:
    """Loaded where it should not is a wrong answer; on a query that should fire, breaking is a miss."""
    assert attempt([Broke(reason="x")], a_cell(item, kind="trigger"), loaded=loaded).outcome == Broke(
        reason="x"
    )


def test_uplift_is_never_void() -> None:
    """The rule on void trials speaks of triggers only."""
    assert attempt([TimedOut(reason="x")]).outcome == TimedOut(reason="x")


class _PaysThenFails:
    """An agent that calls the model once, then fails twice, then answers."""

    name = "pays"
    version = "1"

    def __init__(self) -> None:
        self._attempts = 0

    async def run(self, task: AgentTask, sandbox: Sandbox, model: Model) -> AgentRun:
        self._attempts += 1
        await model.reply(ModelCall(model=task.model, system="", messages=()))
        if self._attempts < 3:
            raise BUSY
        return agent_run("done")


def test_failed_attempts_are_paid_for() -> None:
    """What a failed attempt used is booked, too."""
    till = Till()

    trial = _try(_PaysThenFails(), a_cell(), till)

    assert trial.outcome == Completed()
    assert [usage.calls for usage in till.spent] == [1, 1, 1]


def test_usage_of_an_errored_trial_is_kept() -> None:
    """An errored trial carries what all its attempts used."""

    class Fails(_PaysThenFails):
        async def run(self, task: AgentTask, sandbox: Sandbox, model: Model) -> AgentRun:
            await model.reply(ModelCall(model=task.model, system="", messages=()))
            raise BUSY

    trial = _try(Fails(), a_cell(), Till())

    assert trial.evidence.usage.calls == 3
