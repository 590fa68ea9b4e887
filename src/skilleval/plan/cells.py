"""Arm x item x repeat, mixed by seed, the arms of a pair side by side, cut to the budget."""

import hashlib
import json
from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import groupby

from skilleval.domain.change import ChangeSet, SkillChange, measured_queries, tasks_to_run
from skilleval.domain.plan import Cell, CellKind, RunPlan
from skilleval.domain.policy import Sampling
from skilleval.domain.value import Arm, Value


class Recipe(Value):
    """What a plan is made of besides the changes.

    `trial_cost_usd` is the expected price of one trial with its grading, None where no price is known.
    """

    sampling: Sampling
    agent: str
    model: str
    grader_model: str
    trial_cost_usd: float | None = None
    kinds: tuple[str, ...] = ("uplift", "trigger")


def build_plan(changes: ChangeSet, recipe: Recipe) -> RunPlan:
    """Return the cells of the first look, in the order to run them.

    The same changes and recipe give the same plan, to the digest.
    """
    repeats = range(1, recipe.sampling.repeats + 1)
    cells = [cell for change in changes.changes for cell in _cells(change, recipe, repeats)]
    return _plan(order_cells(cells, seed=recipe.sampling.seed), recipe, bundles=_bundles(changes))


def extend_plan(plan: RunPlan, wanted: Mapping[str, Iterable[str]], *, repeats: int) -> RunPlan:
    """Return the plan with more repeats of both arms, up to `repeats`, for these items of these skills.

    Old cells stay as they are and come first: repeats are added, never replaced.
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
    return plan.model_copy(update={"cells": cells, "repeats": max(plan.repeats, repeats)})


def order_cells(cells: Iterable[Cell], *, seed: int) -> tuple[Cell, ...]:
    """Mix the pairs, so that drift in the model hits both arms alike; keep a pair's arms together."""

    def rank(cell: Cell) -> tuple[str, str]:
        return _hash(f"{seed}/{_pair(cell)}"), _hash(f"{seed}/{cell.key}")

    return tuple(sorted(cells, key=rank))


def pairs_of(plan: RunPlan) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of each pair: one item, one repeat, all its arms."""
    for _, group in groupby(plan.cells, key=_pair):
        yield tuple(group)


def _cells(change: SkillChange, recipe: Recipe, repeats: Iterable[int]) -> Iterator[Cell]:
    if change.candidate is None or change.problem:
        return
    arms = _arms(change, recipe.sampling.arms)
    for kind, item, counts in _items(change, recipe.kinds):
        for repeat in repeats:
            for arm in arms:
                if kind == "trigger" and arm == "control":  # no skill, nothing to trigger
                    continue
                yield Cell(
                    skill=change.name, kind=kind, item=item, arm=arm, repeat=repeat, counts_in_bar=counts
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
        "recipe": recipe.model_dump(exclude={"trial_cost_usd"}),
    }
    price = recipe.trial_cost_usd
    return RunPlan(
        cells=cells,
        seed=sampling.seed,
        repeats=sampling.repeats,
        looks=sampling.looks,
        agent=recipe.agent,
        model=recipe.model,
        grader_model=recipe.grader_model,
        digest=_hash(json.dumps(body, sort_keys=True)),
        estimated_cost_usd=None if price is None else price * len(cells),
    )


def _pair(cell: Cell) -> str:
    return f"{cell.skill}/{cell.kind}/{cell.item}/{cell.repeat}"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
