"""Arm x item x repeat, mixed by seed, the arms of a pair side by side, cut to the budget."""

import hashlib
import json
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import groupby

from skilleval.domain.change import ChangeSet, SkillChange, measured_queries, tasks_to_run
from skilleval.domain.everyday import EVERYDAY
from skilleval.domain.plan import REPOSITORY, Cell, CellKind, RunPlan
from skilleval.domain.policy import Sampling
from skilleval.domain.routes import MeasuredRoute, measured_routes
from skilleval.domain.value import Arm, Value

_LOTS: dict[CellKind, int] = {"uplift": 0, "trigger": 0, "route": 1, "everyday": 2}


class Recipe(Value):
    """What a plan is made of besides the changes.

    `trial_cost_usd` is the expected price of one trial of a task with its grading, `query_cost_usd` that of
    one trial of a query, None where no price is known.
    """

    sampling: Sampling
    agent: str
    model: str
    grader_model: str
    trial_cost_usd: float | None = None
    query_cost_usd: float | None = None
    kinds: tuple[CellKind, ...] = ("uplift", "trigger", "everyday", "route")


def build_plan(changes: ChangeSet, recipe: Recipe) -> RunPlan:
    """Return the cells of the first look, in the order to run them.

    The same changes and recipe give the same plan, to the digest.
    """
    repeats = range(1, recipe.sampling.repeats + 1)
    cells = [cell for change in changes.changes for cell in _cells(change, recipe, repeats)]
    cells += [cell for change in changes.changes for cell in _everyday_cells(change, recipe)]
    cells += _route_cells(changes, recipe, repeats)
    return _plan(order_cells(cells, seed=recipe.sampling.seed), recipe, bundles=_bundles(changes))


def extend_plan(plan: RunPlan, wanted: Mapping[str, Iterable[str]], *, repeats: int) -> RunPlan:
    """Return the plan with more repeats of both arms, up to `repeats`, for these items of these skills.

    Old cells stay as they are and come first: repeats are added, never replaced. What was curtailed of
    these items is due again: more than their verdict is asked now.
    """
    wishes = {skill: frozenset(items) for skill, items in wanted.items()}
    pairs = {
        (cell.skill, cell.kind, cell.item, cell.arm): cell
        for cell in plan.cells
        if cell.item in wishes.get(cell.skill, ())
    }
    known = {cell.key for cell in plan.cells}
    more = [
        grown
        for cell in pairs.values()
        for repeat in range(1, repeats + 1)
        if (grown := cell.model_copy(update={"repeat": repeat})).key not in known
    ]
    cells = plan.cells + order_cells(more, seed=plan.seed)
    extended = {(cell.skill, cell.item) for cell in more}
    due = {cell.key for cell in plan.cells if (cell.skill, cell.item) in extended}
    update = {
        "cells": cells,
        "repeats": max(plan.repeats, repeats),
        "curtailed": tuple(key for key in plan.curtailed if key not in due),
    }
    return plan.model_copy(update=update)


def order_cells(cells: Iterable[Cell], *, seed: int) -> tuple[Cell, ...]:
    """Mix the pairs, so that drift in the model hits both arms alike; keep a pair's arms together.

    What the bar rests on comes first, and each lot by itself: a budget that ends takes the rest.
    """

    def rank(cell: Cell) -> tuple[int, str, str]:
        return _LOTS[cell.kind], _hash(f"{seed}/{_pair(cell)}"), _hash(f"{seed}/{cell.key}")

    return tuple(sorted(cells, key=rank))


