"""Disputes of grades: recorded beside the item, with the score as it would be, and never applied."""

from collections.abc import Sequence

from skilleval.domain.change import ChangeSet
from skilleval.domain.grade import Dispute, DisputedItem, GradedTrial
from skilleval.domain.suite import Task
from skilleval.errors import ConfigError
from skilleval.grading.score import score_items


def weigh_dispute(dispute: Dispute, graded: Sequence[GradedTrial], changes: ChangeSet) -> DisputedItem:
    """Return the disputed item. Raises ConfigError where no trial or item is called so."""
    trial = next((trial for trial in graded if trial.trial == dispute.trial), None)
    if trial is None:
        raise ConfigError(f"no graded trial is called {dispute.trial!r}", hint="summary.md lists every trial")
    item = next((item for item in trial.items if item.id == dispute.item), None)
    if item is None:
        known = ", ".join(item.id for item in trial.items) or "none"
        raise ConfigError(f"trial {dispute.trial} has no item {dispute.item!r}", hint=f"its items: {known}")
    changed = item.model_copy(update={"score": dispute.score})
    items = tuple(changed if other.id == item.id else other for other in trial.items)
    task = _task_of(trial, changes)
    return DisputedItem(
        dispute=dispute,
        skill=trial.cell.skill,
        task=trial.cell.item,
        text=item.text or item.id,
        graded=item.score,
        by=item.by,
        score=trial.score,
        would_be=score_items(items, task.scoring if task else "share").score,
    )


def _task_of(trial: GradedTrial, changes: ChangeSet) -> Task | None:
    change = next((change for change in changes.changes if change.name == trial.cell.skill), None)
    tasks = (*change.base_suite.tasks, *change.head_suite.tasks) if change else ()
    return next((task for task in tasks if task.id == trial.cell.item.removesuffix("@head")), None)
