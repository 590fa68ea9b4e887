"""The stage's verb: one work-conserving queue over all cells, in plan order, bounded by slots and budget."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from skilleval.domain.change import ChangeSet
from skilleval.domain.plan import Cell, RunPlan
from skilleval.domain.policy import Budget, Limits
from skilleval.domain.trial import REFUSED, Errored, Trial, Usage
from skilleval.domain.value import Value
from skilleval.errors import SuiteError
from skilleval.execution.attempts import Patience, try_cell
from skilleval.execution.curtail import Curtailer
from skilleval.execution.purse import Purse
from skilleval.execution.setup import Neighbours, check_neighbours, setup_of, trial_id
from skilleval.execution.slots import choose_slots, cores, free_memory_mb
from skilleval.execution.trial import Bench
from skilleval.ports import Agent, Clock, Model, Models, Sandboxes

_AHEAD = 4
"""For so many seats one room more may be opened or closed while all seats are taken."""
_BETWEEN_STARTS_S = 0.002
"""Started at once they would take turns in the loop: the first call would go when the last is ready."""
_SHOWN_REFUSALS = 5
_HOPELESS = 6
"""So many trials in a row that failed for one reason: a dead model server or engine fails the rest, too."""


def _nobody(_trial: Trial) -> None:
    """Tell nobody of a finished trial."""


@dataclass(frozen=True)
class Lab:
    """What a run of trials needs: an agent, rooms, a model, limits, a budget, a clock, someone to tell."""

    agent: Agent
    sandboxes: Sandboxes
    models: Models
    clock: Clock
    limits: Limits = field(default_factory=Limits)
    budget: Budget = field(default_factory=Budget)
    trial_cost_usd: float | None = None
    """What one trial is expected to cost: so much is set aside for each that runs, until some have ended."""
    neighbours: Neighbours = "repo"
    on_trial: Callable[[Trial], None] = _nobody
    """Called in the loop's thread as each trial ends; a run that is stopped has told of all that ended."""
    pauses_s: tuple[float, ...] = (1.0, 5.0)
    """Before the second and the third attempt at a cell that errored."""


class ExecutionResult(Value):
    """The trials in the order of the plan, and what was not run, with the reason."""

    trials: tuple[Trial, ...] = ()
    left_out: tuple[Cell, ...] = ()
    curtailed: tuple[Cell, ...] = ()
    """What need not run any more: the other repeats of the query have settled its verdict."""
    stopped: str = ""
    """Why cells were left out: which part of the budget is spent. Empty when nothing was."""
    usage: Usage = Usage()
    """Of all attempts, also those that failed."""
    seconds: float = 0.0
    notes: tuple[str, ...] = ()


def execute_plan(plan: RunPlan, changes: ChangeSet, lab: Lab) -> ExecutionResult:
    """Return one Trial for each cell that the budget allowed, whatever happened to it.

    Owns an event loop of its own: call it from plain code. Ctrl-C kills what runs, removes all rooms and
    comes through as KeyboardInterrupt. Raises ConfigError for unknown neighbours, OurError when no client
    of the model can be opened, and whatever `lab.on_trial` raises.
    """
    check_neighbours(lab.neighbours, changes)
    queue = _Queue(plan, changes, lab)
    asyncio.run(_execute(queue, lab.models))
    return queue.result()


async def _execute(queue: "_Queue", models: Models) -> None:
    """Work it off. Returns nothing: asyncio.run makes a repr of what comes back, here of all transcripts."""
    async with models.open() as model:
        await queue.work_off(model)


