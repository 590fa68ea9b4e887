"""A grading sheet: one answer with its files and actions, blind, and short enough to be read."""

import json
from collections.abc import Iterator

from skilleval.domain.suite import Task
from skilleval.domain.trial import Evidence, FileEvidence, ToolCall
from skilleval.grading.blind import Identity, redact
from skilleval.ports import GradingSheet

ANSWER_LIMIT = 60_000
FILE_LIMIT = 20_000
FILES_LIMIT = 80_000
ACTIONS_LIMIT = 60
_SKILL_TOOLS = {"skill", "load_skill"}


def build_sheet(task: Task, evidence: Evidence, *, identity: Identity, blind_id: str) -> GradingSheet:
    """Return what a grader may see of this trial."""

    def hide(text: str) -> str:
        return redact(text, identity)

    return GradingSheet(
        blind_id=blind_id,
        prompt=hide(task.prompt),
        answer=shorten(hide(evidence.answer), ANSWER_LIMIT),
        files=_within(FILES_LIMIT, ((hide(file.path), hide(_shown(file))) for file in evidence.files)),
        given_files=_within(
            FILES_LIMIT,
            (
                (fixture.path, shorten(fixture.content.decode("utf-8", errors="replace"), FILE_LIMIT))
                for fixture in task.fixtures
                if fixture.content and b"\0" not in fixture.content
            ),
        ),
        actions=tuple(hide(line) for line in _actions(evidence.tool_calls)),
        rubric=tuple(item.model_copy(update={"text": hide(item.text)}) for item in task.rubric),
        expected_output=hide(task.expected_output),
        answer_key=task.answer_key,
    )


def shorten(text: str, limit: int) -> str:
    """Return `text`, or its beginning and end with what lies between counted."""
    if len(text) <= limit:
        return text
    head, tail = text[: limit * 3 // 4], text[-limit // 4 :]
    return f"{head}\n[… {len(text) - len(head) - len(tail)} characters left out …]\n{tail}"


def _shown(file: FileEvidence) -> str:
    if file.state == "deleted":
        return "(deleted)"
    if file.text is None:
        return f"(not shown: binary or too long, {file.size_bytes} bytes)"
    return shorten(file.text, FILE_LIMIT)


def _within(limit: int, files: Iterator[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return the files; those after the limit by name only."""
    kept: list[tuple[str, str]] = []
    left = limit
    for path, text in files:
        kept.append((path, text if len(text) <= left else f"(not shown: {len(text)} characters)"))
        left -= min(len(text), left)
    return tuple(kept)


def _actions(calls: tuple[ToolCall, ...]) -> Iterator[str]:
    """Yield a line for each action, without those that load a skill: they tell the arm."""
    shown = [call for call in calls if not loads_skill(call)]
    for call in shown[:ACTIONS_LIMIT]:
        arguments = shorten(json.dumps(call.arguments, ensure_ascii=False, sort_keys=True), 400)
        yield f"{call.name} {arguments} -> {'error: ' if call.is_error else ''}{_one_line(call.result)}"
    if len(shown) > ACTIONS_LIMIT:
        yield f"(and {len(shown) - ACTIONS_LIMIT} more)"


def loads_skill(call: ToolCall) -> bool:
    """Return whether the call asks for a skill, or reads one of its files."""
    if call.name.lower() in _SKILL_TOOLS:
        return True
    return "skill.md" in json.dumps(call.arguments).lower()


def _one_line(text: str) -> str:
    return shorten(" ".join(text.split()), 300).replace("\n", " ")
