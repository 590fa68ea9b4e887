"""Statements to grade: plain text, or typed objects that a program can check."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from skilleval.changes.reading import Plain
from skilleval.changes.suites.checks import KINDS, read_check
from skilleval.changes.suites.sheet import Sheet, kind_of, text_at
from skilleval.domain.suite import Check

KEYS: Final = ("expectations", "assertions")
"""The two spellings: skill-creator's schema says the first, agentskills.io the second."""
_TEXT_KEYS: Final = (
    "text",
    "value",
    "criterion",
    "statement",
    "check",
    "assertion",
    "expectation",
    "description",
)
_ALIASES: Final = {"regex": "must_match", "not_regex": "must_not_match", "file_not_exists": "file_absent"}
_LITERAL: Final = {"contains": "must_match", "not_contains": "must_not_match"}


class Statement(NamedTuple):
    """A text for a grader: whether its author calls it adherence, or the criterion of a golden task."""

    text: str
    adherence: bool = False
    golden: bool = False


@dataclass(frozen=True)
class Statements:
    """What an eval states: texts for a grader, checks for a program."""

    texts: tuple["Statement", ...] = ()
    checks: tuple[Check, ...] = ()
    is_given: bool = False
    """Whether the eval has a list of statements at all, readable or not."""


def read_statements(item: Mapping[str, Plain], sheet: Sheet, where: str) -> Statements | None:
    """Return the statements of an eval; None (with an error) where its two lists disagree or are none."""
    lists = {key: item[key] for key in KEYS if item.get(key) is not None}
    if len(lists) == 2 and lists["expectations"] != lists["assertions"]:
        said = item.get("id", "")
        sheet.error(where, f"eval {said!r} has both expectations and assertions, and they differ: keep one")
        return None
    for key, value in lists.items():
        if not isinstance(value, list):
            sheet.error(f"{where}/{key}", f"a list of statements is wanted, this is {kind_of(value)}")
            return None
        return _read_list(value, sheet, f"{where}/{key}")
    return Statements()


def _read_list(items: list[Plain], sheet: Sheet, where: str) -> Statements:
    texts: list[Statement] = []
    checks: list[Check] = []
    for index, item in enumerate(items):
        place = f"{where}/{index}"
        if isinstance(item, dict) and not text_at(item, _TEXT_KEYS[:1]) and _is_typed(item):
            check = read_check(_as_check(item), sheet, place, default_id=f"A{index + 1}")
            checks += [check] if check else []
            continue
        text = item if isinstance(item, str) else text_at(item, _TEXT_KEYS) if isinstance(item, dict) else ""
        if text.strip():
            texts.append(_statement(text, item if isinstance(item, dict) else {}))
        else:
            sheet.error(
                place, f"a statement must be text, this is {'empty' if item == '' else kind_of(item)}"
            )
    return Statements(tuple(texts), tuple(checks), is_given=bool(items))


def _statement(text: str, item: Mapping[str, Plain]) -> Statement:
    is_golden = item.get("golden") is True or item.get("type") == "llm_judge"
    return Statement(text.strip(), adherence=item.get("adherence") is True, golden=is_golden)


def _is_typed(item: Mapping[str, Plain]) -> bool:
    kind = item.get("type", item.get("kind"))
    return isinstance(kind, str) and kind in {*KINDS, *_ALIASES, *_LITERAL}


def _as_check(item: Mapping[str, Plain]) -> dict[str, Plain]:
    """Return a typed assertion of another harness as a check of ours."""
    kind = str(item.get("kind") or item.get("type"))
    found = {key: value for key, value in item.items() if key not in {"type", "kind"}}
    if kind in _LITERAL:
        literal = str(found.pop("value", None) or found.pop("text", None) or "")
        return {**found, "kind": _LITERAL[kind], "pattern": _escaped(literal)}
    return {**found, "kind": _ALIASES.get(kind, kind)}


def _escaped(literal: str) -> str:
    return "".join(f"\\{char}" if char in "\\^$.|?*+()[]{}/" else char for char in literal)
