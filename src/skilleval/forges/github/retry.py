"""When GitHub is asked again, and after how long.

Sources: docs.github.com, "Rate limits for the REST API" and "Best practices": obey `retry-after`,
then `x-ratelimit-reset`, else wait a minute and longer each time. A limit comes as 403 or 429.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

LIMIT_WAIT_S: Final = 60.0
FIRST_WAIT_S: Final = 1.0
LONGEST_STEP_S: Final = 30.0
MARGIN_S: Final = 1.0
RIGHT_ATTEMPTS: Final = 3

_LIMIT_WORDS: Final = ("rate limit", "abuse detection", "submitted too quickly", "wait a few minutes")


@dataclass(frozen=True)
class Trouble:
    """What came instead of an answer. Status 0: no reply at all; nobody knows whether GitHub acted."""

    status: int
    message: str
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_limit(self) -> bool:
        """Whether a limit was hit: then nothing was done, and the same request may go through later."""
        if self.status == 429:
            return True
        if self.status != 403:
            return False
        spent = self.headers.get("x-ratelimit-remaining") == "0"
        return spent or "retry-after" in self.headers or any(w in self.message.lower() for w in _LIMIT_WORDS)

    def may_pass(self, attempt: int) -> bool:
        """Whether a later try than number `attempt` may go through.

        GitHub says 403 for a missing right, too, and now and then for a right that is there: so
        that is tried again, but not for long.
        """
        if self.status == 403 and not self.is_limit:
            return attempt < RIGHT_ATTEMPTS
        return self.is_limit or self.may_have_acted

    @property
    def may_have_acted(self) -> bool:
        """Whether GitHub may have done what was asked although it did not say so."""
        return self.status == 0 or self.status >= 500


def wait_s(trouble: Trouble, *, attempt: int, now: float) -> float:
    """Return how many seconds to wait before try number `attempt + 1` (attempts count from 1).

    `now` is the time in seconds since the epoch, for `x-ratelimit-reset`.
    """
    if not trouble.is_limit:
        return min(LONGEST_STEP_S, FIRST_WAIT_S * 2.0 ** (attempt - 1))
    asked = _seconds(trouble.headers.get("retry-after"))
    if asked is not None:
        return asked + MARGIN_S
    reset = _seconds(trouble.headers.get("x-ratelimit-reset"))
    if reset is not None and trouble.headers.get("x-ratelimit-remaining") == "0":
        return max(0.0, reset - now) + MARGIN_S
    return LIMIT_WAIT_S * 2.0 ** (attempt - 1)


def _seconds(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if 0 <= value < 1e12 else None


@dataclass
class Patience:
    """How long one errand may wait in all. Nothing waits for ever: a job costs money while it sleeps."""

    now: Callable[[], float]
    sleep: Callable[[float], None]
    most_s: float = 300.0
    most_attempts: int = 8

    def wait(self, trouble: Trouble, *, attempt: int, waited_s: float) -> float | None:
        """Wait as long as it takes and return the seconds, or None where that would be too long."""
        step_s = wait_s(trouble, attempt=attempt, now=self.now())
        if not trouble.may_pass(attempt) or attempt >= self.most_attempts or waited_s + step_s > self.most_s:
            return None
        self.sleep(step_s)
        return step_s
