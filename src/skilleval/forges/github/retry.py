"""When GitHub is asked again, and after how long.

Sources: docs.github.com, "Rate limits for the REST API" and "Best practices": obey `retry-after`,
then `x-ratelimit-reset`, else wait a minute and longer each time. A limit comes as 403 or 429.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

LIMIT_WAIT_S: Final = 60.0
FIRST_WAIT_S: Final = 1.0
LONGEST_STEP_S: Final = 30.0
MARGIN_S: Final = 1.0
MOST_DENIALS: Final = 3

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

    @property
    def is_denial(self) -> bool:
        """Whether a right is missing, or GitHub says so: now and then it denies one that is there."""
        return self.status == 403 and not self.is_limit

    @property
    def may_pass(self) -> bool:
        """Whether a later try may go through."""
        return self.is_limit or self.is_denial or self.may_have_acted

    @property
    def may_have_acted(self) -> bool:
        """Whether GitHub may have done what was asked although it did not say so."""
        return self.status == 0 or self.status >= 500


def wait_s(trouble: Trouble, *, nth: int, now: float) -> float:
    """Return how many seconds to wait after the nth trouble of this kind (from 1).

    `now` is the time in seconds since the epoch, for `x-ratelimit-reset`.
    """
    if not trouble.is_limit:
        return min(LONGEST_STEP_S, FIRST_WAIT_S * 2.0 ** (nth - 1))
    asked = _seconds(trouble.headers.get("retry-after"))
    if asked is not None:
        return asked + MARGIN_S
    reset = _seconds(trouble.headers.get("x-ratelimit-reset"))
    if reset is not None and trouble.headers.get("x-ratelimit-remaining") == "0":
        return max(0.0, reset - now) + MARGIN_S
    return LIMIT_WAIT_S * 2.0 ** (nth - 1)


def _seconds(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if 0 <= value < 1e12 else None


@dataclass(frozen=True)
class Patience:
    """How long one errand may wait in all. Nothing waits for ever: a job costs money while it sleeps."""

    now: Callable[[], float]
    sleep: Callable[[float], None]
    most_s: float = 600.0
    most_tries: int = 12


@dataclass
class Tries:
    """The tries of one errand: each kind of trouble is counted by itself."""

    patience: Patience
    waited_s: float = 0.0
    seen: Counter[str] = field(default_factory=Counter)

    def wait(self, trouble: Trouble) -> bool:
        """Wait before the next try; False where there shall be none."""
        kind = "limit" if trouble.is_limit else "denial" if trouble.is_denial else "failure"
        self.seen[kind] += 1
        step_s = wait_s(trouble, nth=self.seen[kind], now=self.patience.now())
        is_over = self.seen.total() >= self.patience.most_tries or self.seen["denial"] >= MOST_DENIALS
        if is_over or not trouble.may_pass or self.waited_s + step_s > self.patience.most_s:
            return False
        self.patience.sleep(step_s)
        self.waited_s += step_s
        return True
