"""The scenarios of docs/simulation.md, and what the project promises of some of them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from skilleval.domain.policy import Bar
from skilleval.simulation.scenario import Outcome, Scenario

SIZES = (2, 3, 4, 12, 20)
BIG_SIZES = (4, 12, 20)
TRUTHS: tuple[tuple[float, float | None], ...] = (
    (0.0, None),
    (0.05, None),
    (0.10, None),
    (0.20, None),
    (0.10, -0.20),
    (0.10, -0.30),
    (0.0, -0.30),
    (-0.05, None),
    (-0.10, None),
)
"""(lift of every task, change of the one broken task)."""
SD = 0.15
"""The spread of a single trial that the tables assume; six yes/no items give about 0.18."""


STEADY_SD = 0.02


@dataclass(frozen=True)
class Section:
    """A part of the page: title, a remark, and its scenarios."""

    title: str
    remark: str
    scenarios: tuple[Scenario, ...]


def sections(*, draws: int, seed: int = 0) -> tuple[Section, ...]:
    """Return all parts of the page."""
    return (
        *_by_size(draws, seed),
        Section(
            "Three repeats and no more",
            "The same rule when no further look is allowed: one look at 3 repeats.",
            tuple(
                _grid(
                    SIZES, ((0.0, None), (0.10, None), (0.20, None), (0.10, -0.30)), draws, seed, looks=(3,)
                )
            ),
        ),
        Section(
            "Less and more noise",
            "Spread 0.10 and 0.20 instead of 0.15.",
            tuple(
                scenario.model_copy(update={"sd": sd})
                for sd in (0.10, 0.20)
                for scenario in _grid(BIG_SIZES, ((0.10, None), (0.10, -0.20)), draws, seed)
            ),
        ),
        Section(
            "Flaky tasks among steady ones",
            "A change without effect where some tasks are coins (0 or 1) and the others hardly scatter.",
            tuple(
                scenario.model_copy(update={"sd": STEADY_SD, "flaky": flaky})
                for flaky in (1, 3)
                for scenario in _grid(BIG_SIZES, ((0.0, None),), draws, seed)
            ),
        ),
        Section(
            "bar.shrinkage: strict",
            "Tasks are drawn less to the mean and must be safer: for suites that scatter by over about 0.17.",
            tuple(
                scenario.model_copy(update={"bar": Bar(shrinkage="strict")})
                for scenario in _grid(BIG_SIZES, ((0.0, None), (0.10, None), (0.10, -0.20)), draws, seed)
            ),
        ),
        Section(
            "bar.mode: guard",
            "What a change without effect meets where most changes are upkeep.",
            tuple(
                scenario.model_copy(update={"bar": Bar(mode="guard")})
                for scenario in _grid(SIZES, ((0.0, None),), draws, seed)
            ),
        ),
    )


def _by_size(draws: int, seed: int) -> Iterator[Section]:
    remarks = {
        2: "The size that suites start with: what it can and cannot show is said above.",
        3: "Under four tasks nothing is drawn to a mean: each task stands by itself.",
    }
    for size in SIZES:
        yield Section(f"{size} tasks", remarks.get(size, ""), tuple(_grid((size,), TRUTHS, draws, seed)))


def _grid(
    sizes: Iterable[int],
    truths: Iterable[tuple[float, float | None]],
    draws: int,
    seed: int,
    looks: tuple[int, ...] = (3, 6, 9, 12),
) -> Iterator[Scenario]:
    truths = tuple(truths)
    for size in sizes:
        for lift, broken in truths:
            yield Scenario(
                tasks=size, sd=SD, lift=lift, broken_task=broken, looks=looks, draws=draws, seed=seed
            )


@dataclass(frozen=True)
class Goal:
    """A promise: a figure of a scenario, and the least or most that it may be."""

    scenario: Scenario
    figure: str
    least: float | None = None
    most: float | None = None

    def is_met(self, outcome: Outcome, *, slack: float = 0.0) -> bool:
        """Return whether the outcome keeps the promise, give or take `slack`."""
        value = outcome.as_json()[self.figure]
        low = self.least is None or value >= self.least - slack
        return low and (self.most is None or value <= self.most + slack)


MEAN_RUNS = {4: 50, 12: 100, 20: 150}
"""Most trials, both arms, that a change truly better by 0.10 may take on average."""


def goals(*, draws: int, seed: int = 0) -> tuple[Goal, ...]:
    """Return what is promised of the scenarios in the page."""
    found: list[Goal] = []
    for size in SIZES:
        base = Scenario(tasks=size, sd=SD, draws=draws, seed=seed)
        guard = base.model_copy(update={"bar": Bar(mode="guard")})
        found += [Goal(base, "fail", most=0.05), Goal(guard, "red", most=0.05)]
        if size in BIG_SIZES:
            flaky = base.model_copy(update={"sd": STEADY_SD, "flaky": 1})
            found.append(Goal(flaky, "fail", most=0.05))
        found.append(Goal(base.model_copy(update={"lift": 0.10, "broken_task": -0.30}), "pass", most=0.03))
        if size in MEAN_RUNS:
            better = base.model_copy(update={"lift": 0.10})
            found += [
                Goal(better, "pass", least=0.93),
                Goal(better, "fail", most=0.01),
                Goal(better, "mean_runs", most=MEAN_RUNS[size]),
            ]
    return tuple(found)


def unmet(promises: Iterable[Goal], outcomes: Mapping[Scenario, Outcome]) -> tuple[Goal, ...]:
    """Return the promises that these outcomes do not keep."""
    return tuple(goal for goal in promises if not goal.is_met(outcomes[goal.scenario]))
