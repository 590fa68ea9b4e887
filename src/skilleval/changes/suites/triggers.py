"""Trigger lists: `[{"query": ..., "should_trigger": true}]` under the names that people give them."""

import hashlib
from collections.abc import Mapping
from typing import Final

from skilleval.changes.folders import EVAL_FILES
from skilleval.changes.reading import Plain
from skilleval.changes.suites.sheet import Files, Sheet, id_of, kind_of, text_at
from skilleval.domain.suite import Suite, TriggerQuery

NAMES: Final = EVAL_FILES - {"evals.json", "routing.json"}
_LIST_KEYS: Final = ("queries", "evals", "triggers", "eval_set")
_KEYS: Final = ("query", "should_trigger", "id", "category", "reason", "expected_skill", "split", "name")


def read(files: Files) -> Suite:
    """Return the queries of all trigger lists of a skill."""
    queries: list[TriggerQuery] = []
    problems = []
    for path in sorted(files):
        folder, _, name = path.rpartition("/")
        if name in NAMES and name.endswith(".json") and folder in {"", "evals"}:
            sheet = Sheet(path, files)
            queries += _queries(sheet)
            problems += sheet.problems
    return Suite(queries=tuple(queries), problems=tuple(problems))


def _queries(sheet: Sheet) -> list[TriggerQuery]:
    value = sheet.json()
    if value is None:
        return []
    where = ""
    if isinstance(value, dict):
        key = next((key for key in _LIST_KEYS if isinstance(value.get(key), list)), "")
        value, where = value.get(key), f"/{key}" if key else ""
    if not isinstance(value, list):
        sheet.error(where, f"a list of queries is wanted, this is {kind_of(value)}")
        return []
    found = [_query(item, sheet, f"{where}/{index}") for index, item in enumerate(value)]
    return [query for query in found if query]


def _query(item: Plain, sheet: Sheet, where: str) -> TriggerQuery | None:
    if not isinstance(item, dict):
        sheet.error(where, f"a query must be an object, this is {kind_of(item)}")
        return None
    if "expected_skills" in item:
        return None  # a routing set under a trigger list's name: read by routing
    sheet.unknown_keys(item, _KEYS, where)
    query = text_at(item, ("query",)).strip()
    if not query:
        sheet.error(f"{where}/query", "there is no query")
        return None
    wanted = item.get("should_trigger")
    if not isinstance(wanted, bool):
        sheet.error(f"{where}/should_trigger", f"true or false is wanted, this is {kind_of(wanted)}")
        return None
    return _trigger_query(item, query, wanted=wanted, source=sheet.path)


def _trigger_query(item: Mapping[str, Plain], query: str, *, wanted: bool, source: str) -> TriggerQuery:
    return TriggerQuery(
        id=id_of(item.get("id")) or query_id(query),
        query=query,
        should_trigger=wanted,
        category=text_at(item, ("category",)),
        source=source,
    )


def query_id(query: str) -> str:
    """Return an id that stays the same wherever the query stands in its list."""
    return "q-" + hashlib.sha256(query.encode()).hexdigest()[:8]
