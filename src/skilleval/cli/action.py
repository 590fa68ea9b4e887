"""`skilleval action`: the container's entry point on a GitHub runner, and its post step.

What GitHub shows is opened first and closed in every case: by the report, by the error, by the signal
that stops us, and where none of these could, by the post step, which is a process of its own.
"""

import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Annotated, Never

import typer
from rich.console import Console

from skilleval.changes import detect_changes
from skilleval.cli.options import require_keys
from skilleval.cli.progress import LineProgress
from skilleval.cli.runner import files
from skilleval.cli.runner.log import RunnerLog, open_log
from skilleval.cli.runner.masks import Redactor
from skilleval.cli.runner.scrub import leave_environment
from skilleval.cli.runner.surroundings import Surroundings, read_surroundings
from skilleval.domain.report import Report
from skilleval.domain.request import Request
from skilleval.errors import ConfigError, ForgeError, OurError, SkillevalError
from skilleval.event import Notice, Refusal, read_notice
from skilleval.pipeline import run_pipeline
from skilleval.run_folder import RunFolder
from skilleval.settings import Settings
from skilleval.settings.load import FILE_NAMES, SettingsFile, load_settings
from skilleval.wiring_checkout import Checkout, SystemClock
from skilleval.wiring_github import (
    GitHubPlace,
    GitHubRun,
    Job,
    open_github,
    open_github_desk,
    open_pinned,
)
from skilleval.wiring_rooms import remove_leftovers

MEASURING = "measuring"
STOPPED = "stopped before there was a verdict"
_NO_CHECKOUT = "The pull request is read through GitHub's API; actions/checkout before skilleval is faster."
_STOPPED_SUMMARY = "The run was cancelled, timed out or died. Nothing was judged; run it again."


@dataclass(frozen=True)
class Start:
    """One start of the action: what the runner handed in, where to say things, what to blacken."""

    around: Surroundings
    log: RunnerLog
    redactor: Redactor


@dataclass(frozen=True)
class Ready:
    """All that a run needs before its first stage."""

    request: Request
    job: Job


def action(
    post: Annotated[
        bool, typer.Option("--post", help="Close what a run that was killed left open on GitHub.")
    ] = False,
) -> int:
    """Run on a GitHub runner: action.yml starts this, reads its outputs, and starts its post step.

    Example: skilleval action
    """
    around = read_surroundings(leave_environment())
    redactor = Redactor(around.secrets)
    with open_log(redactor, masks=not post) as log:
        start = Start(around, log, redactor)
        try:
            return close_left_open(start) if post else answer_event(start)
        except SkillevalError as exc:
            log.say("error", "skilleval", str(exc))
            return exc.exit_code
        except KeyboardInterrupt:
            log.say("notice", "skilleval", STOPPED)
            return 130
        except Exception as exc:  # noqa: BLE001  (the last line of defence: a log to send, not a traceback)
            log.say("error", "skilleval", f"unexpected {type(exc).__name__}; {_keep_crash(start, exc)}")
            return OurError.exit_code


def answer_event(start: Start) -> int:
    """Return the exit code of what the event asks for. Raises SkillevalError."""
    around = start.around
    notice = read_notice(around.event_name, around.event)
    if notice.ignored:
        return _nothing_to_do(start, notice.ignored)
    run = open_github(_place(around), notice, around.event, event=around.event_name)
    if notice.kind == "merge-group":
        return _replay(start, run, notice)
    asked = run.forge.judge()
    if isinstance(asked, Refusal):
        run.forge.react("confused")
        return _nothing_to_do(start, asked.reason)
    run.forge.react("eyes")
    return _answer(start, run, asked)


def close_left_open(start: Start) -> int:
    """Close check and status of a run that could not do so itself, and remove its rooms: the post step.

    Raises:
        ForgeError: GitHub does not take it.
    """
    remove_leftovers()
    around = start.around
    notice = read_notice(around.event_name, around.event)
    remembered = files.remembered_heads(around)
    if notice.ignored and not remembered:
        return 0
    run = open_github(_place(around), notice, around.event, event=around.event_name)
    heads = (*remembered, *run.forge.known_heads())
    if run.standing.close_left_open(heads, STOPPED, _STOPPED_SUMMARY):
        start.log.say("notice", "skilleval", f"{STOPPED}; what it had opened is closed")
    return 0


