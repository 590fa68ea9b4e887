"""Eval files: what their readers object to, and what a suite lacks to tell good from bad."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from skilleval.changes.lint.subject import Subject
from skilleval.domain.remark import Remark, RuleDoc
from skilleval.domain.suite import SuiteProblem, Task, TextMatch, ToolCheck

FILE_ERROR = RuleDoc(id="evals-error", level="error", title="Eval files can be read as a whole")
FILE_WARNING = RuleDoc(
    id="evals-warning", level="warning", title="Eval files hold nothing that is passed over"
)
MISSING = RuleDoc(
    id="evals-missing",
    level="note",
    title="A skill has evals",
    fix="add evals/evals.json with tasks, and evals/trigger-eval.json with queries",
)
CLEAN = RuleDoc(
    id="evals-no-clean-case",
    level="warning",
    title="A suite has a clean or trap case",
    fix="add a task whose input has nothing to find, or that tempts to do what must not be done",
)
FEW = RuleDoc(
    id="evals-few-tasks",
    level="note",
    title="A suite has enough tasks to tell a gain from luck",
    fix="add tasks: eight or more from different situations",
)
VAGUE = RuleDoc(
    id="evals-vague-statement",
    level="warning",
    title="A statement says what can be seen in the answer or the files",
    fix="name the value, the file or the words that must be there",
)
DOUBLE = RuleDoc(
    id="evals-duplicate",
    level="warning",
    title="No task and no statement stands twice",
    fix="drop one: it counts twice otherwise",
)
RULES = (FILE_ERROR, FILE_WARNING, MISSING, CLEAN, FEW, VAGUE, DOUBLE)

FEW_TASKS: Final = 4
_NEGATIVE: Final = re.compile(
    r"\b(no|not|never|none|nothing|without|neither|nor|only|unchanged|refuses?|declines?|avoids?|clean"
    r"|correct as)\b|n['’]t\b",
    re.IGNORECASE,
)
_VAGUE: Final = re.compile(
    r"\b(good|well|nice|great|proper(ly)?|appropriate(ly)?|reasonabl[ey]|adequate(ly)?|high[- ]quality"
    r"|helpful|useful|clear(ly)?|comprehensive(ly)?|professional(ly)?|best practices?|as expected"
    r"|looks? right|effective(ly)?|robust|user[- ]friendly|makes? sense|accurate(ly)?|correct(ly)?"
    r"|complete(ly)?|relevant)\b",
    re.IGNORECASE,
)
_SEEN: Final = re.compile(r"\d|[\"'`“”‘’]|\b\w+\.\w{1,4}\b|[A-Z]{2,}|\b[A-Z][a-z]+\s[A-Z]|[/_=<>%$€]")
"""What makes a statement checkable: numbers, quotes, file names, names, symbols."""


def lint(subject: Subject) -> Iterator[Remark]:
    """Yield what the readers found, and what the suite as a whole lacks."""
    for problem in subject.suite.problems:
        yield _of_problem(subject, problem)
    suite = subject.suite
    if suite.is_empty and not suite.routing:
        if not suite.problems:
            yield subject.remark(
                MISSING, "there are no evals: a change of this skill cannot be measured", line=1
            )
        return
    if suite.tasks:
        yield from _whole(subject)
    for task in suite.tasks:
        yield from _statements(subject, task)


def _of_problem(subject: Subject, problem: SuiteProblem) -> Remark:
    rule = FILE_ERROR if problem.level == "error" else FILE_WARNING
    where = f"{problem.where}: " if problem.where.startswith("/") else ""
    line = re.match(r"line (\d+)", problem.message)
    return subject.remark(rule, where + problem.message, path=problem.path, line=int(line[1]) if line else 0)


def _whole(subject: Subject) -> Iterator[Remark]:
    tasks = subject.suite.tasks
    source = tasks[0].source
    if len(tasks) < FEW_TASKS:
        message = f"{len(tasks)} tasks show a drop of one of them, hardly a gain of the skill"
        yield subject.remark(FEW, message, path=source)
    if not any(_is_trap(task) for task in tasks):
        message = "no task says what must not happen: a skill that finds faults everywhere would pass"
        yield subject.remark(CLEAN, message, path=source)
    prompts = Counter(" ".join(task.prompt.split()).casefold() for task in tasks)
    for prompt, count in prompts.items():
        if count > 1:
            yield subject.remark(DOUBLE, f"{count} tasks have the prompt {prompt[:60]!r}", path=source)


def _is_trap(task: Task) -> bool:
    forbidden = any(isinstance(check, TextMatch) and check.kind == "must_not_match" for check in task.checks)
    unused = any(isinstance(check, ToolCheck) and check.kind == "tool_not_used" for check in task.checks)
    absent = any(check.kind == "file_absent" for check in task.checks)
    stated = any(_NEGATIVE.search(item.text) for item in task.rubric)
    return forbidden or unused or absent or stated or bool(task.answer_key.get("mustNotDo"))


def _statements(subject: Subject, task: Task) -> Iterator[Remark]:
    seen: set[str] = set()
    for item in task.rubric:
        if item.weak:
            continue
        words = " ".join(item.text.casefold().split())
        if words in seen:
            yield subject.remark(DOUBLE, f"task {task.id} states twice: {item.text[:80]!r}", path=task.source)
        seen.add(words)
        vague = _VAGUE.search(item.text)
        if vague and not _SEEN.search(item.text):
            message = f"task {task.id}: {item.text[:80]!r} leaves open what is {vague[0].lower()}"
            yield subject.remark(VAGUE, message, path=task.source)
