"""A connection to an engine: none that answers is an error with the way out; calls run side by side."""

import asyncio
import threading
import time

import pytest

from skilleval.engine.client import Engine, open_engine
from skilleval.errors import SandboxError

GOOD: dict[str, object] = {"NCPU": 2}


def test_no_engine_is_an_error_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing answers we say what to do; we never take another sandbox in silence."""
    monkeypatch.setenv("DOCKER_HOST", "tcp://127.0.0.1:1")

    with pytest.raises(SandboxError) as caught:
        open_engine()

    assert "start Docker" in caught.value.hint
    assert caught.value.exit_code == 3


def test_a_pod_without_an_engine_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a runner that starts containers as pods nobody can start Docker: the way out is another runner."""
    monkeypatch.setenv("DOCKER_HOST", "tcp://127.0.0.1:1")
    monkeypatch.setenv("KUBERNETES_SERVICE_HOST", "10.0.0.1")

    with pytest.raises(SandboxError) as caught:
        open_engine()

    assert "Kubernetes pods" in caught.value.hint
    assert "docs/github.md#kubernetes" in caught.value.hint


class Api:
    """The SDK's client as far as `close` goes."""

    def close(self) -> None:
        """Do nothing."""


def test_calls_run_side_by_side() -> None:
    """Ten calls of 50 ms take nothing like half a second, whatever the number of cores."""
    engine = Engine(Api(), GOOD)  # type: ignore[arg-type]

    async def ten() -> None:
        await asyncio.gather(*(engine.call(lambda: time.sleep(0.05)) for _ in range(10)))

    started = time.monotonic()
    asyncio.run(ten())
    engine.close()

    assert time.monotonic() - started < 0.4


def test_a_cancelled_caller_waits_for_its_call() -> None:
    """A container that is being created when the trial is cancelled is known afterwards."""
    engine, done = Engine(Api(), GOOD), threading.Event()  # type: ignore[arg-type]

    def work() -> None:
        time.sleep(0.1)
        done.set()

    async def cancelled() -> bool:
        task = asyncio.ensure_future(engine.call(work))
        await asyncio.sleep(0.02)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return done.is_set()

    assert asyncio.run(cancelled())
    engine.close()
