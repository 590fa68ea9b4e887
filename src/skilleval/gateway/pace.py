"""When the next call may go: by the provider's own rate-limit headers, fair between trials.

The provider counts requests, fresh input and output tokens in continuous token buckets, given per minute
(`anthropic-ratelimit-<kind>-limit`, `-remaining`). We keep the same buckets, filled a little slower, and set
them anew with every answer. A 429 all the same lowers the rate by a fifth and stops bursts for a while.
"""

import asyncio
import itertools
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

KINDS = ("requests", "input-tokens", "output-tokens")
_MARGIN = 0.985
"""Share of the limit that we use."""
_SLOWER, _FASTER = 0.8, 1.05
_CALM_S = 15.0
_HISTORY_S = 120.0


@dataclass
class _Bucket:
    """What is left of one kind, and how fast it fills, per second."""

    left: float
    rate: float
    capacity: float
    at: float

    def now(self, now: float, factor: float) -> float:
        return min(self.capacity, self.left + self.rate * factor * _MARGIN * (now - self.at))


class _Sent(NamedTuple):
    """A call that went: its number, when, and how much of each kind it was taken to use."""

    number: int
    at: float
    uses: tuple[float, ...]


class Pacer:
    """Grants turns. Belongs to one event loop."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Take a clock in seconds. Until the first answer nothing is held back."""
        self._now = now
        self._buckets: dict[str, _Bucket] = {}
        self._waiting: dict[str, deque[asyncio.Future[int]]] = {}
        self._sent: deque[_Sent] = deque()
        self._numbers = itertools.count(1)
        self._use = {"requests": 1.0, "input-tokens": 0.0, "output-tokens": 0.0}
        self._factor = 1.0
        self._held_until = 0.0
        self._calm_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    async def turn(self, trial: str) -> int:
        """Wait until a call may go; return its number in the order of going."""
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(trial, deque()).append(future)
        self._grant()
        return await future

    def learn(self, headers: Mapping[str, str], *, turn: int, fresh_input: int, output: int) -> None:
        """Take in an answer's headers, and how much the call of that turn used."""
        now = self._now()
        for kind, used in (("input-tokens", fresh_input), ("output-tokens", output)):
            self._use[kind] = 0.8 * self._use[kind] + 0.2 * used
        for index, kind in enumerate(KINDS):
            limit = _number(headers.get(f"anthropic-ratelimit-{kind}-limit"))
            remaining = _number(headers.get(f"anthropic-ratelimit-{kind}-remaining"))
            if limit is None or remaining is None or limit <= 0:
                continue
            later = sum(sent.uses[index] for sent in self._sent if sent.number > turn)
            self._buckets[kind] = _Bucket(remaining - later, limit / 60.0, limit, now)
        if self._factor < 1.0 and now > self._calm_at:
            self._factor, self._calm_at = min(1.0, self._factor * _FASTER), now + 1.0
        self._grant()

    def hold(self, seconds: float) -> None:
        """The provider said 429: nothing goes for so long, then slower and without a burst."""
        now = self._now()
        if now > self._held_until:  # one episode, not one for each call that was under way
            self._factor *= _SLOWER
        self._held_until = max(self._held_until, now + seconds)
        self._calm_at = self._held_until + _CALM_S
        for bucket in self._buckets.values():
            bucket.left, bucket.at = min(bucket.left, 0.0), max(now, self._held_until)
        self._grant()

    def _grant(self) -> None:
        """Let go whoever may go, the trial that waited longest for a turn first."""
        while self._waiting:
            wait_s = self._wait_s()
            if wait_s > 0:
                self._wake_after(wait_s)
                return
            trial = next(iter(self._waiting))
            queue = self._waiting.pop(trial)
            future = queue.popleft()
            if queue:
                self._waiting[trial] = queue  # at the end: the others come first
            if not future.done():
                future.set_result(self._spend())

    def _wait_s(self) -> float:
        now = self._now()
        waits = [self._held_until - now]
        for kind, bucket in self._buckets.items():
            missing = self._use[kind] - bucket.now(now, self._factor)
            waits.append(missing / (bucket.rate * self._factor * _MARGIN) if missing > 0 else 0.0)
        return max(waits)

    def _spend(self) -> int:
        now = self._now()
        for kind, bucket in self._buckets.items():
            bucket.left, bucket.at = bucket.now(now, self._factor) - self._use[kind], max(now, bucket.at)
        number = next(self._numbers)
        self._sent.append(_Sent(number, now, tuple(self._use[kind] for kind in KINDS)))
        while self._sent[0].at < now - _HISTORY_S:
            self._sent.popleft()
        return number

    def _wake_after(self, seconds: float) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(max(0.001, seconds), self._grant)


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text is not None else None
    except ValueError:
        return None
