"""The engine and the sandbox image for tests, each made once a process."""

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from skilleval.engine import Engine, open_engine
from skilleval.engine.labels import OWNER, labels_of_this_process
from skilleval.errors import SandboxError
from skilleval.execution.agents.claude_code.install import claude_program
from skilleval.execution.agents.claude_code.launch import PINNED_VERSION
from skilleval.execution.sandboxes.docker import DockerSandboxes, Slot
from skilleval.execution.sandboxes.docker.image import BASE_IMAGE, Recipe, build_image
from skilleval.execution.sandboxes.docker.prepare import digest_of

CACHE = Path(os.environ.get("SKILLEVAL_CACHE") or Path.home() / ".cache" / "skilleval")


@cache
def engine() -> Engine:
    """Return the machine's engine."""
    return open_engine()


@cache
def why_no_docker() -> str:
    """Return why tests with containers cannot run here; empty when they can."""
    try:
        engine()
    except SandboxError as exc:
        return str(exc)
    return ""


@contextmanager
def alone() -> Iterator[None]:
    """One process at a time: the workers of pytest-xdist would all build the same image."""
    with (Path(tempfile.gettempdir()) / "skilleval-image.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@cache
def plain_image() -> str:
    """Return the sandbox image without an agent's CLI."""
    with alone():
        return build_image(engine(), Recipe(), programs={})


def rooms(image: str = "", *, slots: int = 4, spares: bool = False) -> DockerSandboxes:
    """Return a provider whose rooms have no gateway."""
    return DockerSandboxes(
        engine(), image or plain_image(), slots=[Slot(number) for number in range(slots)], spares=spares
    )


def leftovers(owner: str = "") -> set[str]:
    """Return containers and volumes of this process (or of a given owner), and networks of ours.

    Others may run tests on the same engine at the same time.
    """
    api = engine().api
    mine = {"label": f"{OWNER}={owner or labels_of_this_process()[OWNER]}"}
    containers = {str(one["Id"]) for one in api.containers(all=True, filters=mine)}
    volumes = {str(one["Name"]) for one in api.volumes(filters=mine).get("Volumes") or []}
    networks = {str(one["Name"]) for one in api.networks() if "skilleval" in str(one)}
    return containers | volumes | networks


needs_docker = (
    pytest.mark.docker,
    pytest.mark.skipif(
        bool(why_no_docker()) and not os.environ.get("CI"), reason=f"no Docker Engine: {why_no_docker()}"
    ),
)


@cache
def cli_program() -> Path:
    """Return the real Claude Code CLI, fetched into the cache once."""
    with alone():
        return claude_program(
            PINNED_VERSION, engine=engine(), base=BASE_IMAGE, cache=CACHE, environment=os.environ
        )


@cache
def cli_image() -> str:
    """Return the sandbox image with the real Claude Code CLI: the same that the command makes."""
    program = cli_program()
    with alone():
        recipe = Recipe(programs={"claude": digest_of(program)})
        return build_image(engine(), recipe, programs={"claude": program})
