"""What our own path costs: `PYTHONPATH=src python scripts/bench.py` prints a table.

200 trials of one model call of 0.2 s each, at 20 slots: no harness can do it in less than 2.0 s. Goal: at
most 1.10 times that. Rows go from the scheduler alone to everything but the engine: the real SDK over
loopback, and rooms that are folders of this machine. CPU seconds are the sturdier number on a busy machine.
"""

import argparse
import asyncio
import hashlib
import multiprocessing
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from skilleval.domain.bundle import Bundle, BundleFile, SkillText
from skilleval.domain.change import Baseline, ChangeSet, SkillChange
from skilleval.domain.plan import Cell, RunPlan
from skilleval.domain.policy import Budget
from skilleval.domain.suite import RubricItem, Suite, Task
from skilleval.execution import ExecutionResult, Lab, execute_plan
from skilleval.execution.agents.messages import MessagesAgent
from skilleval.execution.sandboxes.process import ProcessSandboxes
from skilleval.models.anthropic import AnthropicModels
from skilleval.ports import Models, Sandboxes
from skilleval.testing.clock import FixedClock
from skilleval.testing.model import ScriptedModels, says
from skilleval.testing.sandbox import MemorySandboxes

TRIALS, SLOTS, LATENCY_S = 200, 20, 0.2
IDEAL_S = TRIALS * LATENCY_S / SLOTS
_SHA = "0" * 40
_DIGEST = hashlib.sha256(b"").hexdigest()


async def _reply(_request: Request) -> JSONResponse:
    await asyncio.sleep(LATENCY_S)
    usage = {"input_tokens": 10, "output_tokens": 2}
    content = [{"type": "text", "text": "Done."}]
    message = {"id": "msg", "type": "message", "role": "assistant", "model": "offline", "content": content}
    return JSONResponse({**message, "stop_reason": "end_turn", "stop_sequence": None, "usage": usage})


def _serve(listener: socket.socket) -> None:
    app = Starlette(routes=[Route("/v1/messages", _reply, methods=["POST"])])
    uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off")).run(sockets=[listener])


@contextmanager
def _model_server() -> Iterator[str]:
    """Serve replies that take LATENCY_S each, from a process of its own: its CPU time is not ours."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(128)
        process = multiprocessing.get_context("fork").Process(target=_serve, args=(listener,), daemon=True)
        process.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            process.terminate()
            process.join()


def _changes() -> ChangeSet:
    text = b"---\nname: bench\ndescription: Does nothing.\n---\nDo nothing.\n"
    file = BundleFile(
        path="SKILL.md", sha256=hashlib.sha256(text).hexdigest(), size_bytes=len(text), content=text
    )
    bundle = Bundle(
        name="bench",
        path="bench",
        commit=_SHA,
        tree_sha=_SHA,
        digest=_DIGEST,
        digest_with_evals=_DIGEST,
        skill=SkillText(name="bench", description="Does nothing.", body="Do nothing."),
        files=(file,),
    )
    task = Task(id="t", prompt="Say done.", rubric=(RubricItem(id="r", text="Says done."),), digest=_DIGEST)
    change = SkillChange(
        name="bench",
        path="bench",
        kind="edited",
        candidate=bundle,
        baseline=Baseline(kind="merge-base", sha=_SHA, digest=_DIGEST, bundle=bundle),
        base_suite=Suite(tasks=(task,)),
    )
    return ChangeSet(merge_base=_SHA, changes=(change,))


def _plan() -> RunPlan:
    cells = tuple(
        Cell(skill="bench", kind="uplift", item="t", arm=arm, repeat=repeat)
        for repeat in range(TRIALS // 2)
        for arm in ("candidate", "baseline")
    )
    return RunPlan(
        cells=cells,
        seed=0,
        repeats=1,
        agent="messages",
        model="offline",
        grader_model="offline",
        digest=_DIGEST,
    )


def _run(models: Models, sandboxes: Sandboxes) -> ExecutionResult:
    lab = Lab(
        agent=MessagesAgent(),
        sandboxes=sandboxes,
        models=models,
        clock=FixedClock(),
        budget=Budget(concurrency=SLOTS),
    )
    return execute_plan(_plan(), _changes(), lab)


def _cpu_s() -> float:
    usage = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(row.ru_utime + row.ru_stime for row in usage)


def _row(name: str, models: Models, sandboxes: Sandboxes, *, rounds: int) -> str:
    """Return one line of the table: the best of some rounds."""
    walls, cpus = [], []
    for _ in range(rounds):
        started, cpu = time.monotonic(), _cpu_s()
        result = _run(models, sandboxes)
        walls.append(time.monotonic() - started)
        cpus.append(_cpu_s() - cpu)
        completed = sum(trial.outcome.state == "completed" for trial in result.trials)
        if completed != TRIALS:
            raise SystemExit(f"{name}: only {completed} of {TRIALS} trials completed")
    best, cpu = min(walls), min(cpus)
    return f"{name:42} {best:6.2f} s {best / IDEAL_S:5.2f} x {cpu:6.2f} s {1000 * cpu / TRIALS:6.1f} ms"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3, help="how often each row is run; the best counts")
    rounds = parser.parse_args().rounds
    print(f"{TRIALS} trials of {LATENCY_S} s at {SLOTS} slots: {IDEAL_S:.1f} s at best, goal 1.10 x")
    print(f"best of {rounds} rounds")
    print(f"{'':42} {'wall':>8} {'ratio':>7} {'CPU':>8} {'CPU/trial':>9}")
    scripted = ScriptedModels(lambda _call: says("Done."), delay_s=LATENCY_S)
    print(_row("scheduler, rooms in memory", scripted, MemorySandboxes(), rounds=rounds))
    print(_row("scheduler, rooms as folders", scripted, ProcessSandboxes(), rounds=rounds))
    with _model_server() as url:
        real = AnthropicModels(api_key="bench", base_url=url)
        print(_row("SDK over loopback, rooms in memory", real, MemorySandboxes(), rounds=rounds))
        print(_row("SDK over loopback, rooms as folders", real, ProcessSandboxes(), rounds=rounds))


if __name__ == "__main__":
    main()
