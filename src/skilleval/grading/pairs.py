"""Answers side by side: which is better where nothing else can be graded, and whether blinding holds.

Neither is in the bar. A judge sees each pair twice, with the places swapped, since judges favour a place.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from skilleval.domain.change import ChangeSet, SkillChange
from skilleval.domain.grade import Blinding, Preference
from skilleval.domain.suite import Task
from skilleval.domain.trial import Completed, Trial, Usage
from skilleval.errors import GraderError, ModelError
from skilleval.grading.blind import blind_id, grading_order, identity_of
from skilleval.grading.by_model import MeteredModel
from skilleval.grading.exhibit import readable
from skilleval.grading.sheet import build_sheet
from skilleval.ports import GradingSheet, Model, Models, PairJudge

TOP = 10.0
SAMPLE = 10
"""Pairs that the check of the blinding looks at."""
AT_ONCE = 8
"""Pairs that are looked at side by side."""

FoundT = TypeVar("FoundT")


def _always(_: Usage) -> bool:
    """Set no limit."""
    return True


@dataclass(frozen=True)
class Judging:
    """Who compares, with which models, the seed of the order, and whether more may be spent."""

    judge: PairJudge
    models: Models
    seed: int = 0
    may_ask: Callable[[Usage], bool] = _always
    """Asked before each pair, with what was used so far."""


@dataclass(frozen=True)
class Pair:
    """The two trials of one repeat, as blind sheets."""

    candidate: Trial
    baseline: Trial
    sheets: tuple[GradingSheet, GradingSheet]


class Compared(NamedTuple):
    """What came of comparing pairs for preference. `failed` got no usable reply, `unasked` no money."""

    found: tuple[Preference, ...] = ()
    failed: int = 0
    unasked: int = 0
    usage: Usage = Usage()


class ToldApart(NamedTuple):
    """What came of the check of the blinding; `found` is None without a single answer."""

    found: Blinding | None = None
    failed: int = 0
    unasked: int = 0
    usage: Usage = Usage()


def judge_pairs(trials: Sequence[Trial], changes: ChangeSet, judging: Judging) -> Compared:
    """Return how good both arms' answers are to tasks that nothing else grades, in [0, 1], by repeat.

    Pairs on which the judge gives no usable reply are counted and left out: ours, and no number.
    """
    pairs = [pair for pair, task in _pairs(trials, changes, judging.seed) if task.is_bare]

    async def preference(pair: Pair, model: Model) -> Preference:
        candidate, baseline = await _both_ways(pair, judging.judge, model)
        cell = pair.candidate.cell
        return Preference(
            skill=cell.skill,
            task=cell.item,
            repeat=cell.repeat,
            candidate=candidate / TOP,
            baseline=baseline / TOP,
        )

    asked = _ask(pairs, judging, preference)
    return Compared(tuple(asked.replies), asked.failed, asked.unasked, asked.usage)


def check_blinding(
    trials: Sequence[Trial], changes: ChangeSet, judging: Judging, *, sample: int = SAMPLE
) -> ToldApart:
    """Return how often the judge tells the arms apart on a sample of pairs, to be read beside one half."""
    pairs = {pair.candidate.id: pair for pair, _ in _pairs(trials, changes, judging.seed)}
    chosen = [pairs[one] for one in grading_order(pairs, seed=judging.seed)[:sample]]

    async def guess(pair: Pair, model: Model) -> float:
        swapped = int(blind_id(pair.candidate.id, seed=judging.seed, vote=0), 16) % 2 == 1
        first, second = reversed(pair.sheets) if swapped else pair.sheets
        said = await judging.judge.compare(first, second, "arm", model)
        mine, theirs = reversed(said) if swapped else said
        return 0.5 if mine == theirs else float(mine > theirs)

    asked = _ask(chosen, judging, guess)
    found = Blinding(asked=len(asked.replies), right=sum(asked.replies)) if asked.replies else None
    return ToldApart(found, asked.failed, asked.unasked, asked.usage)


@dataclass
class _Asked(Generic[FoundT]):
    """The replies on pairs, in their order."""

    replies: list[FoundT]
    failed: int = 0
    unasked: int = 0
    usage: Usage = field(default_factory=Usage)


def _ask(
    pairs: Sequence[Pair], judging: Judging, question: Callable[[Pair, Model], Awaitable[FoundT]]
) -> _Asked[FoundT]:
    """Ask one question of each pair, some at once, and keep what each reply cost."""
    if not pairs:
        return _Asked([])
    return asyncio.run(_ask_all(pairs, judging, question))


async def _ask_all(
    pairs: Sequence[Pair], judging: Judging, question: Callable[[Pair, Model], Awaitable[FoundT]]
) -> _Asked[FoundT]:
    seats = asyncio.Semaphore(AT_ONCE)
    asked: _Asked[FoundT] = _Asked([])
    replies: dict[int, FoundT] = {}

    async def ask(place: int, pair: Pair, model: MeteredModel) -> None:
        async with seats:
            if not judging.may_ask(model.usage):
                asked.unasked += 1
                return
            try:
                replies[place] = await question(pair, model)
            except (GraderError, ModelError):
                asked.failed += 1

    async with judging.models.open() as model:
        metered = MeteredModel(model)
        await asyncio.gather(*(ask(place, pair, metered) for place, pair in enumerate(pairs)))
    asked.replies, asked.usage = [replies[place] for place in sorted(replies)], metered.usage
    return asked


async def _both_ways(pair: Pair, judge: PairJudge, model: Model) -> tuple[float, float]:
    """Return (candidate, baseline), each the mean of standing first and standing second."""
    candidate, baseline = pair.sheets
    first = await judge.compare(candidate, baseline, "better", model)
    second = await judge.compare(baseline, candidate, "better", model)
    return (first[0] + second[1]) / 2, (first[1] + second[0]) / 2


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