def _answer(start: Start, run: GitHubRun, asked: Request) -> int:
    """Measure one request. The check is opened even where settings or commits are missing: it says so."""
    ready: Ready | Refusal | SkillevalError
    try:
        ready = _prepare(start.around, run, asked)
    except SkillevalError as exc:
        ready = exc
    if isinstance(ready, Refusal):
        run.forge.react("confused")
        return _nothing_to_do(start, ready.reason)
    with _always_closed(run):
        _open(start, run, ready, asked)
        if isinstance(ready, SkillevalError):
            raise ready
        run.forge.react("rocket")
        if ready.job.checkout.is_remote:
            start.log.say("notice", "skilleval found no checkout", _NO_CHECKOUT)
        report = _measure(start, run, ready)
    run.forge.react("+1")
    start.log.say("notice", "skilleval", report.verdict.title)
    waits = report.verdict.conclusion == "action_required"  # a red job would blame whoever opened it
    return 0 if waits else report.verdict.exit_code


def _prepare(around: Surroundings, run: GitHubRun, asked: Request) -> Ready | Refusal:
    """Return settings and commits for a request; its trust is judged by the base side's own floor.

    Raises:
        SkillevalError: a setting, key or commit is missing.
    """
    checkout = open_pinned(around.workspace, asked, run)
    settings = _settings(around, checkout, run.forge.notice)
    run.forge.floor = settings.permission_floor
    request = run.forge.judge()
    if isinstance(request, Refusal):
        return request
    has_trials = request.may_spend and _wants_trials(request, checkout, settings)
    if not has_trials:  # no engine, no gateway, and no key even in the same process
        return Ready(request, Job(settings.without_keys(), checkout, has_trials=False))
    require_keys(settings)
    return Ready(request, Job(settings, checkout, has_trials=True))


def _wants_trials(request: Request, checkout: Checkout, settings: Settings) -> bool:
    """Return whether any skill changed in a way that trials could tell of."""
    changes = detect_changes(request, checkout.repository, settings.scope()).changes
    return any(change.wants_triggers or change.wants_uplift for change in changes)


def _settings(around: Surroundings, checkout: Checkout, notice: Notice) -> Settings:
    """Return the settings: the command's flags, the action's inputs, the base side's file."""
    found = {name: content for name in FILE_NAMES if (content := checkout.base_file(name)) is not None}
    file = next((SettingsFile(name=name, content=content) for name, content in found.items()), None)
    repeats = notice.command.repeats if notice.command else None
    return load_settings(flags={"repeats": repeats}, inputs=around.inputs, file=file)


def _open(start: Start, run: GitHubRun, ready: Ready | SkillevalError, asked: Request) -> None:
    """Open check or status, and close what older runs left open."""
    mode = ready.job.settings.report if isinstance(ready, Ready) else "check"
    try:
        run.standing.open(mode, title=MEASURING)
    except ForgeError as exc:
        if asked.trust != "outsider":
            raise
        # the review still goes to files and summary
        told = f"{exc.message}; {_for_forks(asked)}" if asked.foreign else str(exc)
        start.log.say("notice", "skilleval shows nothing on this pull request", told)
        return
    files.remember_head(start.around, run.standing.head_sha)
    try:
        run.standing.close_older(run.forge.known_heads())
    except ForgeError as exc:
        start.log.say("warning", "an older check may still be open", str(exc))


def _for_forks(asked: Request) -> str:
    """Return what a fork's own run, whose token can only read, says in place of check and comment."""
    return (
        "runs of forks and of Dependabot may only read, so the review is in this job's summary, and somebody"
        f" with write permission brings check, comment and trials by {asked.approval} (docs/github.md#forks)"
    )


def _measure(start: Start, run: GitHubRun, ready: Ready) -> Report:
    around, clock = start.around, SystemClock()
    name = f"{clock.now():%Y%m%dT%H%M%SZ}-{around.run_id}.{around.attempt}"
    folder = RunFolder.create(files.runs_folder(around) / name)
    files.share_folder(around)
    progress = LineProgress(Console(stderr=True, width=200))
    output = (folder, around.summary_file)
    try:
        with open_github_desk(ready.job, run, output=output, progress=progress) as desk:
            return run_pipeline(desk)
    finally:
        _hand_over(start, folder)


