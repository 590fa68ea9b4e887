"""Tries at one cell until a trial says something, or the tries are used up: then it is errored, ours."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

from skilleval.domain.trial import Errored, Evidence, Trial, Usage
from skilleval.errors import ModelError, SkillevalError, UserError
from skilleval.execution.setup import Setup, trial_id
from skilleval.execution.trial import Bench, run_trial
from skilleval.ports import Model, ModelCall, ModelReply

MOST_ATTEMPTS = 3
_MOST_VOID = 2
_REASON_CHARS = 500


@dataclass(frozen=True)
class Patience:
    """How a cell is tried again: the run's seed, pauses before the second and third attempt, the till."""

    seed: int
    pauses_s: tuple[float, ...]
    take: Callable[[str, Usage], None]
    """Called with each attempt's name and what it used, whatever came of it."""


@dataclass(frozen=True)
class _Failure:
    """An attempt that says nothing of the skill. A final one is not tried again."""

    reason: str
    is_final: bool = False
    is_void: bool = False


class _Meter:
    """A model that counts, so that an attempt that failed is in our books, too."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.usage = Usage()

    async def reply(self, call: ModelCall) -> ModelReply:
        """Return the model's reply."""
        reply = await self._model.reply(call)
        self.usage += reply.usage
        return reply


async def try_cell(setup: Setup, bench: Bench, patience: Patience) -> Trial | None:
    """Return the cell's trial, or None when the run stopped before its first attempt."""
    failures: list[_Failure] = []
    spent = Usage()
    while True:
        name = trial_id(seed=patience.seed, cell=setup.cell, attempt=len(failures) + 1)
        result, usage = await _attempt(name, setup, bench)
        patience.take(name, usage)
        spent += usage
        if isinstance(result, Trial) or (result is None and not failures):
            return result
        if result is not None:
            failures.append(result)
        if result is None or _is_enough(failures):
            return _errored(setup, failures[-1].reason, name=name, attempts=len(failures), usage=spent)
        await asyncio.sleep(_pause_s(patience, len(failures)))


def _errored(setup: Setup, reason: str, *, name: str, attempts: int, usage: Usage) -> Trial:
    """Return a trial that is ours to answer for; it says nothing of the skill."""
    outcome = Errored(reason=reason[:_REASON_CHARS], attempts=attempts)
    return Trial(id=name, cell=setup.cell, outcome=outcome, evidence=Evidence(usage=usage))


def _is_enough(failures: list[_Failure]) -> bool:
    voids = sum(failure.is_void for failure in failures)
    return failures[-1].is_final or len(failures) >= MOST_ATTEMPTS or voids >= _MOST_VOID


def _pause_s(patience: Patience, failures: int) -> float:
    return patience.pauses_s[min(failures, len(patience.pauses_s)) - 1] if patience.pauses_s else 0.0


async def _attempt(name: str, setup: Setup, bench: Bench) -> tuple[Trial | _Failure | None, Usage]:
    """Return a trial, a failure of ours, or None when it may not start; and what was used either way."""
    meter = _Meter(bench.model)
    try:
        trial = await run_trial(name, setup, replace(bench, model=meter))
    except ModelError as exc:
        return _Failure(str(exc), is_final=not exc.retryable), meter.usage
    except SkillevalError as exc:
        return _Failure(str(exc), is_final=isinstance(exc, UserError)), meter.usage
    except Exception as exc:  # noqa: BLE001  # one Trial for each cell, whatever happens: a bug of ours is ours
        return _Failure(f"skilleval failed: {type(exc).__name__}: {exc}", is_final=True), meter.usage
    if trial is None:
        return None, meter.usage
    usage = meter.usage if meter.usage.calls else trial.evidence.usage
    return _judged(trial, setup), usage


def _judged(trial: Trial, setup: Setup) -> Trial | _Failure:
    """Return the trial, or a failure when it says nothing of the skill (DESIGN.md section 2)."""
    outcome = trial.outcome
    if isinstance(outcome, Errored):
        return _Failure(outcome.reason)
    used = trial.evidence.skills
    loaded = trial.fired(setup.bundle.name) if setup.bundle else bool(setup.stop_after_loads and used.loaded)
    if setup.should_trigger is False and outcome.state in {"timed_out", "broke"} and not loaded:
        return _Failure(
            f"void: {outcome.state} before the skill loaded, where it should not: {outcome.reason}",
            is_void=True,
        )
    return trial
