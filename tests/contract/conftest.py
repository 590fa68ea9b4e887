"""Rooms for the conformance suite."""

from pathlib import Path

import pytest

from tests.contract.sandbox_factories import EVERYWHERE, WITH_PROCESSES, Provider, Rooms, params
from tests.github_double.fixtures import emulator_process, github, line

__all__ = ["emulator_process", "github", "line", "real_rooms", "rooms"]


def _made(provider: Provider, tmp_path: Path) -> Rooms:
    return Rooms(provider.make(tmp_path), lambda: provider.leftovers(tmp_path))


@pytest.fixture(params=params(EVERYWHERE))
def rooms(request: pytest.FixtureRequest, tmp_path: Path) -> Rooms:
    """Every provider."""
    return _made(request.param, tmp_path)


@pytest.fixture(params=params(WITH_PROCESSES))
def real_rooms(request: pytest.FixtureRequest, tmp_path: Path) -> Rooms:
    """Providers whose commands are real processes."""
    return _made(request.param, tmp_path)
