"""Statements that only a holder of the skill can meet: adherence, kept out of the lift.

A suite may declare them. What it does not declare is found here: a statement that names a bundled file
which the candidate has and the baseline has not. It is never moved silently: the item says why.
"""

from pathlib import PurePosixPath

import regex

from skilleval.domain.bundle import Bundle
from skilleval.domain.change import SkillChange
from skilleval.domain.grade import ItemGrade
from skilleval.domain.suite import Check, RubricItem, Task

_COMMON = {
    "skill.md",
    "readme.md",
    "license",
    "license.txt",
    "license.md",
    "requirements.txt",
    "package.json",
}


def only_for_holders(text: str, change: SkillChange, task: Task) -> str:
    """Return the bundled file that `text` names and the baseline cannot have; empty when there is none."""
    theirs = _names(change.baseline.bundle)
    given = {PurePosixPath(fixture.path).name.lower() for fixture in task.fixtures}
    for path in _paths(change.candidate):
        name = PurePosixPath(path).name
        if name.lower() in theirs | given | _COMMON or "." not in name:
            continue
        if regex.search(rf"(?<![\w.-]){regex.escape(name)}(?![\w-])", text, regex.IGNORECASE):
            return path
    return ""


def check_words(check: Check) -> str:
    """Return all that a check says, to be searched for names of files."""
    return " ".join(str(value) for value in check.model_dump(mode="json").values())


def as_adherence(item: ItemGrade, path: str) -> ItemGrade:
    """Return the item kept out of the outcome, with the reason."""
    why = f"adherence: names {path}, which only the candidate has"
    return item.model_copy(
        update={"adherence": True, "note": "; ".join(note for note in (item.note, why) if note)}
    )


def rubric_with_adherence(task: Task, change: SkillChange) -> tuple[RubricItem, ...]:
    """Return the rubric, items that only a holder can meet marked as adherence."""
    return tuple(
        item.model_copy(
            update={"adherence": item.adherence or bool(only_for_holders(item.text, change, task))}
        )
        for item in task.rubric
    )


def _names(bundle: Bundle | None) -> set[str]:
    return {PurePosixPath(path).name.lower() for path in _paths(bundle)}


def _paths(bundle: Bundle | None) -> tuple[str, ...]:
    return tuple(file.path for file in bundle.files) if bundle is not None else ()
