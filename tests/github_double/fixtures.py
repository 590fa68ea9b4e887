"""Fixtures over the double: one emulator a process of pytest, forgotten before each test."""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from skilleval.forges.github import Access, GitHubApi, Patience
from tests.github_double.emulate import Emulator, running_emulator, why_not
from tests.github_double.proxy import Desk, Seen, running_proxy


def why_no_openapi() -> str:
    """Return why requests cannot be held against GitHub's description here."""
    try:
        import openapi_core  # noqa: F401
    except ImportError:
        return "needs `pip install -r requirements/ci.txt`"
    return ""


def need(reason: str) -> None:
    """Skip for a reason, except in CI, where everything must be there."""
    if reason and os.environ.get("CI"):
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)


@pytest.fixture(scope="session")
def emulator_process() -> Iterator[Emulator]:
    """The emulator, started once."""
    need(why_not())
    with running_emulator() as emulator:
        yield emulator


@pytest.fixture
def github(emulator_process: Emulator) -> Emulator:
    """A fresh GitHub."""
    emulator_process.reset()
    return emulator_process


@dataclass
class FakeTime:
    """Time that passes only by sleeping."""

    now_s: float = field(default_factory=time.time)
    slept_s: float = 0.0

    def now(self) -> float:
        """Return seconds since the epoch."""
        return self.now_s

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.now_s += seconds
        self.slept_s += seconds


@dataclass
class Line:
    """A line to GitHub through the proxy: the desk behind it, and an API client in front."""

    desk: Desk
    url: str
    clock: FakeTime

    def api(self, *, token: str = "github-actions-token", timeout_s: int = 5, **more: Any) -> GitHubApi:
        """Return a client with its own connection; it does not really wait."""
        patience = Patience(self.clock.now, self.clock.sleep, **more)
        return GitHubApi(Access(self.url, token, timeout_s), patience)


@pytest.fixture
def line(github: Emulator) -> Iterator[Line]:
    """A line on which every request is held against GitHub's description of its API."""
    need(why_no_openapi())
    from tests.github_double.openapi import objection

    yield from _line(github, objection)


def _line(github: Emulator, judge: Callable[[Seen], str]) -> Iterator[Line]:
    desk = Desk(github.url, judge=judge)
    with running_proxy(desk) as url:
        yield Line(desk, url, FakeTime())
    assert desk.objections == []
