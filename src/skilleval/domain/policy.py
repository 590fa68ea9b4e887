"""The small policies that stages take instead of all settings. Names are those of skilleval.yml."""

from typing import Literal

from pydantic import Field

from skilleval.domain.finding import Severity
from skilleval.domain.value import Arm, Value


class Bar(Value):
    """The pass bar (DESIGN.md section 6): thresholds and what to do with the outcome."""

    mode: Literal["strict", "guard"] = "strict"
    mean: Literal["beats", "not-worse"] = "beats"
    task_margin: float = Field(default=0.05, ge=0.0, le=1.0)
    trigger_floor: float | None = Field(default=None, ge=0.0, le=1.0)
    """Lowest recall, and 1 - highest false-trigger rate, that a description may have."""
    routing_floor: float | None = Field(default=None, ge=0.0, le=1.0)
    """Lowest share of requests whose first skill is the right one."""
    shrinkage: Literal["default", "strict"] = "default"
    blocking: bool = True
    on_missing_evals: Literal["neutral", "fail", "pass"] = "neutral"
    block_at: Severity = "high"


class Sampling(Value):
    """How often each cell is run, and when we look."""

    arms: tuple[Arm, ...] = ("candidate", "baseline")
    repeats: int = Field(default=3, ge=1, le=100)
    looks: tuple[int, ...] = (3, 6, 9, 12)
    seed: int = 0
    neighbours: Literal["repo", "none"] | tuple[str, ...] = "repo"
    curtail: bool = False
    everyday: int = Field(default=0, ge=0)
    """Repeats of each everyday request, for each changed description; 0 = none."""
    routing: Literal["colliding", "all", "none"] = "colliding"


class Budget(Value):
    """What a run may cost, in dollars and minutes, and how many trials may run at once."""

    max_cost_usd: float = Field(default=10.0, ge=0.0)
    max_minutes: float = Field(default=60.0, gt=0.0)
    concurrency: int = Field(default=0, ge=0)
    """0 = choose by cores and memory."""


class Limits(Value):
    """What one sandbox may use."""

    timeout_s: float = Field(default=300.0, gt=0.0)
    memory_mb: int = Field(default=2048, gt=0)
    cpus: float = Field(default=2.0, gt=0.0)
    output_bytes: int = Field(default=1_000_000, gt=0)
    max_turns: int = Field(default=30, gt=0)


class Scope(Value):
    """Which skills count, and what they are compared with."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    baseline: str = "merge-base"
    """`merge-base`, `tag:PATTERN`, `commit:SHA` or `pinned`."""
    own_tests: tuple[str, ...] = ()
    """Folders of a skill in which its own tests lie; empty = `tests` and `evals/unit`."""


class ReviewPolicy(Value):
    """Bounds of the security review. What lies beyond one is an `incomplete` finding, never clean."""

    file_bytes: int = Field(default=16 * 1024 * 1024, gt=0)
    """The largest file that is opened."""
    skill_bytes: int = Field(default=64 * 1024 * 1024, gt=0)
    skill_files: int = Field(default=3000, gt=0)
    text_bytes: int = Field(default=2 * 1024 * 1024, gt=0)
    """How much text of one file the rules read."""
    frontmatter_bytes: int = Field(default=256 * 1024, gt=0)
    file_seconds: float = Field(default=4.0, gt=0.0)
    """CPU seconds that the rules may spend on one file."""
    skill_seconds: float = Field(default=30.0, gt=0.0)
    """CPU seconds that the rules may spend on one skill."""