def pairs_of(plan: RunPlan) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of each pair: one item, one repeat, all its arms."""
    for _, group in groupby(plan.cells, key=_pair):
        yield tuple(group)


def _cells(change: SkillChange, recipe: Recipe, repeats: Iterable[int]) -> Iterator[Cell]:
    if change.candidate is None or change.problem:
        return
    arms = _arms(change, recipe.sampling.arms)
    loading = tuple(_loading_arms(change, arms))
    for kind, item, counts in _items(change, recipe.kinds):
        for repeat in repeats:
            for arm in arms:
                if kind == "trigger" and arm not in loading:  # no skill, nothing to trigger
                    continue
                yield Cell(
                    skill=change.name, kind=kind, item=item, arm=arm, repeat=repeat, counts_in_bar=counts
                )


def _everyday_cells(change: SkillChange, recipe: Recipe) -> Iterator[Cell]:
    if change.candidate is None or change.problem or not change.wants_everyday:
        return
    if "everyday" in recipe.kinds:
        for query in EVERYDAY:
            for repeat in range(1, recipe.sampling.everyday + 1):
                for arm in _loading_arms(change, recipe.sampling.arms):
                    yield Cell(
                        skill=change.name,
                        kind="everyday",
                        item=query.id,
                        arm=arm,
                        repeat=repeat,
                        counts_in_bar=False,
                    )


def _loading_arms(change: SkillChange, wanted: tuple[Arm, ...]) -> Iterator[Arm]:
    """Yield the arms in which the skill is there, and the model may choose it."""
    sides = {"candidate": change.candidate, "baseline": change.baseline.bundle}
    for arm in wanted:
        bundle = sides.get(arm)
        if bundle is not None and not bundle.is_hidden:
            yield arm


def _route_cells(changes: ChangeSet, recipe: Recipe, repeats: Iterable[int]) -> list[Cell]:
    """Return the cells of all skills together: the requests that the change may send elsewhere."""
    pairs = recipe.sampling.routing
    wanted = any(change.wants_routing and not change.problem for change in changes.changes)
    if "route" not in recipe.kinds or pairs == "none" or not wanted:
        return []
    return [
        Cell(skill=REPOSITORY, kind="route", item=route.item, arm=arm, repeat=repeat, counts_in_bar=False)
        for route in measured_routes(changes)
        if (route.is_due or pairs == "all") and not _is_tried_as_trigger(route, changes, recipe)
        for repeat in repeats
        for arm in recipe.sampling.arms
        if arm in route.arms
    ]


def _is_tried_as_trigger(route: MeasuredRoute, changes: ChangeSet, recipe: Recipe) -> bool:
    """Return whether the only changed skill's own trigger trials say where the request goes, too."""
    only = changes.changes[0] if len(changes.changes) == 1 else None
    return (
        only is not None
        and route.trigger_of == only.name
        and only.wants_triggers
        and "trigger" in recipe.kinds
    )


def _items(change: SkillChange, kinds: Container[str]) -> Iterator[tuple[CellKind, str, bool]]:
    """Yield (kind, item id, whether it counts in the bar) of all that runs for a change."""
    if change.wants_uplift and "uplift" in kinds:
        yield from (("uplift", row.item, row.counts_in_bar) for row in tasks_to_run(change))
    if change.wants_triggers and "trigger" in kinds:
        yield from (("trigger", row.item, row.counts_in_bar) for row in measured_queries(change))


def _arms(change: SkillChange, wanted: tuple[Arm, ...]) -> tuple[Arm, ...]:
    """Return the arms to run: a skill without a baseline is held against no skill at all."""
    if change.baseline.bundle is None:
        return ("candidate", "control")
    return wanted


def _bundles(changes: ChangeSet) -> list[str]:
    """Return the digest of everything that is compared, so that a plan is bound to it."""
    return [
        f"{change.name}/{digest}"
        for change in changes.changes
        for digest in (change.candidate and change.candidate.digest, change.baseline.digest)
        if digest
    ]


def _plan(cells: tuple[Cell, ...], recipe: Recipe, *, bundles: list[str]) -> RunPlan:
    sampling = recipe.sampling
    body = {
        "bundles": bundles,
        "cells": [cell.model_dump() for cell in cells],
        "recipe": recipe.model_dump(exclude={"trial_cost_usd", "query_cost_usd"}),
    }
    return RunPlan(
        cells=cells,
        seed=sampling.seed,
        repeats=sampling.repeats,
        looks=sampling.looks,
        agent=recipe.agent,
        model=recipe.model,
        grader_model=recipe.grader_model,
        digest=_hash(json.dumps(body, sort_keys=True)),
        estimated_cost_usd=estimate_usd(cells, recipe),
        curtail=sampling.curtail,
    )


def estimate_usd(cells: Iterable[Cell], recipe: Recipe) -> float | None:
    """Return what these cells should cost at most, or None where a price is unknown."""
    counts = Counter(cell.kind == "uplift" for cell in cells)
    total = 0.0
    for is_task, price in ((True, recipe.trial_cost_usd), (False, recipe.query_cost_usd)):
        if price is None and counts[is_task]:
            return None
        total += counts[is_task] * (price or 0.0)
    return total if counts or recipe.trial_cost_usd is not None else None


def _pair(cell: Cell) -> str:
    return f"{cell.skill}/{cell.kind}/{cell.item}/{cell.repeat}"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
