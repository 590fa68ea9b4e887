"""The part of wiring for GitHub: the event with its facts, what is shown there, and the desk of a run."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from skilleval.desk import Desk
from skilleval.domain.request import Request
from skilleval.errors import RepositoryError
from skilleval.event import Notice
from skilleval.execution.idle import IdleAgent, IdleModels, IdleRooms
from skilleval.forges.deepen import obtain
from skilleval.forges.github import (
    Access,
    CheckId,
    GitHubApi,
    GitHubForge,
    GitHubRepository,
    GitHubThread,
    Patience,
    Standing,
)
from skilleval.forges.local import LocalForge
from skilleval.grading.graders.model import ModelGrader
from skilleval.ports import JsonObject, Progress, Reporter, World
from skilleval.report.reporters.check_run import CheckRunReporter
from skilleval.report.reporters.commit_status import CommitStatusReporter
from skilleval.report.reporters.job_summary import JobSummaryReporter
from skilleval.report.reporters.pr_comment import PrCommentReporter
from skilleval.run_folder import RunFolder
from skilleval.settings import Settings
from skilleval.wiring import file_reporter, open_desk, open_reviewer
from skilleval.wiring_checkout import Checkout, SystemClock, is_checkout, open_checkout
from skilleval.wiring_rooms import open_bare_rooms


@dataclass(frozen=True)
class GitHubRun:
    """One run of the action on GitHub: the event with its facts, and what we show there."""

    forge: GitHubForge
    standing: Standing
    thread: GitHubThread | None
    """The pull request's conversation; None where the event has no pull request."""


@dataclass(frozen=True)
class Job:
    """What a run works on: settings of the base side, both commits, and whether trials may come of it."""

    settings: Settings
    checkout: Checkout
    has_trials: bool


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


def open_pinned(workspace: Path, request: Request, run: GitHubRun) -> Checkout:
    """Return the workspace with both commits of a request there, fetched by sha where they lack.

    A workspace without a checkout is no hindrance: the commits are then read through GitHub's API.

    Raises:
        RepositoryError: commits that cannot be had.
    """
    pinned = (request.base_sha, request.head_sha)
    if not is_checkout(workspace):
        return _through_the_api(request, run)
    reason = obtain(workspace, pinned)
    if reason:
        raise RepositoryError(
            f"the commits of this pull request are not in the workspace: {reason}",
            hint="run actions/checkout with fetch-depth: 0 before skilleval",
        )
    return open_checkout(workspace, base=pinned[0], head=pinned[1], only=request.only)


def _through_the_api(request: Request, run: GitHubRun) -> Checkout:
    name = request.repository
    repository = GitHubRepository(run.forge.api, name, number=request.number, head=request.head_sha)
    base_sha, head_sha = repository.resolve(request.base_sha), repository.resolve(request.head_sha)
    forge = LocalForge(repository, name=name, base=base_sha, head=head_sha)
    return Checkout(repository, forge, base_sha, head_sha, request.only, is_remote=True)


@contextmanager
def open_github_desk(
    job: Job, run: GitHubRun, *, output: tuple[RunFolder, Path | None], progress: Progress
) -> Iterator[Desk]:
    """Yield the desk of a run that reports to GitHub, too. `output`: the run folder and the summary's file.

    The comment comes last: what a failing network takes with it is then in files, summary and check.
    """
    folder, summary_file = output
    open_it = open_desk if job.has_trials else _open_idle_desk
    with open_it(job.settings, job.checkout, folder=folder, progress=progress) as desk:
        reporters = (*desk.world.reporters, *_reporters(job.settings, run, summary_file))
        yield replace(desk, world=replace(desk.world, forge=run.forge, reporters=reporters))


def _reporters(settings: Settings, run: GitHubRun, summary_file: Path | None) -> Iterator[Reporter]:
    if summary_file is not None:
        yield JobSummaryReporter(summary_file)
    if run.standing.shows_check:
        yield CheckRunReporter(run.standing)
    if run.standing.shows_status:
        yield CommitStatusReporter(run.standing)
    if run.thread is not None and (run.standing.shows_check or run.standing.shows_status):
        yield PrCommentReporter(run.thread, when=settings.comment, details_url=run.standing.run_url)


@contextmanager
def _open_idle_desk(
    settings: Settings, checkout: Checkout, *, folder: RunFolder, progress: Progress
) -> Iterator[Desk]:
    """Yield the desk of a run without trials: nothing is started for it."""
    world = World(
        repository=checkout.repository,
        forge=checkout,
        reviewer=open_reviewer(),
        agent=IdleAgent(settings.agent),
        sandboxes=IdleRooms(settings.sandbox.kind, isolated=settings.sandbox.kind == "docker"),
        models=IdleModels(),
        grader=ModelGrader(settings.grader_model),
        grader_models=IdleModels(),
        reporters=(file_reporter(folder),),
        clock=SystemClock(),
        progress=progress,
    )
    yield Desk(world, settings, folder, open_bare=lambda: open_bare_rooms(settings))
