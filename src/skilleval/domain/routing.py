"""Routing in numbers: which skill took which request, in each arm, and what moved between them."""

from pydantic import Field

from skilleval.domain.value import Arm, Interval, Value

NO_SKILL = "(none)"
"""Stands where no skill loaded, or none should."""


class RouteRow(Value):
    """One request: the skills that should load, and by arm (trials in which they did, trials).

    `took`: by arm, the skill that loaded first in most trials.
    """

    id: str
    query: str
    expected: tuple[str, ...]
    right: dict[Arm, tuple[int, int]] = Field(default_factory=dict)
    took: dict[Arm, str] = Field(default_factory=dict)


class SkillRouting(Value):
    """One skill as the target of requests. Rates are None where their denominator is 0; counts are trials."""

    skill: str
    precision: float | None
    recall: float | None
    loaded: int
    """Trials in which it loaded first."""
    expected: int
    """Trials in which it should have."""


class Confusion(Value):
    """Trials in which `got` loaded first where `expected` should have; equal names are right ones."""

    expected: str
    got: str
    trials: int
    queries: int


class RoutingStats(Value):
    """One arm. `accuracy` is the mean over requests of the share of right trials, its interval over requests.

    Right = the expected skills load, in order, and no other before them; none, where none should.
    """

    accuracy: float
    interval: Interval | None
    queries: int
    trials: int
    skills: tuple[SkillRouting, ...] = ()
    matrix: tuple[Confusion, ...] = ()
    double_loads: tuple[int, int] = (0, 0)
    """(trials in which more skills loaded than should have, trials)."""


class Move(Value):
    """Requests that went to one skill in the baseline and go to another in the candidate."""

    before: str
    after: str
    queries: tuple[str, ...]
    better: int
    """How many of them belong where they go now."""
    worse: int
    """How many belong where they went before."""


class RoutingTable(Value):
    """All skills of the repository under test together: at the head, and at the base.

    `difference` is the mean over requests tried in both arms of how much more often the candidate routes
    right. `new_confusions` are pairs (belongs to, goes to) that only the candidate has.
    """

    candidate: RoutingStats | None = None
    baseline: RoutingStats | None = None
    rows: tuple[RouteRow, ...] = ()
    moves: tuple[Move, ...] = ()
    new_confusions: tuple[tuple[str, str], ...] = ()
    difference: float | None = None
    difference_interval: Interval | None = None
    errored: dict[Arm, tuple[int, int]] = Field(default_factory=dict)
    notes: tuple[str, ...] = ()


class CurvePoint(Value):
    """Top-1 accuracy with so many other skills installed beside those under test."""

    distractors: int
    accuracy: float | None
    interval: Interval | None = None
    queries: int = 0
    trials: int = 0
    errored: int = 0
    cost_usd: float | None = 0.0
