"""Graders of `claude plugin eval` as checks and rubric items of ours (code.claude.com/docs, plugin-evals).

Carried over: `regex` over the last message or a file, `llm`, `file_exists` of a plain path, `tool_used`
without a pattern on the input. All else is named and left out: a check that means something else would
be worse than none. `arm: with-only` is adherence; `tool_used: Skill` is what our trigger evals measure.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from skilleval.changes.js_regex import translate
from skilleval.changes.reading import Plain
from skilleval.changes.suites.sheet import Sheet, kind_of, text_at
from skilleval.domain.suite import Check, FileCheck, RubricItem, TextMatch, ToolCheck
from skilleval.errors import SuiteError

_MATCHES: Final = {"contains": "must_match", "not_contains": "must_not_match"}
_GLOB: Final = frozenset("*?[]{}!")


@dataclass(frozen=True)
class Grader:
    """One grader file, or one entry of case.yaml: its name, keys, and the text below them."""

    name: str
    keys: Mapping[str, Plain]
    body: str
    where: str

    @property
    def type(self) -> str:
        """Return the grader's type, "" where it has none."""
        return text_at(self.keys, ("type",))

    @property
    def adherence(self) -> bool:
        """Whether only an arm with the skill could pass."""
        return self.keys.get("arm") == "with-only"

    @property
    def fires(self) -> bool | None:
        """Return whether it wants the skill to load or not to; None where it says nothing of it."""
        if self.type != "tool_used" or self.keys.get("tool") != "Skill":
            return None
        return self.keys.get("max") != 0


def read_grader(grader: Grader, sheet: Sheet) -> Check | RubricItem | None:
    """Return what the grader checks; None with a problem noted, or in silence for `tool_used: Skill`."""
    if grader.keys.get("weight", 1) != 1:
        sheet.warn(
            grader.where, f"grader {grader.name}: weights are not carried over, each check counts once"
        )
    if grader.fires is not None:
        return None
    try:
        return _converted(grader)
    except SuiteError as exc:
        sheet.error(grader.where, f"grader {grader.name}: {exc}")
        return None


def _converted(grader: Grader) -> Check | RubricItem:
    match grader.type:
        case "regex":
            return _regex(grader)
        case "llm":
            return _llm(grader)
        case "file_exists":
            return _file(grader)
        case "tool_used":
            return _tool(grader)
        case _:
            raise SuiteError(f"graders of type {grader.type!r} are not carried over")


def _regex(grader: Grader) -> TextMatch:
    match = grader.keys.get("match", "contains")
    if match not in _MATCHES:
        raise SuiteError(f"match: {match!r} is not carried over")
    pattern = text_at(grader.keys, ("pattern",)) or grader.body.strip()
    if not pattern:
        raise SuiteError("it has no pattern")
    flags = text_at(grader.keys, ("flags",))
    return TextMatch.model_validate(
        {
            "id": grader.name,
            "kind": _MATCHES[str(match)],
            "pattern": translate(pattern, flags=flags),
            "ignore_case": "i" in flags,
            "target": _target(grader.keys.get("target", "last_message")),
            "text": f"{match} /{pattern}/{flags}",
            "adherence": grader.adherence,
        }
    )


def _target(value: Plain) -> str:
    if value == "last_message":
        return "answer"
    path = value.get("path") if isinstance(value, dict) else None
    if isinstance(path, str) and path:
        return path
    raise SuiteError(f"target: {value!r} is not carried over")


def _llm(grader: Grader) -> RubricItem:
    criteria = text_at(grader.keys, ("criteria",)) or grader.body.strip()
    if not criteria:
        raise SuiteError("it has no criteria")
    focus = grader.keys.get("focus", "last_message")
    if focus in {"trace", "files", "mock_calls"}:
        raise SuiteError(f"focus: {focus!r} is not carried over")
    look = "" if focus == "last_message" else f"\nLook at the file {_target(focus)}."
    return RubricItem(id=grader.name, text=criteria + look, adherence=grader.adherence)


def _file(grader: Grader) -> FileCheck:
    path = text_at(grader.keys, ("path",))
    if not path or _GLOB & set(path):
        raise SuiteError(f"path: {path!r} is not carried over, a plain path is")
    kind = "file_absent" if grader.keys.get("exists") is False else "file_exists"
    return FileCheck(id=grader.name, kind=kind, path=path, adherence=grader.adherence)


def _tool(grader: Grader) -> ToolCheck:
    tool = text_at(grader.keys, ("tool",))
    least, most = grader.keys.get("min", 1), grader.keys.get("max")
    if not tool:
        raise SuiteError(f"tool must be a name, this is {kind_of(grader.keys.get('tool'))}")
    if grader.keys.get("input_match") or (least, most) not in {(1, None), (0, 0)}:
        raise SuiteError("input_match, min and max are not carried over, but used at all and never used are")
    kind = "tool_used" if least == 1 else "tool_not_used"
    return ToolCheck(id=grader.name, kind=kind, tool=tool, adherence=grader.adherence)
