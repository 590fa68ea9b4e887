"""A task's identity: the digest over everything that decides what is asked and how it is graded."""

import hashlib
import json
from collections.abc import Mapping, Sequence

from skilleval.domain.suite import Task
from skilleval.domain.value import Digest

_IDENTITY = ("prompt", "fixtures", "checks", "rubric", "expected_output", "answer_key", "scoring")


def make_task(fields: Mapping[str, object]) -> Task:
    """Return the task of these fields, with its digest."""
    draft = Task.model_validate({**fields, "digest": "0" * 64})
    return draft.model_copy(update={"digest": _digest(draft)})


def _digest(task: Task) -> Digest:
    said = task.model_dump(mode="json", include=set(_IDENTITY))
    return hashlib.sha256(json.dumps(said, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def first_of_each_id(tasks: Sequence[Task]) -> tuple[tuple[Task, ...], tuple[Task, ...]]:
    """Return the tasks with new ids, and those whose id came before."""
    seen: set[str] = set()
    kept: list[Task] = []
    doubled: list[Task] = []
    for task in tasks:
        (doubled if task.id in seen else kept).append(task)
        seen.add(task.id)
    return tuple(kept), tuple(doubled)