class _Queue:
    """The cells of a plan, and what became of them."""

    def __init__(self, plan: RunPlan, changes: ChangeSet, lab: Lab) -> None:
        self._plan = plan
        self._changes = changes
        self._lab = lab
        self._purse = Purse(lab.budget, lab.clock, trial_usd=lab.trial_cost_usd)
        self._waiting = deque(plan.cells)
        self._curtailer = Curtailer(plan, changes)
        self._curtailed: dict[str, Cell] = {}
        self._one_ended = asyncio.Event()
        self._trials: dict[str, Trial] = {}
        self._stopped = ""
        self._same_failures: Counter[str] = Counter()
        self._hopeless = ""

    async def work_off(self, model: Model) -> None:
        """Let workers take cells until none is left or the budget is."""
        slots = choose_slots(self._lab.budget, cores=cores(), free_mb=free_memory_mb())
        bench = self._bench(model, slots)
        try:
            async with asyncio.TaskGroup() as workers:
                for _ in range(min(slots + max(1, slots // _AHEAD), len(self._waiting))):
                    if not self._waiting:
                        break
                    workers.create_task(self._work(bench))
                    await asyncio.sleep(_BETWEEN_STARTS_S)
        except BaseExceptionGroup as group:  # the callers know nothing of our workers
            raise group.exceptions[0] from None

    def result(self) -> ExecutionResult:
        """Return trials in plan order, and what is missing."""
        cells = self._plan.cells
        unpriced = self._purse.spent.cost_usd is None
        return ExecutionResult(
            trials=tuple(self._trials[cell.key] for cell in cells if cell.key in self._trials),
            left_out=tuple(
                cell for cell in cells if cell.key not in self._trials and cell.key not in self._curtailed
            ),
            curtailed=tuple(self._curtailed.values()),
            stopped=self._stopped,
            usage=self._purse.spent,
            seconds=self._purse.seconds,
            notes=(*_unpriced(self._plan.model, is_priced=not unpriced), *_refused(self._trials.values())),
        )

    def _bench(self, model: Model, slots: int) -> Bench:
        lab = self._lab
        return Bench(
            agent=lab.agent,
            agent_model=self._plan.model,
            sandboxes=lab.sandboxes,
            model=model,
            limits=lab.limits,
            clock=lab.clock,
            seat=asyncio.Semaphore(slots),
            may_start=self._may_start,
        )

    def _is_open(self) -> bool:
        self._stopped = self._stopped or self._purse.why_closed()
        return not self._stopped

    async def _may_start(self, attempt: str) -> bool:
        return await self._purse.admit(attempt) or self._is_open()  # which notes why it is closed

    async def _work(self, bench: Bench) -> None:
        patience = Patience(seed=self._plan.seed, pauses_s=self._lab.pauses_s, take=self._purse.take)
        while self._is_open() and (cell := await self._next()) is not None:
            try:
                trial = await self._try(cell, bench, patience)
                if trial is not None:
                    self._finish(trial)
            finally:
                self._one_ended.set()  # wakes those that wait now
                self._one_ended.clear()

    async def _next(self) -> Cell | None:
        """Return the next cell in plan order that is needed, or None when none is left."""
        while self._waiting and not self._stopped:
            cell = next((cell for cell in self._waiting if not self._curtailer.must_wait(cell)), None)
            if cell is None:
                await self._one_ended.wait()
                continue
            self._waiting.remove(cell)
            if not self._curtailer.is_needless(cell):
                return cell
            self._curtailed[cell.key] = cell
        return None

    def _finish(self, trial: Trial) -> None:
        self._trials[trial.cell.key] = trial
        self._curtailer.saw(trial)
        self._lab.on_trial(trial)
        outcome = trial.outcome
        if not isinstance(outcome, Errored):
            self._same_failures.clear()
            return
        self._same_failures[outcome.reason] += 1
        if self._same_failures[outcome.reason] >= _HOPELESS and not self._hopeless:
            self._hopeless = f"not tried, since {_HOPELESS} trials in a row ended so: {outcome.reason}"

    async def _try(self, cell: Cell, bench: Bench, patience: Patience) -> Trial | None:
        if self._hopeless:
            return _untried(cell, self._hopeless, seed=patience.seed)
        try:
            setup = setup_of(cell, self._changes, self._lab.neighbours)
        except SuiteError as exc:
            return _untried(cell, str(exc), seed=patience.seed)
        return await try_cell(setup, bench, patience)


def _unpriced(model: str, *, is_priced: bool) -> Iterator[str]:
    if not is_priced:
        yield f"no price is known for {model}: max-cost-usd was not watched"


def _refused(trials: Iterable[Trial]) -> Iterator[str]:
    """Yield a line for each trial that tried to reach something else than its model."""
    for trial in trials:
        tried = [note for note in trial.evidence.notes if note.startswith(REFUSED)]
        if tried:
            named = ", ".join(note.removeprefix(REFUSED).strip() for note in tried[:_SHOWN_REFUSALS])
            more = f" and {len(tried) - _SHOWN_REFUSALS} more" if len(tried) > _SHOWN_REFUSALS else ""
            cell = trial.cell
            yield (
                f"refused by the gateway: {cell.skill}, {cell.item}, {cell.arm} {cell.repeat} "
                f"(trial {trial.id}) tried {named}{more}"
            )


def _untried(cell: Cell, reason: str, *, seed: int) -> Trial:
    name = trial_id(seed=seed, cell=cell, attempt=1)
    return Trial(id=name, cell=cell, outcome=Errored(reason=reason, attempts=0))
