"""A plan: the cells to run, in order, and the looks that were declared before."""

from typing import Literal

from skilleval.domain.value import Arm, Digest, Value

CellKind = Literal["uplift", "trigger", "everyday", "route"]
"""A task; a query of the skill's trigger list; an everyday request that no skill should answer; a request
that one of all skills should answer."""

REPOSITORY = "."
"""Stands as the skill's name in route cells: all skills of the repository are under test together."""


class Cell(Value):
    """Arm x task x repeat, or arm x query x repeat: one trial to make.

    `repeat` counts from 1. `item` is a task's or a query's id.
    """

    skill: str
    kind: CellKind
    item: str
    arm: Arm
    repeat: int
    counts_in_bar: bool = True

    @property
    def key(self) -> str:
        """Return the cell's name, unique in a run."""
        return f"{self.skill}/{self.kind}/{self.item}/{self.arm}/{self.repeat}"


class RunPlan(Value):
    """All cells of a run in the order to run them; the two arms of a pair stand side by side."""

    cells: tuple[Cell, ...] = ()
    seed: int
    repeats: int
    looks: tuple[int, ...] = ()
    agent: str
    model: str
    grader_model: str
    digest: Digest
    """Over everything above: the same input gives the same plan."""
    estimated_cost_usd: float | None = None
    curtail: bool = False
    """Whether a query stops as soon as its other repeats of the first look cannot change its verdict."""
    curtailed: tuple[str, ...] = ()
    """Cells that were not run for that reason, by key: planned, and missed by nobody."""
    left_out: tuple[str, ...] = ()
    """What the budget did not allow, named."""
