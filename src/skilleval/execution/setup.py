"""What goes into a trial's room: found from the change set by the cell's skill and item."""

import hashlib
from collections.abc import Mapping
from typing import Literal, TypeVar

from skilleval.domain.bundle import Bundle
from skilleval.domain.change import ChangeSet, SkillChange, measured_queries, tasks_to_run
from skilleval.domain.everyday import EVERYDAY
from skilleval.domain.plan import Cell
from skilleval.domain.routes import installed, measured_routes
from skilleval.domain.suite import Fixture, RunCheck, Task, TriggerQuery
from skilleval.domain.value import Value
from skilleval.errors import ConfigError, SuiteError

_Item = TypeVar("_Item")
Neighbours = Literal["repo", "none"] | tuple[str, ...]

TRIGGER_TOOL_CALLS = 10
"""A trigger trial that has not loaded the skill after so many tool calls did not fire."""


class Setup(Value):
    """Everything that a trial of one cell needs, and nothing that the agent may not see but `checks`."""

    cell: Cell
    prompt: str
    fixtures: tuple[Fixture, ...] = ()
    bundle: Bundle | None = None
    """The skill under test in the cell's arm; None in an arm without it."""
    neighbours: tuple[Bundle, ...] = ()
    checks: tuple[RunCheck, ...] = ()
    should_trigger: bool | None = None
    """For cells of queries: whether the skill, or any skill in a route cell, should load."""
    stop_after_loads: int = 0
    """For route cells: so many skills loaded settle the answer."""

    @property
    def skills(self) -> tuple[Bundle, ...]:
        """Return all bundles to install."""
        return (*((self.bundle,) if self.bundle else ()), *self.neighbours)


def trial_id(*, seed: int, cell: Cell, attempt: int) -> str:
    """Return a short id: the same for the same input, and nothing of the arm to be read from it."""
    return hashlib.sha256(f"{seed}/{cell.key}/{attempt}".encode()).hexdigest()[:12]


def setup_of(cell: Cell, changes: ChangeSet, neighbours: Neighbours) -> Setup:
    """Return the setup of a cell. Raises SuiteError when the change set has no such skill or item."""
    if cell.kind == "route":
        return _route_setup(cell, changes, neighbours)
    change = _change_of(cell, changes)
    bundle = _bundle_of(cell, change)
    beside = () if cell.arm == "control" else _beside(change, bundle, changes, neighbours)
    if cell.kind != "uplift":
        query = _query_of(cell, change)
        return Setup(
            cell=cell,
            prompt=query.query,
            bundle=bundle,
            neighbours=beside,
            should_trigger=query.should_trigger,
        )
    task = _task_of(cell, change)
    return Setup(
        cell=cell,
        prompt=task.prompt,
        fixtures=task.fixtures,
        bundle=bundle,
        neighbours=beside,
        checks=tuple(check for check in task.checks if isinstance(check, RunCheck)),
    )


def _route_setup(cell: Cell, changes: ChangeSet, neighbours: Neighbours) -> Setup:
    route = _found(cell, {row.item: row for row in measured_routes(changes)})
    beside = {bundle.name for bundle in changes.neighbours}
    kept = set(neighbours) if isinstance(neighbours, tuple) else beside if neighbours == "repo" else set()
    return Setup(
        cell=cell,
        prompt=route.query,
        neighbours=tuple(
            bundle
            for bundle in installed(changes, cell.arm)
            if bundle.name not in beside or bundle.name in kept
        ),
        should_trigger=bool(route.expected),
        stop_after_loads=max(1, len(route.expected)),
    )


def check_neighbours(neighbours: Neighbours, changes: ChangeSet) -> None:
    """Raise ConfigError when a neighbour is asked for by a name that the repository does not have."""
    changed = (change.candidate for change in changes.changes if change.candidate)
    known = {bundle.name for bundle in (*changes.neighbours, *changed)}
    unknown = [name for name in neighbours if name not in known] if isinstance(neighbours, tuple) else []
    if unknown:
        shown = ", ".join(sorted(known)) or "none"
        raise ConfigError(
            f"neighbours: no skill is called {', '.join(unknown)}", hint=f"the repository has: {shown}"
        )


def _change_of(cell: Cell, changes: ChangeSet) -> SkillChange:
    change = next((change for change in changes.changes if change.name == cell.skill), None)
    if change is None:
        raise SuiteError(f"the plan names the skill {cell.skill!r}, which did not change")
    return change


def _bundle_of(cell: Cell, change: SkillChange) -> Bundle | None:
    if cell.arm == "candidate":
        if change.candidate is None:
            raise SuiteError(f"the skill {cell.skill!r} has no candidate to run")
        return change.candidate
    return change.baseline.bundle if cell.arm == "baseline" else None


def _beside(
    change: SkillChange, bundle: Bundle | None, changes: ChangeSet, neighbours: Neighbours
) -> tuple[Bundle, ...]:
    """Return the neighbours, the same in both arms: none by the skill's own name, old or new."""
    if neighbours == "none":
        return ()
    own = (change.candidate, change.baseline.bundle, bundle)
    names = {change.name, *(bundle.name for bundle in own if bundle)}
    others = [other for other in changes.beside(change) if other.name not in names]
    return tuple(other for other in others if neighbours == "repo" or other.name in neighbours)


def _task_of(cell: Cell, change: SkillChange) -> Task:
    return _found(cell, {row.item: row.task for row in tasks_to_run(change)})


def _query_of(cell: Cell, change: SkillChange) -> TriggerQuery:
    if cell.kind == "everyday":
        return _found(cell, {query.id: query for query in EVERYDAY})
    return _found(cell, {row.item: row.query for row in measured_queries(change)})


def _found(cell: Cell, items: Mapping[str, _Item]) -> _Item:
    if cell.item not in items:
        raise SuiteError(f"the plan names {cell.kind} {cell.item!r} of {cell.skill!r}, which no suite holds")
    return items[cell.item]
