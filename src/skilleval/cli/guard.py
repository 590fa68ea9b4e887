"""The last guard of both streams: no line that leaves a command is one that GitHub's runner obeys.

What we print is made inert where it is written; but tables wrap, and a name may begin a line then.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TextIO

from skilleval.domain.printed import no_command


class LineGuard:
    """A text stream that passes on whole lines which hold no command. For all else it is its target."""

    def __init__(self, target: TextIO) -> None:
        """Write to `target`."""
        self.target: Final = target
        self._rest = ""

    def write(self, text: str) -> int:
        """Take text; what ends a line goes out."""
        if not isinstance(text, str):
            raise TypeError("this stream takes text")
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            self.target.write(_inert(line) + "\n")
        return len(text)

    def writelines(self, lines: Iterator[str]) -> None:
        """Take several texts."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Pass on what is complete; a line that has not ended may still become a command."""
        self.target.flush()

    def close_line(self) -> None:
        """Pass on the last line although it did not end."""
        rest, self._rest = self._rest, ""
        if rest:
            self.target.write(_inert(rest))
        self.target.flush()

    def __getattr__(self, name: str) -> object:
        """Return what the target has: encoding, errors, isatty."""
        return getattr(self.target, name)


def _inert(line: str) -> str:
    return "\r".join(no_command(part) for part in line.split("\r"))  # the runner ends a line at either


@contextmanager
def guarded_streams() -> Iterator[None]:
    """Guard stdout and stderr, but for a terminal: no runner reads one, and bars are drawn on it."""
    before = sys.stdout, sys.stderr
    guards = [None if stream is None or stream.isatty() else LineGuard(stream) for stream in before]
    out, err = (guard or stream for guard, stream in zip(guards, before, strict=True))
    sys.stdout, sys.stderr = out, err  # as much of a stream as we use
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        for guard in guards:
            if guard is not None:
                _close(guard)


def _close(guard: LineGuard) -> None:
    try:
        guard.close_line()
    except BrokenPipeError:  # whoever read us has gone; the interpreter must not stumble over it again
        os.dup2(os.open(os.devnull, os.O_WRONLY), guard.target.fileno())


def unguarded(stream: TextIO) -> TextIO:
    """Return the stream itself, for commands of ours; what was printed so far goes first."""
    if isinstance(stream, LineGuard):
        stream.close_line()
        target: TextIO = stream.target
        return target
    return stream
