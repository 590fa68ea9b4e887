"""When GitHub is asked again."""

import pytest

from skilleval.forges.github.retry import Patience, Trouble, wait_s

LIMIT = Trouble(403, "API rate limit exceeded", {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1030"})
RIGHT = Trouble(403, "Resource not accessible by integration", {"x-ratelimit-remaining": "900"})


@pytest.mark.parametrize(
    ("trouble", "is_limit"),
    [
        (LIMIT, True),
        (RIGHT, False),
        (Trouble(403, "You have exceeded a secondary rate limit"), True),
        (Trouble(403, "was submitted too quickly"), True),
        (Trouble(403, "nope", {"retry-after": "1"}), True),
        (Trouble(429, ""), True),
        (Trouble(404, "rate limit"), False),
    ],
)
def test_a_limit_is_told_from_a_missing_right(trouble: Trouble, is_limit: bool) -> None:
    """A 403 may be either; the headers and the words say which."""
    assert trouble.is_limit is is_limit


@pytest.mark.parametrize(
    ("trouble", "attempt", "seconds"),
    [
        (Trouble(429, "", {"retry-after": "7"}), 1, 8.0),
        (LIMIT, 1, 31.0),
        (Trouble(429, ""), 1, 60.0),
        (Trouble(429, "", {"retry-after": "soon"}), 2, 120.0),
        (Trouble(502, ""), 1, 1.0),
        (Trouble(0, "timeout"), 4, 8.0),
        (Trouble(502, ""), 9, 30.0),
    ],
)
def test_github_says_how_long_to_wait(trouble: Trouble, attempt: int, seconds: float) -> None:
    """First retry-after, then the reset, then a minute and longer; failures of the network less."""
    assert wait_s(trouble, attempt=attempt, now=1000.0) == seconds


@pytest.mark.parametrize("status", [400, 401, 404, 409, 422])
def test_a_plain_no_is_not_repeated(status: int) -> None:
    """What GitHub refuses for good is asked once."""
    assert not Trouble(status, "").may_pass(1)


def test_a_missing_right_is_tried_thrice() -> None:
    """GitHub sometimes denies a right that is there; a real lack is said soon."""
    assert [RIGHT.may_pass(attempt) for attempt in (1, 2, 3)] == [True, True, False]


def test_waiting_has_an_end() -> None:
    """A reset in an hour is not waited for: the error says so at once."""
    slept: list[float] = []
    patience = Patience(now=lambda: 1000.0, sleep=slept.append, most_s=300)
    far = Trouble(403, "", {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "4600"})

    assert patience.wait(far, attempt=1, waited_s=0) is None
    assert patience.wait(LIMIT, attempt=1, waited_s=290) is None
    assert patience.wait(LIMIT, attempt=1, waited_s=0) == 31.0
    assert slept == [31.0]
