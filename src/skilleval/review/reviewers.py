"""The review of a change, in this process or in one of its own that holds nothing secret.

The bot holds a token and a model's key. What reads the pull request's bytes, parsers of archives, YAML and
office files among it, runs apart from them: a fresh interpreter with a clean environment, which is given the
change and gives back reviews. What it says is data of its own and is parsed like any other.
"""

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from pydantic import BaseModel, ConfigDict, ValidationError

import skilleval
from skilleval.domain.change import ChangeSet
from skilleval.domain.finding import Review
from skilleval.errors import ConfigError, ScannerError
from skilleval.ports import Scanner
from skilleval.review.review import REPOSITORY, review_changes
from skilleval.review.scanners.child import clean_environment, last_line
from skilleval.review.told import Tell
from skilleval.shield import end_with_parent

LIMIT_S = 1_800.0
"""Seconds for the whole review: a thousand skills take about five minutes."""
GRACE_S = 10.0
PACKAGE = Path(skilleval.__file__).parents[1]
_BOOT = "import runpy, sys; sys.path[:0] = sys.argv[2:]; runpy.run_module(sys.argv[1], run_name='__main__')"
"""`-I` looks for modules where things are installed alone: our own folder may be another one."""


@dataclass(frozen=True)
class ReviewerHere:
    """Reviews in this process."""

    scanners: Sequence[Scanner]

    def review(self, changes: ChangeSet, *, today: date, tell: Tell) -> tuple[Review, ...]:
        """Return the reviews of a change: see `review_changes`."""
        return review_changes(changes, self.scanners, today=today, tell=tell)


class _Line(BaseModel):
    """One line of what the other process says: how far it is, that it refuses, or the reviews."""

    model_config = ConfigDict(extra="forbid")

    told: str = ""
    refused: tuple[str, str] | None = None
    reviews: tuple[Review, ...] | None = None


@dataclass(frozen=True)
class ReviewerApart:
    """Reviews in a process of its own; `module` is what it runs, and ends up in `serve_review`.

    Its environment holds a path, a language and a home that is removed afterwards, nothing of ours.
    """

    module: str
    folders: tuple[Path, ...] = (PACKAGE,)
    """Where modules are looked for first."""
    limit_s: float = LIMIT_S

    def review(self, changes: ChangeSet, *, today: date, tell: Tell) -> tuple[Review, ...]:
        """Return the reviews of a change; where the process fails, each names that failure as ours."""
        try:
            return self._review(changes, today, tell)
        except ScannerError as exc:
            return _failed(changes, str(exc))

    def _review(self, changes: ChangeSet, today: date, tell: Tell) -> tuple[Review, ...]:
        with TemporaryDirectory(prefix="skilleval-review-") as name:
            task = Path(name) / "task"
            task.write_bytes(pickle.dumps((changes, today)))
            with closing(self._said(task)) as said:
                for line in said:
                    if line.refused:
                        raise ConfigError(line.refused[0], hint=line.refused[1])
                    if line.reviews is not None:
                        return line.reviews
                    tell(line.told)
        raise AssertionError("what is said ends with reviews, a refusal or an error")

    def _said(self, task: Path) -> Generator[_Line]:
        """Yield what the other process says; it is over when the generator is closed.

        Raises ScannerError when it ends without reviews, is late or says what is no line of ours.
        """
        home, words = task.parent, task.with_name("stderr")
        with task.open("rb") as stdin, words.open("wb") as stderr:
            process = subprocess.Popen(
                [sys.executable, "-I", "-c", _BOOT, self.module, *map(str, self.folders)],
                cwd=home, env=clean_environment(home), stdin=stdin, stdout=subprocess.PIPE, stderr=stderr,
                start_new_session=True, text=True, encoding="utf-8",
            )  # fmt: skip
        late = threading.Timer(self.limit_s, process.terminate)
        late.start()
        try:
            assert process.stdout is not None
            for text in process.stdout:
                yield _parsed(text)
            if late.finished.is_set():
                raise ScannerError(
                    f"the review took longer than {self.limit_s:.0f} s", hint="change fewer skills at once"
                )
            raise ScannerError(f"the review ended without a word: {last_line(words)}")
        finally:
            late.cancel()
            _end(process)


def serve_review(scanners: Sequence[Scanner]) -> None:
    """Review the change on stdin and say the reviews on stdout: the other side of `ReviewerApart`.

    The answer that cannot be given, a suppressions file that is none, is said too.
    """
    end_with_parent()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a library prints is no answer of ours
    changes, today = pickle.load(sys.stdin.buffer)  # noqa: S301 it comes from the process that started this one

    def say(**line: object) -> None:
        print(_Line.model_validate(line).model_dump_json(exclude_defaults=True), file=out, flush=True)

    try:
        say(reviews=review_changes(changes, scanners, today=today, tell=lambda text: say(told=text)))
    except ConfigError as exc:
        say(refused=(exc.message, exc.hint))


def _parsed(text: str) -> _Line:
    try:
        return _Line.model_validate_json(text)
    except ValidationError as exc:
        raise ScannerError(f"the review said what it never says: {exc.error_count()} faults") from None


def _end(process: subprocess.Popen[str]) -> None:
    """End it and, through it, its scanners: it hears of the end first."""
    with process:  # closes its pipe, too
        process.terminate()
        try:
            process.wait(timeout=GRACE_S)
        except subprocess.TimeoutExpired:
            process.kill()


def _failed(changes: ChangeSet, error: str) -> tuple[Review, ...]:
    """Return a review that names what failed for each skill that would have had one, and for the rest."""
    places = [(change.name, change.path) for change in changes.changes if change.kind != "removed"]
    places += [(REPOSITORY, "")] if changes.base_files or changes.head_files else []
    return tuple(Review(skill=name, path=path, error=error) for name, path in places)
