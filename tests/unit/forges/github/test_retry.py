"""When GitHub is asked again."""

import pytest

from skilleval.forges.github.retry import Patience, Tries, Trouble, wait_s

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
    ("trouble", "nth", "seconds"),
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
def test_github_says_how_long_to_wait(trouble: Trouble, nth: int, seconds: float) -> None:
    """First retry-after, then the reset, then a minute and longer; failures of the network less."""
    assert wait_s(trouble, nth=nth, now=1000.0) == seconds


@pytest.mark.parametrize("status", [400, 401, 404, 409, 422])
def test_a_plain_no_is_not_repeated(status: int) -> None:
    """What GitHub refuses for good is asked once."""
    tries, slept = tries_that_sleep()

    assert not tries.wait(Trouble(status, ""))
    assert slept == []


def test_a_missing_right_is_tried_thrice() -> None:
    """GitHub sometimes denies a right that is there; a real lack is said soon."""
    tries, _ = tries_that_sleep()

    assert [tries.wait(RIGHT) for _ in range(3)] == [True, True, False]


def test_kinds_of_trouble_are_counted_apart() -> None:
    """Lost replies do not use up the patience for a limit or a denied right."""
    tries, slept = tries_that_sleep()
    lost, bare = Trouble(502, ""), Trouble(429, "")

    assert all(tries.wait(trouble) for trouble in (lost, lost, bare, RIGHT, RIGHT, bare))
    assert slept == [1.0, 2.0, 60.0, 1.0, 2.0, 120.0]


def test_waiting_has_an_end() -> None:
    """A reset in an hour is not waited for: the error says so at once."""
    tries, slept = tries_that_sleep()
    far = Trouble(403, "", {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "4600"})

    assert not tries.wait(far)
    assert tries.wait(LIMIT)
    assert slept == [31.0]


def test_tries_have_an_end() -> None:
    """A GitHub that is down for good is given up."""
    tries, _ = tries_that_sleep()
    told = [tries.wait(Trouble(502, "")) for _ in range(12)]

    assert told == [True] * 11 + [False]


def tries_that_sleep() -> tuple[Tries, list[float]]:
    """Return tries of one errand, and the list of their waits."""
    slept: list[float] = []
    return Tries(Patience(now=lambda: 1000.0, sleep=slept.append)), slept