def _hand_over(start: Start, folder: RunFolder) -> None:
    """Leave outputs, and files that later steps may read and remove; also after a failed publication."""
    if files.sweep(folder.path, start.redactor):
        start.log.say("warning", "skilleval", "a file of the run held a secret, which was blackened")
    if (folder.path / "results.json").is_file():
        files.append_values(start.around.output_file, _outputs(start.around, folder))
    workspace = start.around.workspace
    for left in (
        files.runs_folder(start.around),
        workspace / ".git",
    ):  # a fetch of ours may lie in the latter
        files.hand_over(left, workspace)


def _outputs(around: Surroundings, folder: RunFolder) -> dict[str, str]:
    report = folder.load_report()
    return {
        "verdict": report.verdict.verdict,
        "conclusion": report.verdict.conclusion,
        "report-path": files.path_outside(folder.path / "report.html", around),
        "results-path": files.path_outside(folder.path / "results.json", around),
        "skills": files.json_list([skill.skill for skill in report.verdict.skills]),
    }


def _replay(start: Start, run: GitHubRun, notice: Notice) -> int:
    """Say the pull request's verdict again for the merge group's commit; without one, it fails honestly.

    It is said as the pull request hears it: by a check, or where there is only a status, by that.
    """
    check = run.forge.verdict_on_head()
    status = run.forge.status_on_head() if check is None else None
    old = check or status
    run.standing.open("status" if status else "check", title=MEASURING)
    number = notice.number
    if old is None:
        told = (
            "no pull request in the merge group's name" if number is None else f"no verdict on #{number} yet"
        )
        run.standing.end("failure", told, "Run skilleval on the pull request, then queue it again.")
        start.log.say("error", "skilleval", told)
        return 1
    passed = old.conclusion in {"success", "neutral"}
    title = f"as on pull request {number}: {old.title}"
    run.standing.end(
        "success" if old.conclusion == "success" else "neutral" if passed else "failure", title, old.url
    )
    start.log.say("notice", "skilleval", title)
    return 0 if passed else 1


@contextmanager
def _always_closed(run: GitHubRun) -> Iterator[None]:
    """Close what was opened, however the block ends; a signal that ends us ends the block first."""
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    except KeyboardInterrupt:
        run.standing.end("cancelled", STOPPED, _STOPPED_SUMMARY)
        raise
    except SkillevalError as exc:
        run.standing.end("failure", f"could not be judged: {exc.message}"[:200], _fenced(str(exc)))
        raise
    except Exception as exc:
        run.standing.end("failure", f"ended by an error of ours: {type(exc).__name__}", _STOPPED_SUMMARY)
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(_signal: int, _frame: FrameType | None) -> Never:
    raise KeyboardInterrupt


def _fenced(text: str) -> str:
    """Return foreign words for the check's summary: in a block, where nothing is a link or a mention."""
    return f"~~~\n{' '.join(text.split()).replace('~~~', '~ ~ ~')[:4000]}\n~~~"


def _nothing_to_do(start: Start, reason: str) -> int:
    start.log.say("notice", "skilleval did not run", reason)
    return 0


def _place(around: Surroundings) -> GitHubPlace:
    if not around.token:
        raise ConfigError("there is no token for GitHub", hint="leave the input github-token at its default")
    return GitHubPlace(
        api_url=around.api_url,
        token=around.token,
        run_url=around.run_url,
        run_id=around.run_id,
        attempt=around.attempt,
        job=around.job,
    )


def _keep_crash(start: Start, exc: Exception) -> str:
    """Write the traceback where it can be sent from; return how to do that."""
    folder = files.runs_folder(start.around)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        crash: Path = folder / f"crash-{start.around.run_id}.{start.around.attempt}.log"
        crash.write_text(start.redactor.text("".join(traceback.format_exception(exc))), encoding="utf-8")
    except OSError:
        return "this is our fault, not the skill's"
    return f"this is our fault, not the skill's: report it with {files.path_outside(crash, start.around)}"
