"""Settings -> World: the tables of plug-ins. The one place that names concrete classes."""

import hashlib
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from skilleval.domain.price import TokenCount
from skilleval.domain.request import Request
from skilleval.errors import ConfigError, RepositoryError
from skilleval.event import Notice
from skilleval.execution.agents.messages import MessagesAgent
from skilleval.execution.sandboxes.process import ProcessSandboxes
from skilleval.forges.deepen import obtain
from skilleval.forges.git import GitRepository
from skilleval.forges.github import (
    Access,
    CheckId,
    GitHubApi,
    GitHubForge,
    GitHubThread,
    Patience,
    Standing,
)
from skilleval.forges.local import LocalForge
from skilleval.grading import Marking
from skilleval.grading.graders.model import ModelGrader
from skilleval.models.anthropic import ANTHROPIC_URL, AnthropicModels
from skilleval.models.prices import load_prices
from skilleval.pipeline import Desk
from skilleval.ports import Agent, Clock, JsonObject, Models, Progress, Reporter, Sandboxes, Scanner, World
from skilleval.report.reporters.check_run import CheckRunReporter
from skilleval.report.reporters.commit_status import CommitStatusReporter
from skilleval.report.reporters.files import FilesReporter
from skilleval.report.reporters.job_summary import JobSummaryReporter
from skilleval.report.reporters.pr_comment import PrCommentReporter
from skilleval.review.scanners.bandit import BanditScanner
from skilleval.review.scanners.semgrep import SemgrepScanner
from skilleval.run_folder import RunFolder
from skilleval.settings import Settings
from skilleval.testing.demo_repository import DemoRepository, build_demo_repository, examples_folder
from skilleval.testing.offline import serve_offline

T = TypeVar("T")


def scanners() -> tuple[Scanner, ...]:
    """Return the third-party scanners that every review uses."""
    return (SemgrepScanner(), BanditScanner())


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the time in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds that no change of the clock can bend."""
        return time.monotonic()


@dataclass(frozen=True)
class Checkout:
    """A local checkout and the two refs of it that are compared."""

    repository: GitRepository
    forge: LocalForge
    base_sha: str
    head_sha: str
    only: tuple[str, ...] = ()

    def payload(self) -> JsonObject:
        """Return the event: two pinned refs."""
        return self.forge.payload() | {"only": list(self.only)}

    def base_file(self, path: str) -> bytes | None:
        """Return a file of the base side, or None: policy is never read from the head."""
        entries = {entry.path: entry for entry in self.repository.tree(self.base_sha)}
        entry = entries.get(path)
        return None if entry is None else self.repository.read([entry.oid])[entry.oid]

    def new_run_path(self, root: Path, clock: Clock) -> Path:
        """Return where a run of these refs goes below `root`: `.skilleval/runs/<utc>-<id>`."""
        now = clock.now()
        seed = f"{now.isoformat()}/{self.base_sha}/{self.head_sha}"
        name = f"{now:%Y%m%dT%H%M%SZ}-{hashlib.sha256(seed.encode()).hexdigest()[:6]}"
        return root / ".skilleval" / "runs" / name


def open_checkout(path: Path, *, base: str, head: str, only: tuple[str, ...] = ()) -> Checkout:
    """Return a checkout with both refs resolved.

    Raises:
        RepositoryError: no repository there, or a ref that names no commit.
    """
    if not path.is_dir():
        raise RepositoryError(f"{path} is no folder", hint="name a checkout with --repo")
    repository = GitRepository(path)
    base_sha, head_sha = repository.resolve(base), repository.resolve(head)
    forge = LocalForge(repository, name=path.resolve().name, base=base, head=head)
    return Checkout(repository, forge, base_sha, head_sha, only)


def build_demo(target: Path) -> DemoRepository:
    """Make the example repository with its commits in an empty or missing folder."""
    return build_demo_repository(target, examples_folder())


@contextmanager
def open_desk(
    settings: Settings, checkout: Checkout, *, folder: RunFolder, progress: Progress
) -> Iterator[Desk]:
    """Yield the desk of a run; what it needed (servers, engines) ends with the context.

    Raises:
        SkillevalError: something that the settings ask for is not there; the hint says what to do.
    """
    with ExitStack() as stack:
        models = stack.enter_context(_open_models(settings, model=settings.model))
        graders = stack.enter_context(_open_models(settings, model=settings.grader_model))
        world = World(
            repository=checkout.repository,
            forge=checkout,
            scanners=scanners(),
            agent=_agent(settings),
            sandboxes=_sandboxes(settings),
            models=models,
            grader=ModelGrader(settings.grader_model),
            grader_models=graders,
            reporters=(file_reporter(folder),),
            clock=SystemClock(),
            progress=progress,
        )
        yield Desk(world, settings, folder, trial_cost_usd=_trial_cost_usd(settings))


@contextmanager
def open_marking(settings: Settings, *, progress: Progress) -> Iterator[Marking]:
    """Yield what grades a saved run again."""
    with _open_models(settings, model=settings.grader_model) as models:
        yield Marking(
            grader=ModelGrader(settings.grader_model),
            models=models,
            seed=settings.seed,
            votes=settings.grader_votes,
            on_graded=progress.graded,
        )


def file_reporter(folder: RunFolder) -> Reporter:
    """Return the reporter that writes the report's files into a run folder."""
    return FilesReporter(folder.path)


