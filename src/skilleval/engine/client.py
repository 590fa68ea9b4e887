"""A connection to one Docker Engine, and the check that it can do what rooms need."""

import asyncio
import os
import shutil
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from skilleval.engine.faults import START_ENGINE, engine_errors
from skilleval.engine.fit import api_to_speak, lacks
from skilleval.errors import SandboxError

if TYPE_CHECKING:
    from docker import APIClient

T = TypeVar("T")


class Engine:
    """One engine: the SDK's low-level client, what `/info` says, and worker threads for its calls."""

    def __init__(self, api: "APIClient", info: Mapping[str, object], *, workers: int = 96) -> None:
        """Take a client that answered; `workers` bounds the calls in flight."""
        self.api = api
        self.info = info
        self.own: str | None = None
        """The container that this process runs in, once looked for (engine/own.py); empty = in none."""
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="engine")

    @property
    def version(self) -> str:
        """The engine's version, for the provenance."""
        return str(self.info.get("ServerVersion", ""))

    @property
    def cpus(self) -> float:
        """How many CPUs the engine has; it refuses limits above that."""
        return float(str(self.info.get("NCPU") or 1))

    async def call(self, work: Callable[[], T]) -> T:
        """Run a blocking call in a worker thread and return what it returns.

        When the caller is cancelled the call still runs to its end first: a container that was
        created without anybody knowing could not be removed.
        """
        future = self._pool.submit(work)
        try:
            return await asyncio.shield(asyncio.wrap_future(future))
        except asyncio.CancelledError:
            while not future.done():
                await asyncio.sleep(0.01)
            raise

    def submit(self, work: Callable[[], T]) -> "Future[T]":
        """Start a blocking call in a worker thread without waiting for it."""
        return self._pool.submit(work)

    def close(self) -> None:
        """Wait for calls in flight and drop the connections."""
        self._pool.shutdown(wait=True)
        self.api.close()


def open_engine() -> Engine:
    """Return the engine that DOCKER_HOST (or the default socket) names.

    Raises SandboxError, with the remedy, when none answers or when it lacks something we need.
    """
    from docker.utils import kwargs_from_env  # noqa: PLC0415 - same

    import docker  # noqa: PLC0415 - a third of a second that runs without Docker must not pay

    with engine_errors("answer"), closing(docker.APIClient(**kwargs_from_env(), version="auto")) as first:
        version, info = first.version(), first.info()
    missing = lacks(info, version, free_mb=_free_mb(info, os.environ))
    if missing:
        raise SandboxError(
            f"the Docker Engine lacks {', '.join(one.what for one in missing)}",
            hint="; ".join(dict.fromkeys(one.remedy for one in missing)),
        )
    with engine_errors("answer"):
        api = docker.APIClient(
            **kwargs_from_env(), version=api_to_speak(version), timeout=120, max_pool_size=96
        )
    return Engine(api, info)


def _free_mb(info: Mapping[str, object], environ: Mapping[str, str]) -> int | None:
    """Return the space below the engine's own folder, when that is on this machine and can be seen."""
    root = Path(str(info.get("DockerRootDir") or "/nowhere"))
    if not environ.get("DOCKER_HOST", "unix:").startswith("unix:"):
        return None
    try:
        return shutil.disk_usage(root).free >> 20
    except OSError:
        return None


__all__ = ["START_ENGINE", "Engine", "open_engine"]
