"""The real CLI in rooms behind the gateway, against the bare CLI on this machine and the same server."""

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from skilleval.domain.policy import Budget, Limits
from skilleval.execution import Lab, execute_plan
from skilleval.execution.agents.claude_code.launch import command, environment
from skilleval.models.anthropic import AnthropicModels
from skilleval.ports import AgentTask
from skilleval.wiring_checkout import SystemClock
from tests.builders_cli import MODEL, staged
from tests.builders_docker import cli_program, why_no_docker
from tests.builders_execution import a_cell, a_plan, a_task, changes_with
from tests.builders_gateway import Provider, say, serving, turns, use

_SCRIPT = turns(use("Bash", {"command": "ls"}), say("done"))
_LATENCY_S = 0.2


def bench_cli() -> Iterator[str]:
    """Yield a line for 1 and one for 8 slots: seconds a trial, ours and bare."""
    if why_no_docker():
        yield f"no bench of the CLI: {why_no_docker()}"
        return
    for slots, trials in ((1, 6), (8, 24)):
        bare, ours = _bare(slots, trials), _ours(slots, trials)
        yield (
            f"n={trials} trials of the CLI with two calls of {_LATENCY_S} s at {slots} slots: "
            f"ours {ours / trials:.2f} s a trial, bare {bare / trials:.2f} s, "
            f"overhead {100 * (ours / bare - 1):+.0f} %"
        )


def _bare(slots: int, trials: int) -> float:
    """Return the seconds for so many runs of the CLI without rooms, gateway and watcher."""
    task = AgentTask(trial_id="bare", prompt="hello", model=MODEL, limits=Limits())

    def run(url: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            argv = command(task, str(cli_program()))[6:]
            env = environment(task, base_url=url, api_key="x", home=folder) | {"HOME": folder}
            env["PATH"] = os.environ["PATH"]
            done = subprocess.run(argv, cwd=folder, env=env, input=b"hello", capture_output=True, check=False)
            assert json.loads(done.stdout.splitlines()[-1])["subtype"] == "success", done.stdout[-500:]

    with serving(Provider(script=_SCRIPT, latency_s=_LATENCY_S)) as provider:
        started = time.monotonic()
        with ThreadPoolExecutor(slots) as pool:
            list(pool.map(run, [provider.url] * trials))
        return time.monotonic() - started


def _ours(slots: int, trials: int) -> float:
    """Return the seconds for so many trials through scheduler, rooms and gateway."""
    with staged(slots=slots + 2) as stage:
        stage.provider.script, stage.provider.latency_s = _SCRIPT, _LATENCY_S
        lab = Lab(
            agent=stage.agent,
            sandboxes=stage.rooms,
            models=AnthropicModels(api_key=stage.gateway.token, base_url=stage.gateway.url),
            clock=SystemClock(),
            budget=Budget(concurrency=slots),
        )
        cells = [a_cell(repeat=number + 1) for number in range(trials)]
        plan, changes = a_plan(*cells, model=MODEL), changes_with(a_task())
        started = time.monotonic()
        result = execute_plan(plan, changes, lab)
        seconds = time.monotonic() - started
    assert [trial.outcome.state for trial in result.trials] == ["completed"] * trials, result.trials
    return seconds
