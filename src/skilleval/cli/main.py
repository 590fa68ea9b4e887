"""The command `skilleval`: the table of commands, and the one place that catches errors to end a run.

Exit codes: 0 success or neutral, 1 the gate failed, 2 the user's settings or files, 3 ours.
"""

import json
import signal
import sys
import tempfile
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Final, Never

import typer
from typer.exceptions import TyperException

from skilleval import __version__
from skilleval.cli.guard import guarded_streams
from skilleval.cli.output import print_json_text
from skilleval.domain.printed import one_line
from skilleval.errors import ConfigError, SkillevalError

ABOUT: Final = (
    "Tells whether a change to an agent skill makes an agent better or worse, and whether it is safe."
)
COMMANDS: Final = {
    "run": "run",
    "demo": "demo",
    "changes": "changes",
    "lint": "lint",
    "trigger": "evals",
    "uplift": "evals",
    "route": "evals",
    "collisions": "collisions",
    "review": "review",
    "rules": "review",
    "freeze": "freeze",
    "pin": "pin",
    "report": "report",
    "grade": "report",
    "explain": "explain",
    "export": "export",
    "simulate": "simulate",
    "action": "action",
}
"""Each command, and the module beside this one that holds it: only what is asked for is imported."""


def _version(value: bool) -> None:
    if value:
        typer.echo(f"skilleval {__version__}")
        raise typer.Exit


def _root(
    _: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Keep options that belong to no command."""


def _app(args: Sequence[str]) -> typer.Typer:
    """Return the application with the command that is asked for, or with all of them where none is."""
    app = typer.Typer(
        name="skilleval",
        help=ABOUT,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_root)
    for name in [args[0]] if args[0] in COMMANDS else COMMANDS:
        app.command(name)(getattr(import_module(f"skilleval.cli.{COMMANDS[name]}"), name))
    return app


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code. Expected errors are one line, without a traceback."""
    args = list(sys.argv[1:] if argv is None else argv) or ["--help"]
    with guarded_streams():
        return _main(args)


def _main(args: list[str]) -> int:
    try:
        with _stopped_as_by_hand():
            outcome = _app(args)(args, standalone_mode=False)
    except SkillevalError as exc:
        return _told(exc, as_json="--json" in args)
    except TyperException as exc:
        return _told(ConfigError(_usage(exc), hint=_help(args)), as_json="--json" in args)
    except (typer.Abort, KeyboardInterrupt):
        return _stopped(as_json="--json" in args)
    except BrokenPipeError:
        return 0
    except Exception as exc:  # noqa: BLE001  (the last line of defence: a log to send, not a traceback)
        return _unexpected(exc)
    return outcome if isinstance(outcome, int) else 0


@contextmanager
def _stopped_as_by_hand() -> Iterator[None]:
    """Let SIGTERM end a run as Ctrl-C does: rooms, containers and servers are put away."""

    def interrupt(_number: int, _frame: FrameType | None) -> Never:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():  # only there may handlers be set
        yield
        return
    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _help(args: Sequence[str]) -> str:
    named = [name for name in COMMANDS if name in args[:1]]
    return " ".join(["skilleval", *named, "--help"])


def _stopped(*, as_json: bool) -> int:
    words = "stopped; what was finished lies in the newest folder below .skilleval/runs (or in --out)"
    if as_json:
        print(json.dumps({"error": words, "hint": "", "exit_code": 130}), flush=True)  # noqa: T201
    print(words, file=sys.stderr, flush=True)  # noqa: T201
    return 130


def _usage(exc: TyperException) -> str:
    """Return what typer has to say of a wrong command line, on one line."""
    words = exc.format_message() if hasattr(exc, "format_message") else str(exc)
    return one_line(words) or "no command"


def _told(exc: SkillevalError, *, as_json: bool) -> int:
    if as_json:
        error = {"error": exc.message, "hint": exc.hint, "exit_code": exc.exit_code}
        print_json_text(json.dumps(error) + "\n")
    print(f"error: {one_line(exc.message)}", file=sys.stderr)  # noqa: T201
    if exc.hint:
        print(f"  try: {one_line(exc.hint)}", file=sys.stderr)  # noqa: T201
    return exc.exit_code


def _unexpected(exc: Exception) -> int:
    log = Path(tempfile.mkdtemp(prefix="skilleval-crash-")) / "crash.log"
    log.write_text("".join(traceback.format_exception(exc)), encoding="utf-8")
    print(f"error: unexpected {type(exc).__name__}; this is our fault, not the skill's", file=sys.stderr)  # noqa: T201
    print(f"  try: report it with {log}", file=sys.stderr)  # noqa: T201
    return 3
