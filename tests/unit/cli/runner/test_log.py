"""What we print on a runner: nothing foreign looks like a command."""

import io
import re

from hypothesis import given
from hypothesis import strategies as st

from skilleval.cli.runner.log import GuardedStream, RunnerLog
from skilleval.cli.runner.masks import Redactor

SECRET = "t0ken-that-is-secret"


def guarded(*texts: str) -> str:
    """Return what comes out of the stream for what goes in."""
    target = io.StringIO()
    stream = GuardedStream(target, Redactor([SECRET]))
    for text in texts:
        stream.write(text)
    stream.close_line()
    return target.getvalue()


PIECES = ("::", "##[", " ", "\t", "\r", "\n", "set-env", "\x1b", "a", "\u2028")


@given(st.lists(st.sampled_from(PIECES)))
def test_no_line_begins_like_a_command(texts: list[str]) -> None:
    """Whatever is printed, in whatever pieces: no line that the runner would obey."""
    out = guarded(*texts)

    assert not re.search(r"^\s*::", out, re.MULTILINE)
    assert "##[" not in out
    assert "\x1b" not in out
    assert "\r" not in out


def test_a_secret_in_two_pieces_is_blackened() -> None:
    """A line goes out when it has ended, so that no secret slips through in halves."""
    assert guarded(f"a {SECRET[:8]}", f"{SECRET[8:]} b\n") == "a *** b\n"


def test_commands_stand_in_an_open_gate() -> None:
    """Ours is obeyed; before and after it, commands are switched off under a token that nobody can guess."""
    target = io.StringIO()
    log = RunnerLog(target, Redactor([SECRET]), masks=True)
    log.say("error", "a,b:c", f"100 % bad\n::set-env name=X::{SECRET}")
    log.end()
    lines = target.getvalue().splitlines()
    stops = [line.removeprefix("::stop-commands::") for line in lines if line.startswith("::stop-commands::")]

    assert lines[0].startswith("::add-mask::")
    assert "::error title=a%2Cb%3Ac::100 %25 bad%0A::set-env name=X::***" in lines
    assert len(set(stops)) == len(stops) == 2
    assert lines[-1] == f"::{stops[-1]}::"
    assert all(len(stop) > 30 for stop in stops)


def test_the_post_step_masks_nothing_again() -> None:
    """Masks are told once, by the main step."""
    target = io.StringIO()
    RunnerLog(target, Redactor([SECRET]), masks=False)

    assert "add-mask" not in target.getvalue()
