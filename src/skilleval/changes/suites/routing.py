"""Routing sets: `[{"query": ..., "expected_skills": ["a"]}]`; an empty list means that none should load."""

from typing import Final

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
from skilleval.changes.suites.triggers import query_id
from skilleval.domain.suite import RoutingQuery, Suite
from skilleval.errors import SuiteError

_LIST_KEYS: Final = ("queries", "routing", "evals", "cases")
_KEYS: Final = ("query", "prompt", "expected_skills", "id", "category", "reason", "notes")


def paths(files: Files) -> list[str]:
    """Return the routing sets, by what they hold."""
    places = (*unnamed_files(files), "routing.json")
    return [path for path in places if path in files and _is_one(path, files)]


def read(files: Files) -> Suite:
    """Return the queries of all routing sets straight in evals/ or called routing.json."""
    queries: list[RoutingQuery] = []
    problems = []
    for path in paths(files):
        sheet = Sheet(path, files)
        found = list_at(sheet.value(), _LIST_KEYS) or ([], "")
        for index, item in enumerate(sheet.bounded(*found)):
            query = _query(item, sheet, f"{found[1]}/{index}")
            queries += [query] if query else []
        problems += sheet.problems
    return Suite(routing=tuple(queries), problems=tuple(problems))


def _is_one(path: str, files: Files) -> bool:
    name = path.rpartition("/")[2]
    try:
        found = list_at(value_of(files[path]), _LIST_KEYS)
    except SuiteError:
        return name.startswith("routing.")
    items = found[0] if found else []
    return any(isinstance(item, dict) and "expected_skills" in item for item in items)


def _query(item: Plain, sheet: Sheet, where: str) -> RoutingQuery | None:
    if not isinstance(item, dict) or "expected_skills" not in item:
        sheet.error(where, f"an object with query and expected_skills is wanted, this is {kind_of(item)}")
        return None
    sheet.unknown_keys(item, _KEYS, where)
    query = text_at(item, ("query", "prompt")).strip()
    skills = item["expected_skills"]
    if not query:
        key, instead = lacking(item, ("query", "prompt"))
        sheet.error(f"{where}/{key}", f"there is no query{instead}")
        return None
    if not isinstance(skills, list) or not all(isinstance(skill, str) and skill for skill in skills):
        sheet.error(f"{where}/expected_skills", "a list of skill names is wanted; [] means none")
        return None
    return RoutingQuery(
        id=id_of(item.get("id")) or query_id(query),
        query=query,
        expected_skills=tuple(str(skill) for skill in skills),
        source=sheet.path,
    )
