"""What is assumed: a suite, its noise, the truth, and the bar; and what came of it."""

from typing import Literal

from pydantic import ConfigDict, Field

from skilleval.domain.policy import Bar
from skilleval.domain.value import Value


class Scenario(Value):
    """A suite of `tasks`, whose single trials scatter by `sd` around their true mean.

    The candidate is truly better by `lift` on every task; with `broken_task`, one task is truly changed by
    that instead (-0.3 = worse by 0.3). `looks` are repeats per arm at which a decision may fall; one number
    is a fixed number of repeats. Scores are normal, cut to [0, 1], around `base` in the baseline; the last
    `flaky` tasks are fair coins in both arms instead, 0 or 1, whatever the truth of the others.
    """

    tasks: int = Field(ge=1, le=200)
    sd: float = Field(ge=0.0, le=0.5)
    lift: float = Field(default=0.0, ge=-1.0, le=1.0)
    broken_task: float | None = Field(default=None, ge=-1.0, le=1.0)
    looks: tuple[int, ...] = Field(default=(3, 6, 9, 12), min_length=1)
    flaky: int = Field(default=0, ge=0)
    base: float = Field(default=0.5, ge=0.0, le=1.0)
    bar: Bar = Bar()
    seed: int = 0
    draws: int = Field(default=4000, ge=1)

    @property
    def truth(self) -> tuple[float, ...]:
        """Return the true lift of each task."""
        first = self.lift if self.broken_task is None else self.broken_task
        return (first, *[self.lift] * (self.tasks - 1))


class QueryScenario(Value):
    """Queries of one gate, `triggers` or `routing`, and how often an agent does the right thing with each.

    A query is right with a rate drawn evenly from `low` to `high` in the baseline, and with that rate plus
    `change` in the candidate. Trials are independent.
    """

    gate: Literal["triggers", "routing"]
    queries: int = Field(ge=2, le=200)
    low: float = Field(default=0.9, ge=0.0, le=1.0)
    high: float = Field(default=0.9, ge=0.0, le=1.0)
    change: float = Field(default=0.0, ge=-1.0, le=1.0)
    looks: tuple[int, ...] = Field(default=(3, 6, 9, 12), min_length=1)
    seed: int = 0
    draws: int = Field(default=4000, ge=1)


class Outcome(Value):
    """Shares of runs: verdicts, literal bar passed, red checks; and mean trials of both arms together."""

    model_config = ConfigDict(frozen=True, populate_by_name=True)

    passed: float = Field(alias="pass")
    fail: float
    inconclusive: float
    literal_pass: float
    red: float
    mean_runs: float

    def as_json(self) -> dict[str, float]:
        """Return the shares under their public names."""
        return self.model_dump(by_alias=True)
