"""What may go wrong between us and GitHub, as schedules made from a seed."""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

Fault = Literal[
    "ok",
    "limit-403",
    "secondary-403",
    "right-403",
    "limit-429",
    "limit-429-bare",
    "failed-502",
    "done-502",
    "cut",
    "slow",
    "too-slow",
]
FAULTS: Final[tuple[Fault, ...]] = (
    "limit-403",
    "secondary-403",
    "right-403",
    "limit-429",
    "limit-429-bare",
    "failed-502",
    "done-502",
    "cut",
    "slow",
    "too-slow",
)
ACTED: Final[frozenset[Fault]] = frozenset({"ok", "done-502", "cut", "slow", "too-slow"})
"""After these, GitHub has done what was asked."""
MOST_IN_A_ROW: Final = 2


def schedule(seed: int, *, share: float = 0.4) -> Iterator[Fault]:
    """Yield a fault, or none, for each request; never more than two faults in a row, and for ever."""
    dice = random.Random(seed)
    in_a_row = 0
    while True:
        bad = in_a_row < MOST_IN_A_ROW and dice.random() < share
        in_a_row = in_a_row + 1 if bad else 0
        yield dice.choice(FAULTS) if bad else "ok"


@dataclass(frozen=True)
class Refusal:
    """A reply of GitHub that is no answer. `reset_in_s` fills x-ratelimit-reset."""

    status: int
    message: str
    headers: dict[str, str] = field(default_factory=dict)
    reset_in_s: float | None = None

    def all_headers(self) -> dict[str, str]:
        """Return the headers to send."""
        reset = (
            {} if self.reset_in_s is None else {"x-ratelimit-reset": f"{time.time() + self.reset_in_s:.0f}"}
        )
        return {**self.headers, **reset}


REFUSALS: Final[dict[Fault, Refusal]] = {
    "limit-403": Refusal(
        403, "API rate limit exceeded for installation ID 7.", {"x-ratelimit-remaining": "0"}, reset_in_s=3
    ),
    "secondary-403": Refusal(403, "You have exceeded a secondary rate limit.", {"retry-after": "2"}),
    "right-403": Refusal(403, "Resource not accessible by integration"),
    "limit-429": Refusal(429, "Too many requests", {"retry-after": "1"}),
    "limit-429-bare": Refusal(429, "Too many requests"),
    "failed-502": Refusal(502, "Server Error"),
    "done-502": Refusal(502, "Server Error"),
}
