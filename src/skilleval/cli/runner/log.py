"""What we print: the runner reads both streams for commands, so nothing foreign may look like one.

docs.github.com, "Workflow commands": `::stop-commands::TOKEN` switches commands off until `::TOKEN::`.
Everything we print stands between these, one command of ours at a time excepted; besides, secrets
are blackened, control characters shown, and a line that begins like a command gets something before it.
"""

import os
import re
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, TextIO

from skilleval.cli.guard import unguarded
from skilleval.cli.runner.masks import Redactor
from skilleval.domain.printed import no_command

Level = Literal["notice", "warning", "error"]
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")


class GuardedStream:
    """A text stream that passes on whole lines, made harmless."""

    def __init__(self, target: TextIO, redactor: Redactor) -> None:
        """Write to `target`."""
        self._target = target
        self._redactor = redactor
        self._rest = ""
        self.encoding = "utf-8"
        self.errors = "backslashreplace"

    def write(self, text: str) -> int:
        """Take text; what ends a line goes out."""
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            self._put(line)
        return len(text)

    def flush(self) -> None:
        """Pass on what is complete; a line that has not ended may still turn out to hold a secret."""
        self._target.flush()

    def close_line(self) -> None:
        """Pass on the last line although it did not end."""
        if self._rest:
            self._put(self._rest)
            self._rest = ""

    def isatty(self) -> bool:
        """Return False: logs have no colours."""
        return False

    def _put(self, line: str) -> None:
        line = _CONTROL.sub("\ufffd", self._redactor.text(line))
        self._target.write(no_command(line) + "\n")
        self._target.flush()


class RunnerLog:
    """Commands of ours among lines that hold none."""

    def __init__(self, target: TextIO, redactor: Redactor, *, masks: bool) -> None:
        """Write to `target`; with `masks`, tell the runner every form of every secret first."""
        self._target = target
        self._redactor = redactor
        self._stop = ""
        if masks:
            for form in redactor.forms:
                self._line(f"::add-mask::{_escape(form)}")
        self._close_gate()

    def say(self, level: Level, title: str, message: str) -> None:
        """Annotate the run: one line, whatever it holds."""
        text = _escape(self._redactor.text(_CONTROL.sub(" ", message)))
        name = _escape_property(self._redactor.text(_CONTROL.sub(" ", title)))
        self._line(f"::{self._stop}::")
        self._line(f"::{level} title={name}::{text}")
        self._close_gate()

    def end(self) -> None:
        """Let later steps' commands through again."""
        self._line(f"::{self._stop}::")

    def _close_gate(self) -> None:
        self._stop = f"skilleval-{secrets.token_hex(16)}"
        self._line(f"::stop-commands::{self._stop}")

    def _line(self, text: str) -> None:
        self._target.write(text + "\n")
        self._target.flush()


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")


@contextmanager
def open_log(redactor: Redactor, *, masks: bool) -> Iterator[RunnerLog]:
    """Guard both streams for as long as the context lasts.

    Standard error goes where standard output goes: the runner reads them through two pipes and mixes
    their lines, so that a gate in one would not hold for the other.
    """
    before = sys.stdout, sys.stderr
    out, err = unguarded(sys.stdout), unguarded(sys.stderr)
    out.flush()
    err.flush()
    os.dup2(1, 2)
    log = RunnerLog(out, redactor, masks=masks)
    guarded = GuardedStream(out, redactor)
    sys.stdout = sys.stderr = guarded  # as much of a stream as print and rich use
    try:
        yield log
    finally:
        guarded.close_line()
        sys.stdout, sys.stderr = before
        log.end()
