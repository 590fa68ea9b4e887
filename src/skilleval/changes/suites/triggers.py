"""Trigger lists: which requests should load the skill, and which should not.

`[{"query": ..., "should_trigger": true}]` under any name in `evals/`, or under the known names beside
SKILL.md; and waza's `trigger_tests.yaml` with its two lists of prompts.
"""

import hashlib
from collections.abc import Mapping
from typing import Final

from skilleval.changes.folders import TRIGGER_FILES
from skilleval.changes.reading import Plain
from skilleval.changes.suites.sheet import (
    Files,
    Sheet,
    id_of,
    kind_of,
    lacking,
    list_at,
    text_at,
    unnamed_files,
    value_of,
)
from skilleval.domain.suite import Suite, TriggerQuery
from skilleval.errors import SuiteError

_LIST_KEYS: Final = ("queries", "evals", "triggers", "eval_set", "test_cases")
_WAZA_KEYS: Final = {"should_trigger_prompts": True, "should_not_trigger_prompts": False}
_QUERY_KEYS: Final = ("query", "prompt")
_KEYS: Final = (
    *_QUERY_KEYS,
    "should_trigger",
    "id",
    "category",
    "reason",
    "expected_skill",
    "split",
    "name",
    "confidence",
    "notes",
)


def paths(files: Files) -> list[str]:
    """Return the trigger lists, by name or by what they hold."""
    unnamed = unnamed_files(files)
    return [
        path
        for path in sorted(files)
        if _is_known(path) or (path in unnamed and _looks_like_one(path, files))
    ]


def read(files: Files) -> Suite:
    """Return the queries of all trigger lists of a skill."""
    queries: list[TriggerQuery] = []
    problems = []
    for path in paths(files):
        sheet = Sheet(path, files)
        queries += _queries(sheet)
        problems += sheet.problems
    return Suite(queries=tuple(queries), problems=tuple(problems))


def query_id(query: str) -> str:
    """Return an id that stays the same wherever the query stands in its list."""
    return "q-" + hashlib.sha256(query.encode()).hexdigest()[:8]


def _is_known(path: str) -> bool:
    folder, _, name = path.rpartition("/")
    return folder in {"", "evals"} and name.casefold() in TRIGGER_FILES


def _looks_like_one(path: str, files: Files) -> bool:
    """Return whether a file holds queries, whatever its name."""
    if path.rpartition("/")[2].startswith("evals."):
        return False
    try:
        found = list_at(value_of(files[path]), _LIST_KEYS)
    except SuiteError:
        return False
    first = found[0][0] if found and found[0] else None
    return isinstance(first, dict) and "should_trigger" in first and bool(text_at(first, _QUERY_KEYS))


def _queries(sheet: Sheet) -> list[TriggerQuery]:
    value = sheet.value()
    if value is None:
        return []
    if isinstance(value, dict) and _WAZA_KEYS.keys() & value.keys():
        return _waza(value, sheet)
    found = list_at(value, _LIST_KEYS)
    if found is None:
        sheet.error("", f"a list of queries is wanted, this is {kind_of(value)}")
        return []
    items, where = found
    queries = [
        _query(item, sheet, f"{where}/{index}") for index, item in enumerate(sheet.bounded(items, where))
    ]
    return [query for query in queries if query]


def _waza(value: Mapping[str, Plain], sheet: Sheet) -> list[TriggerQuery]:
    sheet.unknown_keys(value, ("skill", "version", "description", *_WAZA_KEYS), "")
    found: list[TriggerQuery] = []
    for key, wanted in _WAZA_KEYS.items():
        items = value.get(key) or []
        if not isinstance(items, list):
            sheet.error(f"/{key}", f"a list of prompts is wanted, this is {kind_of(items)}")
            continue
        for index, item in enumerate(sheet.bounded(items, f"/{key}")):
            entry: dict[str, Plain] = dict(item) if isinstance(item, dict) else {"prompt": item}
            query = _query({"should_trigger": wanted, **entry}, sheet, f"/{key}/{index}")
            found += [query] if query else []
    return found


def _query(item: Plain, sheet: Sheet, where: str) -> TriggerQuery | None:
    if not isinstance(item, dict):
        sheet.error(where, f"a query must be an object, this is {kind_of(item)}")
        return None
    if "expected_skills" in item:
        return None  # a routing set under a trigger list's name: read by routing
    sheet.unknown_keys(item, _KEYS, where)
    query = text_at(item, _QUERY_KEYS).strip()
    wanted = item.get("should_trigger")
    if not query:
        key, instead = lacking(item, _QUERY_KEYS)
        sheet.error(f"{where}/{key}", f"there is no query{instead}")
        return None
    if not isinstance(wanted, bool):
        sheet.error(f"{where}/should_trigger", f"true or false is wanted, this is {kind_of(wanted)}")
        return None
    return TriggerQuery(
        id=id_of(item.get("id")) or query_id(query),
        query=query,
        should_trigger=wanted,
        category=text_at(item, ("category",)),
        expected_skill="" if wanted else text_at(item, ("expected_skill",)).strip(),
        source=sheet.path,
        where=where,
    )
