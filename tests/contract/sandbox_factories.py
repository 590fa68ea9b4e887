"""The providers of rooms that the conformance suite runs over. A new provider adds a row here.

EVERYWHERE: the contract itself. WITH_PROCESSES: providers whose commands are real processes with real files.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest

from skilleval.domain.policy import Limits
from skilleval.execution.sandboxes.process import ProcessSandboxes
from skilleval.ports import Sandbox, Sandboxes
from skilleval.testing.sandbox import MemorySandboxes
from tests import builders_docker

T = TypeVar("T")
Body = Callable[[Sandbox], Awaitable[T]]


@dataclass(frozen=True)
class Provider:
    """How to make a provider for one test, and how to list what its rooms have left behind."""

    name: str
    make: Callable[[Path], Sandboxes]
    leftovers: Callable[[Path], set[str]]
    marks: tuple[pytest.MarkDecorator, ...] = ()


@dataclass(frozen=True)
class Rooms:
    """A provider, made for one test."""

    sandboxes: Sandboxes
    leftovers: Callable[[], set[str]]

    async def use(self, body: Body[T], limits: Limits | None = None) -> T:
        """Return what `body` returns from a room of its own."""
        async with self.sandboxes.open("0123456789ab", limits or Limits()) as room:
            return await body(room)


MEMORY = Provider("memory", lambda _tmp: MemorySandboxes(), lambda _tmp: set())
PROCESS = Provider(
    "process",
    lambda tmp: ProcessSandboxes(folder=tmp),
    lambda tmp: {path.name for path in tmp.iterdir()},
)

DOCKER = Provider(
    "docker",
    lambda _tmp: builders_docker.rooms(),
    lambda _tmp: builders_docker.leftovers(),
    builders_docker.needs_docker,
)

EVERYWHERE: tuple[Provider, ...] = (MEMORY, PROCESS, DOCKER)
WITH_PROCESSES: tuple[Provider, ...] = (PROCESS, DOCKER)


def params(providers: tuple[Provider, ...]) -> list[object]:
    """Return the providers as pytest parameters, with their marks."""
    return [pytest.param(provider, id=provider.name, marks=provider.marks) for provider in providers]
