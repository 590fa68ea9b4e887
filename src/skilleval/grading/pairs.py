"""Answers side by side: which is better where nothing else can be graded, and whether blinding holds.

Neither is in the bar. A judge sees each pair twice, with the places swapped, since judges favour a place.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from skilleval.domain.change import ChangeSet, SkillChange
from skilleval.domain.grade import Blinding, Preference
from skilleval.domain.suite import Task
from skilleval.domain.trial import Completed, Trial
from skilleval.errors import GraderError, ModelError
from skilleval.grading.blind import blind_id, grading_order, identity_of
from skilleval.grading.exhibit import readable
from skilleval.grading.sheet import build_sheet
from skilleval.ports import GradingSheet, Model, Models, PairJudge

TOP = 10.0
SAMPLE = 10
"""Pairs that the check of the blinding looks at."""


@dataclass(frozen=True)
class Judging:
    """Who compares, with which models, and the seed of the order."""

    judge: PairJudge
    models: Models
    seed: int = 0


@dataclass(frozen=True)
class Pair:
    """The two trials of one repeat, as blind sheets."""

    candidate: Trial
    baseline: Trial
    sheets: tuple[GradingSheet, GradingSheet]


def judge_pairs(trials: Sequence[Trial], changes: ChangeSet, judging: Judging) -> tuple[Preference, ...]:
    """Return how good both arms' answers are to tasks that nothing else grades, in [0, 1], by repeat.

    Pairs on which the judge gives no usable reply are left out: ours, and no number.
    """
    pairs = [pair for pair, task in _pairs(trials, changes, judging.seed) if not task.is_gradable]
    return asyncio.run(_preferences(pairs, judging)) if pairs else ()


def check_blinding(
    trials: Sequence[Trial], changes: ChangeSet, judging: Judging, *, sample: int = SAMPLE
) -> Blinding | None:
    """Return how often the judge tells the arms apart, to be read beside one half; None without pairs."""
    pairs = {pair.candidate.id: pair for pair, _ in _pairs(trials, changes, judging.seed)}
    chosen = [pairs[one] for one in grading_order(pairs, seed=judging.seed)[:sample]]
    return asyncio.run(_told_apart(chosen, judging)) if chosen else None


async def _preferences(pairs: Sequence[Pair], judging: Judging) -> tuple[Preference, ...]:
    found = []
    async with judging.models.open() as model:
        for pair in pairs:
            try:
                candidate, baseline = await _both_ways(pair, judging.judge, model)
            except (GraderError, ModelError):
                continue
            cell = pair.candidate.cell
            found.append(
                Preference(
                    skill=cell.skill,
                    task=cell.item,
                    repeat=cell.repeat,
                    candidate=candidate / TOP,
                    baseline=baseline / TOP,
                )
            )
    return tuple(found)


async def _both_ways(pair: Pair, judge: PairJudge, model: Model) -> tuple[float, float]:
    """Return (candidate, baseline), each the mean of standing first and standing second."""
    candidate, baseline = pair.sheets
    first = await judge.compare(candidate, baseline, "better", model)
    second = await judge.compare(baseline, candidate, "better", model)
    return (first[0] + second[1]) / 2, (first[1] + second[0]) / 2


async def _told_apart(pairs: Sequence[Pair], judging: Judging) -> Blinding:
    asked, right = 0, 0.0
    async with judging.models.open() as model:
        for pair in pairs:
            swapped = int(blind_id(pair.candidate.id, seed=judging.seed, vote=0), 16) % 2 == 1
            first, second = reversed(pair.sheets) if swapped else pair.sheets
            try:
                guess = await judging.judge.compare(first, second, "arm", model)
            except (GraderError, ModelError):
                continue
            mine, theirs = reversed(guess) if swapped else guess
            asked += 1
            right += 0.5 if mine == theirs else float(mine > theirs)
    return Blinding(asked=asked, right=right)


def _pairs(trials: Sequence[Trial], changes: ChangeSet, seed: int) -> Iterator[tuple[Pair, Task]]:
    """Yield the pairs of completed trials of one task and repeat, with their task."""
    done = {
        (trial.cell.skill, trial.cell.item, trial.cell.repeat, trial.cell.arm): trial
        for trial in trials
        if trial.cell.kind == "uplift" and isinstance(trial.outcome, Completed)
    }
    for (skill, item, repeat, arm), trial in done.items():
        other = done.get((skill, item, repeat, "baseline")) or done.get((skill, item, repeat, "control"))
        change = next((change for change in changes.changes if change.name == skill), None)
        task = _task(change, item) if change is not None else None
        if arm == "candidate" and other is not None and change is not None and task is not None:
            sheets = (_sheet(trial, change, task, seed), _sheet(other, change, task, seed))
            yield Pair(trial, other, sheets), task


def _task(change: SkillChange, item: str) -> Task | None:
    """Return the task of that id, also one that nothing grades; the base side's comes first."""
    tasks = (*change.base_suite.tasks, *change.head_suite.tasks)
    return next((task for task in tasks if task.id == item), None)


def _sheet(trial: Trial, change: SkillChange, task: Task, seed: int) -> GradingSheet:
    identity = identity_of(change, task)
    sheet_id = blind_id(trial.id, seed=seed)
    return build_sheet(task, readable(trial.evidence), identity=identity, blind_id=sheet_id)
