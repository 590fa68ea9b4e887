"""Statements that only an agent holding the skill can meet: adherence, never part of the lift.

Only what cannot be met otherwise is marked: a statement that names the skill as such, SKILL.md, or one of
the skill's own files. What only sounds like the skill is for the lint to say, and for people to decide.
"""

import re
from collections.abc import Iterable
from typing import Final

from skilleval.changes.snapshot import read_skill
from skilleval.changes.suites.sheet import Files
from skilleval.domain.suite import RubricItem, Suite, Task

_SKILL_MD: Final = re.compile(r"\bskill\.md\b", re.IGNORECASE)
_OWN: Final = ("scripts/", "references/", "reference/", "assets/", "templates/")


def why_adherence(text: str, *, name: str, paths: Iterable[str]) -> str:
    """Return why only an agent with the skill could meet the statement; "" where anyone could."""
    if _SKILL_MD.search(text):
        return "names SKILL.md"
    if name and _names_skill(text, name):
        return "names the skill"
    for path in paths:
        if path.startswith(_OWN) and re.search(rf"(?<![\w.-]){re.escape(path)}(?!\w)", text):
            return f"names the skill's file {path}"
    return ""


def mark_adherence(suite: Suite, files: Files) -> Suite:
    """Return the suite with such rubric items marked."""
    if not suite.tasks:
        return suite
    name = read_skill(files, name="")[0].text.name
    return suite.model_copy(update={"tasks": tuple(_marked(task, name, files) for task in suite.tasks)})


def _marked(task: Task, name: str, files: Files) -> Task:
    rubric = tuple(_marked_item(item, name, files) for item in task.rubric)
    return task if rubric == task.rubric else task.model_copy(update={"rubric": rubric})


def _marked_item(item: RubricItem, name: str, files: Files) -> RubricItem:
    if item.adherence or not why_adherence(item.text, name=name, paths=files):
        return item
    return item.model_copy(update={"adherence": True})


def _names_skill(text: str, name: str) -> bool:
    if name.casefold() not in text.casefold():
        return False  # no pattern is made for what is not there
    quoted = re.escape(name)
    beside = rf"\b{quoted}[`'\"]*\s+skill\b|\bskill\s+(?:called\s+|named\s+)?[`'\"]*{quoted}\b"
    return bool(re.search(beside, text, re.IGNORECASE))