# ---------------------------------------------------------------- GitHub


@dataclass(frozen=True)
class GitHubRun:
    """One run of the action on GitHub: the event with its facts, and what we show there."""

    forge: GitHubForge
    standing: Standing
    thread: GitHubThread | None
    """The pull request's conversation; None where the event has no pull request."""


@dataclass(frozen=True)
class GitHubPlace:
    """Where GitHub is, with which token we speak, and which run of which job this is."""

    api_url: str
    token: str = field(repr=False)
    run_url: str
    run_id: int
    attempt: int
    job: str


def open_github(place: GitHubPlace, notice: Notice, delivery: JsonObject, *, event: str) -> GitHubRun:
    """Return the run that a notice asks for. The pull request is read here, once, and stays pinned.

    Raises:
        ForgeError: the pull request cannot be read, or GitHub does not answer.
    """
    api = GitHubApi(Access(place.api_url, place.token), Patience(now=time.time, sleep=time.sleep))
    forge = GitHubForge(api, event, delivery, notice)
    number = notice.number
    mark = CheckId(number or 0, place.run_id, place.attempt, place.job)
    standing = Standing(api, notice.repository, head_sha=_head_of(forge), mark=mark, run_url=place.run_url)
    thread = None if number is None else GitHubThread(api, notice.repository, number)
    return GitHubRun(forge, standing, thread)


def _head_of(forge: GitHubForge) -> str:
    """Return the commit that this run reports on: of a merge group its own, else the pull request's head."""
    return (forge.notice.head_sha if forge.notice.kind == "merge-group" else None) or forge.head_sha or ""


def open_pinned(workspace: Path, request: Request) -> Checkout:
    """Return the workspace with both commits of a request there, fetched by sha where they lack.

    Raises:
        RepositoryError: no repository there, or commits that cannot be had.
    """
    pinned = (request.base_sha, request.head_sha)
    reason = obtain(workspace, pinned) if workspace.is_dir() else ""
    if reason:
        raise RepositoryError(
            f"the commits of this pull request are not in the workspace: {reason}",
            hint="run actions/checkout with fetch-depth: 0 before skilleval",
        )
    return open_checkout(workspace, base=pinned[0], head=pinned[1], only=request.only)


@contextmanager
def open_github_desk(
    settings: Settings,
    checkout: Checkout,
    run: GitHubRun,
    *,
    output: tuple[RunFolder, Path | None],
    progress: Progress,
) -> Iterator[Desk]:
    """Yield the desk of a run that reports to GitHub, too. `output`: the run folder and the summary's file.

    The comment comes last: what a failing network takes with it is then in files, summary and check.
    """
    folder, summary_file = output
    with open_desk(settings, checkout, folder=folder, progress=progress) as desk:
        own = [JobSummaryReporter(summary_file)] if summary_file else []
        check = [CheckRunReporter(run.standing)] if run.standing.shows_check else []
        status = [CommitStatusReporter(run.standing)] if run.standing.shows_status else []
        comment = (
            [PrCommentReporter(run.thread, when=settings.comment)] if run.thread and (check or status) else []
        )
        reporters = (*desk.world.reporters, *own, *check, *status, *comment)
        yield replace(desk, world=replace(desk.world, forge=run.forge, reporters=reporters))


def pick(table: Mapping[str, T], name: str, *, kind: str) -> T:
    """Return table[name], or tell the user which names exist.

    Raises:
        ConfigError: there is no such name.
    """
    try:
        return table[name]
    except KeyError:
        known = ", ".join(sorted(table))
        raise ConfigError(f"unknown {kind} {name!r}", hint=f"use one of: {known}") from None


def _agent(settings: Settings) -> Agent:
    return pick({"messages": MessagesAgent}, settings.agent, kind="agent")()


def _sandboxes(settings: Settings) -> Sandboxes:
    return pick({"process": ProcessSandboxes}, settings.sandbox.kind, kind="sandbox")()


@contextmanager
def _open_models(settings: Settings, *, model: str) -> Iterator[Models]:
    """Yield the provider's models, or those of the offline server, which ends with the context."""
    if model != "offline":
        yield AnthropicModels(
            api_key=settings.anthropic_api_key.get_secret_value(),
            base_url=os.environ.get("ANTHROPIC_BASE_URL") or ANTHROPIC_URL,
        )
        return
    with serve_offline() as url:
        yield AnthropicModels(api_key="offline", base_url=url)


# One trial of eight calls on a shared prefix, and one grading: docs/cost.md says where the figures come from.
_TRIAL_TOKENS = TokenCount(cache_read=217_500, cache_write=12_500, output=2_800)
_GRADE_TOKENS = TokenCount(fresh=6_000, output=600)


def _trial_cost_usd(settings: Settings) -> float | None:
    """Return what one trial with its grading is expected to cost, or None where a price is unknown."""
    prices = load_prices()
    trial = prices.cost_usd(settings.model, _TRIAL_TOKENS)
    grade = prices.cost_usd(settings.grader_model, _GRADE_TOKENS)
    return None if trial is None or grade is None else trial + settings.grader_votes * grade
