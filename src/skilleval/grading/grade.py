"""Grading of all trials: code first, then the model grader where something is left for it."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from skilleval.domain.change import ChangeSet
from skilleval.domain.grade import GradedTrial, ItemGrade
from skilleval.domain.trial import Trial
from skilleval.errors import GraderError, ModelError
from skilleval.grading.blind import grading_order
from skilleval.grading.by_model import Bench, MeteredModel, mark_by_model, read_again
from skilleval.grading.case import find_case
from skilleval.grading.draft import Draft, draft_grade, draft_route, not_found, settle
from skilleval.ports import Grader, Model, Models, PairJudge


def _quiet(done: int, total: int) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Marking:
    """How to grade: the grader and its models, the seed of the order, votes (1 to 5), answers at once.

    `claims` False saves the model's look for claims and its second look at what code finds: code still
    finds those that it can, and they count as they are. `judge` looks at
    pairs of answers; None asks for no such look.
    """

    grader: Grader
    models: Models
    seed: int = 0
    votes: int = 1
    concurrency: int = 8
    claims: bool = True
    judge: PairJudge | None = None
    on_graded: Callable[[int, int], None] = field(default=_quiet)


def grade_trials(trials: Sequence[Trial], changes: ChangeSet, marking: Marking) -> tuple[GradedTrial, ...]:
    """Return the trials graded, in the order given. A grader that fails is ours: errored, never 0."""
    drafts = {trial.id: _draft(trial, changes, marking) for trial in trials}
    pending = [trial_id for trial_id, draft in drafts.items() if draft.sheet is not None]
    graded = {trial_id: draft.graded for trial_id, draft in drafts.items() if draft.sheet is None}
    for done in range(1, len(graded) + 1):
        marking.on_graded(done, len(drafts))
    if pending:
        order = grading_order(pending, seed=marking.seed)
        graded |= asyncio.run(_grade_pending([drafts[trial_id] for trial_id in order], marking, len(drafts)))
    return tuple(graded[trial.id] for trial in trials)


def _draft(trial: Trial, changes: ChangeSet, marking: Marking) -> Draft:
    if trial.cell.kind == "route":
        return draft_route(trial, changes)
    case = find_case(trial, changes)
    if case is None:
        return not_found(trial)
    draft = draft_grade(case, seed=marking.seed)
    if draft.sheet is None:
        return draft
    assert draft.task is not None
    if not draft.task.is_gradable or (not draft.sheet.rubric and not marking.claims):
        return Draft(settle(draft.graded, draft.task))
    sheet = draft.sheet.model_copy(update={"wants_claims": marking.claims})
    return replace(draft, sheet=sheet)


async def _grade_pending(drafts: Sequence[Draft], marking: Marking, total: int) -> dict[str, GradedTrial]:
    slots = asyncio.Semaphore(max(1, marking.concurrency))
    done = total - len(drafts)

    async def grade(draft: Draft, model: Model) -> GradedTrial:
        nonlocal done
        async with slots:
            graded = await _grade_one(draft, marking, model)
        done += 1
        marking.on_graded(done, total)
        return graded

    async with marking.models.open() as model:
        graded = await asyncio.gather(*(grade(draft, model) for draft in drafts))
    return {trial.trial: trial for trial in graded}


async def _grade_one(draft: Draft, marking: Marking, model: Model) -> GradedTrial:
    """Return the trial with the model's marks, or errored when the grader gave none that can be used."""
    assert draft.sheet is not None
    assert draft.task is not None
    metered = MeteredModel(model)
    bench = Bench(marking.grader, metered, marking.votes)
    try:
        marks = await mark_by_model(draft.sheet, draft.shown, bench)
        settled = draft.graded.claims
        if marking.claims:
            settled = await read_again(draft.sheet, settled, draft.shown, bench)
    except (GraderError, ModelError) as exc:
        return draft.graded.model_copy(
            update={
                "state": "errored", "score": None, "adherence": None,
                "reason": f"grader: {exc}", "grader_usage": metered.usage,
            }
        )  # fmt: skip
    graded = draft.graded.model_copy(
        update={
            "items": (*draft.graded.items, *_in_their_words(marks.items, draft)),
            "claims": (*settled, *marks.claims),
            "feedback": marks.feedback,
            "grader_usage": metered.usage,
        }
    )
    return settle(graded, draft.task)


def _in_their_words(items: Sequence[ItemGrade], draft: Draft) -> tuple[ItemGrade, ...]:
    """Return the items in the suite's own words, as the grader had them redacted; adherence is explained."""
    assert draft.task is not None
    rubric = {item.id: item for item in draft.task.rubric}
    found = []
    for item in items:
        moved = item.adherence and not rubric[item.id].adherence
        notes = (item.note, "adherence: names a file which only the candidate has" if moved else "")
        update = {"text": rubric[item.id].text, "note": "; ".join(note for note in notes if note)}
        found.append(item.model_copy(update=update))
    return tuple(found)
