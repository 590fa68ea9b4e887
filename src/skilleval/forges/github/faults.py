"""GitHub's refusals in words that carry the way out: never a traceback, never a bare 403."""

from dataclasses import dataclass
from typing import Final

from skilleval.errors import ForgeError
from skilleval.forges.github.retry import Trouble


class LimitReached(ForgeError):
    """GitHub's rate limit, and no patience left."""


class RightMissing(ForgeError):
    """The token may not do this."""


class NotThere(ForgeError):
    """There is no such thing, or the token may not see it."""


class NoAnswer(ForgeError):
    """GitHub could not be reached or failed again and again."""


class Rejected(ForgeError):
    """GitHub understood the request and refuses what it holds."""


@dataclass(frozen=True)
class Errand:
    """What a request is for: the words for messages, and the permission that it needs."""

    what: str
    right: str = ""


OPEN_CHECK: Final = Errand("write the check run", "checks: write")
READ_CHECKS: Final = Errand("read check runs", "checks: write")
WRITE_COMMENT: Final = Errand("write the comment", "pull-requests: write")
READ_COMMENTS: Final = Errand("read the comments", "pull-requests: write")
READ_PULL: Final = Errand("read the pull request", "pull-requests: write")
READ_REPOSITORY: Final = Errand("read the repository", "contents: read")
READ_PERMISSION: Final = Errand("look up who may start trials", "contents: read")
WRITE_STATUS: Final = Errand("write the commit status", "statuses: write")
REACT: Final = Errand("react to the comment", "pull-requests: write")
READ_SELF: Final = Errand("look up whose token this is")


def fault(errand: Errand, trouble: Trouble) -> ForgeError:
    """Return the error for an errand that came to nothing."""
    told = f"GitHub: cannot {errand.what}"
    if trouble.is_limit:
        return LimitReached(f"{told}: rate limit reached", hint="run again later; see docs/github.md#limits")
    if trouble.status == 401:
        return RightMissing(f"{told}: the token is not valid", hint="hand over github-token")
    if trouble.status == 403:
        return _denied(errand, told, trouble)
    if trouble.status in {404, 410}:
        return NotThere(f"{told}: not found, or hidden from this token", hint=_way_out(errand))
    if trouble.status in {400, 409, 413, 422}:
        return Rejected(f"{told}: refused with {trouble.status}", hint=_first_words(trouble.message))
    reason = f"status {trouble.status}" if trouble.status else _first_words(trouble.message) or "no reply"
    return NoAnswer(f"{told}: {reason}", hint="run again; is GITHUB_API_URL right?")


def _denied(errand: Errand, told: str, trouble: Trouble) -> ForgeError:
    if "locked" in trouble.message.lower():
        return Rejected(f"{told}: the conversation is locked", hint="unlock it, or read the check instead")
    return RightMissing(f"{told}: the token lacks a right", hint=_way_out(errand))


def _way_out(errand: Errand) -> str:
    if not errand.right:
        return "see docs/github.md#permissions"
    return (
        f"give the job `permissions: {errand.right}` (docs/github.md#permissions);"
        " pull requests from forks never have it (docs/github.md#forks)"
    )


def _first_words(message: str) -> str:
    words = " ".join("".join(char if char.isprintable() else " " for char in message).split())
    return words[:200]
