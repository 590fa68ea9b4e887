"""GitHub's refusals in our words."""

import pytest

from skilleval.errors import ForgeError
from skilleval.forges.github import faults
from skilleval.forges.github.retry import Trouble


@pytest.mark.parametrize(
    ("trouble", "kind", "words"),
    [
        (Trouble(403, "Resource not accessible by integration"), faults.RightMissing, "checks: write"),
        (Trouble(403, "API rate limit exceeded"), faults.LimitReached, "rate limit"),
        (Trouble(429, ""), faults.LimitReached, "rate limit"),
        (Trouble(401, "Bad credentials"), faults.RightMissing, "github-token"),
        (Trouble(404, "Not Found"), faults.NotThere, "not found"),
        (Trouble(403, "Unable to create comment because issue is locked."), faults.Rejected, "locked"),
        (Trouble(422, "body is too long"), faults.Rejected, "body is too long"),
        (Trouble(502, ""), faults.NoAnswer, "status 502"),
        (Trouble(0, "ConnectTimeout"), faults.NoAnswer, "ConnectTimeout"),
    ],
)
def test_each_refusal_names_the_way_out(trouble: Trouble, kind: type[ForgeError], words: str) -> None:
    """One sentence that says what could not be done, and what to do about it."""
    error = faults.fault(faults.OPEN_CHECK, trouble)

    assert type(error) is kind
    assert words in str(error)
    assert error.hint


def test_foreign_words_stay_on_one_line() -> None:
    """What GitHub (or who plays it) says cannot begin a line of its own in a log."""
    error = faults.fault(faults.OPEN_CHECK, Trouble(422, "bad\n::set-env name=X::y\x1b[2J" + "x" * 500))

    assert "\n" not in str(error)
    assert "\x1b" not in str(error)
    assert len(error.hint) <= 200
