"""Graders of `claude plugin eval` as checks and rubric items of ours (code.claude.com/docs, plugin-evals).

Carried over: `regex` over the last message or a file, `llm` over the same, `file_exists` (a file that the
agent made, by glob), `tool_used` with its bounds and input pattern, `tool_order`. What looks at a trace, at
all files or at mocks, counts matches, or compares with a reference is named and left out: a check that
means something else would be worse than none. `arm: with-only` is adherence; `tool_used: Skill` is what
our trigger evals measure.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from skilleval.changes.js_regex import translate
from skilleval.changes.reading import Plain
from skilleval.changes.suites.sheet import Sheet, kind_of, text_at
from skilleval.domain.suite import Check, FileCheck, RubricItem, TextMatch, ToolCheck, ToolOrderCheck
from skilleval.errors import SuiteError

_MATCHES: Final = {
    "contains": "must_match",
    "not_contains": "must_not_match",
    "count:0": "must_not_match",
}
_OTHER_GLOB: Final = frozenset("[]{}!()")
"""Globs that hosts read differently."""


@dataclass(frozen=True)
class Grader:
    """One grader file, or one entry of case.yaml: its name, keys, and the text below them."""

    name: str
    keys: Mapping[str, Plain]
    body: str
    where: str
    """Its file below the case, or its JSON pointer in case.yaml."""

    @property
    def file(self) -> str:
        """Return the file that it stands in, below the case."""
        return "case.yaml" if self.where.startswith("/") else self.where

    @property
    def pointer(self) -> str:
        """Return its place in that file; "" where it is the whole file."""
        return self.where if self.where.startswith("/") else ""

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
            grader.pointer, f"grader {grader.name}: weights are not carried over, each check counts once"
        )
    if grader.fires is not None:
        return None
    try:
        return _converted(grader)
    except SuiteError as exc:
        sheet.error(grader.pointer, f"grader {grader.name}: {exc}")
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
        case "tool_order":
            return _order(grader)
        case _:
            raise SuiteError(f"graders of type {grader.type!r} are not carried over")


def _regex(grader: Grader) -> TextMatch:
    match = grader.keys.get("match", "contains")
    if not isinstance(match, str) or match not in _MATCHES:
        raise SuiteError(f"match: {match!r} is not carried over")
    pattern = text_at(grader.keys, ("pattern",)) or grader.body.strip()
    if not pattern:
        raise SuiteError("it has no pattern")
    flags = text_at(grader.keys, ("flags",))
    return TextMatch.model_validate(
        {
            "id": grader.name,
            "kind": _MATCHES[match],
            "pattern": translate(pattern, flags=flags),
            "ignore_case": "i" in flags,
            "target": _target(grader.keys.get("target", "last_message")),
            "text": f"{match} /{pattern}/{flags}",
            "adherence": grader.adherence,
        }
    )


def _target(value: Plain, key: str = "target") -> str:
    if value == "last_message":
        return "answer"
    path = value.get("path") if isinstance(value, dict) else None
    if isinstance(path, str) and path:
        return path
    raise SuiteError(f"{key}: {value!r} is not carried over")


def _llm(grader: Grader) -> RubricItem:
    criteria = text_at(grader.keys, ("criteria",)) or grader.body.strip()
    if not criteria:
        raise SuiteError("it has no criteria")
    focus = grader.keys.get("focus", "last_message")
    target = _target(focus, "focus")
    look = "" if target == "answer" else f"\nLook at the file {target}."
    return RubricItem(id=grader.name, text=criteria + look, adherence=grader.adherence)


def _file(grader: Grader) -> FileCheck:
    path = text_at(grader.keys, ("path",))
    if not path or _OTHER_GLOB & set(path):
        raise SuiteError(f"path: {path!r} is not carried over, a path with *, ** or ? is")
    kind = "file_absent" if grader.keys.get("exists") is False else "file_exists"
    return FileCheck(id=grader.name, kind=kind, path=path, created=True, adherence=grader.adherence)


def _tool(grader: Grader) -> ToolCheck:
    tool, pattern = _call(grader.keys)
    least, most = _count(grader, "min", 1), _count(grader, "max", None)
    never = most == 0 and not least
    return ToolCheck(
        id=grader.name,
        kind="tool_not_used" if never else "tool_used",
        tool=tool,
        input_pattern=pattern,
        at_least=1 if never or least is None else least,
        at_most=None if never else most,
        adherence=grader.adherence,
    )


def _order(grader: Grader) -> ToolOrderCheck:
    steps = [_step(grader.keys.get(key), key) for key in ("before", "after")]
    return ToolOrderCheck(
        id=grader.name,
        kind="tool_order",
        tools=tuple(tool for tool, _ in steps),
        input_patterns=tuple(pattern for _, pattern in steps),
        first_calls=True,
        adherence=grader.adherence,
    )


def _step(value: Plain, key: str) -> tuple[str, str]:
    if isinstance(value, str) and value.strip():
        return value.strip(), ""
    if not isinstance(value, dict):
        raise SuiteError(f"{key} must be a tool, this is {kind_of(value)}")
    return _call(value)


def _call(keys: Mapping[str, Plain]) -> tuple[str, str]:
    """Return the tool, and the translated pattern on its input ("" for any)."""
    tool, pattern = text_at(keys, ("tool",)), keys.get("input_match")
    if not tool:
        raise SuiteError(f"tool must be a name, this is {kind_of(keys.get('tool'))}")
    if pattern is not None and not isinstance(pattern, str):
        raise SuiteError(f"input_match must be a pattern, this is {kind_of(pattern)}")
    return tool, translate(pattern, flags="") if pattern else ""


def _count(grader: Grader, key: str, default: int | None) -> int | None:
    value = grader.keys.get(key, default)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
        raise SuiteError(f"{key} must be a number from 0 on, this is {value!r}")
    return value
