"""200 model calls through scheduler and gateway, with an agent in this process: one call a trial."""

import os
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from skilleval.domain.policy import Budget, Limits
from skilleval.domain.trial import Completed, Evidence
from skilleval.execution import Lab, execute_plan
from skilleval.gateway import Gateway, GatewayConfig
from skilleval.gateway.beside import GatewayProcess
from skilleval.models.anthropic import AnthropicModels
from skilleval.ports import AgentRun, AgentTask, Model, ModelCall, Sandbox
from skilleval.testing.sandbox import MemorySandboxes
from skilleval.wiring_checkout import SystemClock
from tests.bench.provider import provider_process
from tests.builders_execution import a_cell, a_plan, a_task, changes_with
from tests.builders_gateway import Provider

_CALLS, _SLOTS, _LATENCY_S, _PER_SECOND = 200, 20, 0.2, 20
_RUNS = 5
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


@dataclass(frozen=True)
class Measured:
    """One run of all calls: its seconds, the CPU of each call in ms, and the server's own counts."""

    seconds: float
    gateway_ms: float
    bot_ms: float
    provider: Provider


def bench_calls() -> Iterator[str]:
    """Yield a line for a server without limits, one for the CPU, and one for 20 requests a second."""
    runs = [_measured() for _ in range(_RUNS)]
    ideal = _CALLS * _LATENCY_S / _SLOTS
    ratios = sorted(run.seconds / ideal for run in runs)
    yield (
        f"{_CALLS} calls of {_LATENCY_S} s at {_SLOTS} slots, limit {ideal:.2f} s: "
        f"ratio {statistics.median(ratios):.2f} median, {ratios[0]:.2f} least of n={_RUNS} runs (goal 1.10), "
        f"answered {min(run.provider.answered for run in runs) - 1} in each; load {os.getloadavg()[0]:.1f}"
    )
    yield (
        f"CPU of such a call: gateway {min(run.gateway_ms for run in runs):.1f} ms, "
        f"bot {min(run.bot_ms for run in runs):.1f} ms (least of n={_RUNS} runs)"
    )
    run = _measured(per_second=_PER_SECOND)
    ideal = (_CALLS - _PER_SECOND) / _PER_SECOND + _LATENCY_S  # one second's worth is there at the start
    yield (
        f"{_CALLS} calls at {_SLOTS} slots against {_PER_SECOND} requests a second, limit {ideal:.2f} s: "
        f"{run.seconds:.2f} s, ratio {run.seconds / ideal:.2f} of n=1 run (goal 1.10), "
        f"429s {run.provider.too_many} (goal under 3)"
    )


def _measured(per_second: float = 0.0) -> Measured:
    """Measure all calls, after one that stands for the probes, which load what is lazy."""
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
            before = time.monotonic(), _gateway_cpu_s(gateway), time.process_time()
            _run(lab, _CALLS)
            after = time.monotonic(), _gateway_cpu_s(gateway), time.process_time()
    seconds, gateway_s, bot_s = (late - early for early, late in zip(before, after, strict=True))
    return Measured(seconds, gateway_s / _CALLS * 1e3, bot_s / _CALLS * 1e3, provider)


def _gateway_cpu_s(gateway: Gateway) -> float:
    assert isinstance(gateway.launched, GatewayProcess)
    stat = Path(f"/proc/{gateway.launched.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")  # its user and system time


def _run(lab: Lab, calls: int) -> None:
    cells = [a_cell(repeat=number + 1) for number in range(calls)]
    result = execute_plan(a_plan(*cells, model=_MODEL), changes_with(a_task()), lab)
    assert [trial.outcome.state for trial in result.trials] == ["completed"] * calls
