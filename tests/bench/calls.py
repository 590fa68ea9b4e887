"""200 model calls through scheduler and gateway, with an agent in this process: one call a trial."""

import time
from collections.abc import Iterator

from skilleval.domain.policy import Budget, Limits
from skilleval.domain.trial import Completed, Evidence
from skilleval.execution import Lab, execute_plan
from skilleval.gateway import Gateway, GatewayConfig
from skilleval.models.anthropic import AnthropicModels
from skilleval.ports import AgentRun, AgentTask, Model, ModelCall, Sandbox
from skilleval.testing.sandbox import MemorySandboxes
from skilleval.wiring_checkout import SystemClock
from tests.bench.provider import provider_process
from tests.builders_execution import a_cell, a_plan, a_task, changes_with
from tests.builders_gateway import Provider

_CALLS, _SLOTS, _LATENCY_S, _PER_SECOND = 200, 20, 0.2, 20
_MODEL = "bench-1"


class OneCall:
    """Asks once, says done."""

    name = "one-call"
    version = "1"

    async def run(self, task: AgentTask, sandbox: Sandbox, model: Model) -> AgentRun:
        """Make one call that is put down to the trial."""
        messages = ({"role": "user", "content": task.prompt},)
        call = ModelCall(model=task.model, system="", messages=messages, trial_id=task.trial_id)
        reply = await model.reply(call)
        return AgentRun(outcome=Completed(), evidence=Evidence(answer="done", usage=reply.usage))


def bench_calls() -> Iterator[str]:
    """Yield a line for a server without limits, and one for 20 requests a second."""
    seconds, provider = _measured()
    ideal = _CALLS * _LATENCY_S / _SLOTS
    yield (
        f"{_CALLS} calls of {_LATENCY_S} s at {_SLOTS} slots: {seconds:.2f} s, limit {ideal:.2f} s, "
        f"ratio {seconds / ideal:.2f} (goal 1.10), answered {provider.answered - 1}"
    )
    seconds, provider = _measured(per_second=_PER_SECOND)
    ideal = (_CALLS - _PER_SECOND) / _PER_SECOND + _LATENCY_S  # one second's worth is there at the start
    yield (
        f"{_CALLS} calls against {_PER_SECOND} requests a second: {seconds:.2f} s, limit {ideal:.2f} s, "
        f"ratio {seconds / ideal:.2f} (goal 1.10), 429s {provider.too_many} (goal under 3)"
    )


def _measured(per_second: float = 0.0) -> tuple[float, Provider]:
    """Return the seconds for all calls, after one that stands for the probes, which load what is lazy."""
    with provider_process(latency_s=_LATENCY_S, per_second=per_second) as provider:
        config = GatewayConfig(upstream=provider.url, models=(_MODEL,))
        with Gateway(config, key="bench", slots=0) as gateway:
            lab = Lab(
                agent=OneCall(),
                sandboxes=MemorySandboxes(),
                models=AnthropicModels(api_key=gateway.token, base_url=gateway.url),
                clock=SystemClock(),
                limits=Limits(timeout_s=120.0),
                budget=Budget(concurrency=_SLOTS),
            )
            _run(lab, 1)
            time.sleep(1.0)  # the provider's bucket is full again
            started = time.monotonic()
            _run(lab, _CALLS)
            seconds = time.monotonic() - started
    return seconds, provider


def _run(lab: Lab, calls: int) -> None:
    cells = [a_cell(repeat=number + 1) for number in range(calls)]
    result = execute_plan(a_plan(*cells, model=_MODEL), changes_with(a_task()), lab)
    assert [trial.outcome.state for trial in result.trials] == ["completed"] * calls
