"""`evals/evals.json` of skill-creator and agentskills.io, in both spellings and the variants of the wild."""

from collections.abc import Mapping
from typing import Final

from skilleval.changes.reading import Plain
from skilleval.changes.snapshot import read_skill
from skilleval.changes.suites.checks import read_checks
from skilleval.changes.suites.fixtures import fill_placeholders, read_fixtures
from skilleval.changes.suites.sheet import Files, Sheet, id_of, kind_of, lacking, list_at, text_at
from skilleval.changes.suites.statements import KEYS as STATEMENT_KEYS
from skilleval.changes.suites.statements import Statement, read_statements
from skilleval.changes.suites.tasks import make_task
from skilleval.changes.suites.triggers import query_id
from skilleval.changes.suites.writers import WRITER_KEYS, written_by
from skilleval.domain.suite import RubricItem, Suite, Task, TriggerQuery

PATHS: Final = tuple(
    f"{folder}evals.{ending}" for folder in ("evals/", "") for ending in ("json", "jsonl", "yaml", "yml")
)
_TOP_KEYS: Final = ("skill_name", "evals", "cases", "version", "description", "$schema", *WRITER_KEYS)
_PROMPT_KEYS: Final = ("prompt", "question")
_EXPECTED_KEYS: Final = ("expected_output", "ground_truth")
_NAME_KEYS: Final = ("name", "eval_name", "title")
_OTHER_KEYS: Final = ("id", "files", "checks", "domain", "cluster", "tags", "should_trigger")
_KEYS: Final = (*_PROMPT_KEYS, *_EXPECTED_KEYS, *_NAME_KEYS, *STATEMENT_KEYS, *_OTHER_KEYS)


def paths(files: Files) -> list[str]:
    """Return the one file that is read, if there is one."""
    return [path for path in PATHS if path in files][:1]


def read(files: Files) -> Suite:
    """Return the tasks of a skill's evals.json; an empty suite where there is none."""
    for path in paths(files):
        return _read(Sheet(path, files))
    return Suite()


def _read(sheet: Sheet) -> Suite:
    value = sheet.value()
    items, where = _items(value, sheet)
    tasks: list[Task] = []
    queries: list[TriggerQuery] = []
    for index, item in enumerate(sheet.bounded(items, where)):
        place = f"{where}/{index}"
        if not isinstance(item, dict):
            sheet.error(place, f"an eval must be an object, this is {kind_of(item)}")
            continue
        task, query = _read_eval(item, sheet, place, number=index + 1)
        tasks += [task] if task else []
        queries += [query] if query else []
    return Suite(
        tasks=tuple(tasks),
        queries=tuple(queries),
        written_by=written_by(value, sheet),
        problems=tuple(sheet.problems),
    )


def _items(value: Plain, sheet: Sheet) -> tuple[list[Plain], str]:
    if value is None and sheet.problems:
        return [], ""
    if isinstance(value, dict):
        sheet.unknown_keys(value, _TOP_KEYS, "")
        _check_name(value.get("skill_name"), sheet)
    found = list_at(value, ("evals", "cases"))
    if found is None:
        sheet.error("", f"a list of evals, or an object with one under `evals`, is wanted: {kind_of(value)}")
        return [], ""
    if not found[0]:
        sheet.warn(found[1], "the list is empty")
    return found


def _check_name(said: Plain, sheet: Sheet) -> None:
    name = read_skill(sheet.files, name="")[0].text.name
    if said is not None and not isinstance(said, str):
        sheet.warn("/skill_name", f"the name of the skill is wanted, this is {kind_of(said)}")
    elif said and name and said != name:
        sheet.warn(
            "/skill_name", f"these evals are said to be of {said[:80]!r}, the skill is called {name!r}"
        )


def _read_eval(
    item: Mapping[str, Plain], sheet: Sheet, where: str, *, number: int
) -> tuple[Task | None, TriggerQuery | None]:
    sheet.unknown_keys(item, _KEYS, where)
    prompt = text_at(item, _PROMPT_KEYS)
    identity = _id(item, sheet, where, number=number)
    if not prompt:
        key, instead = lacking(item, _PROMPT_KEYS)
        sheet.error(f"{where}/{key}", f"eval {identity or number} has no prompt{instead}")
    if not prompt or identity is None:
        return None, None
    query = _query(item, sheet, where, prompt)
    return _task(item, sheet, where, {"id": identity, "prompt": prompt, "query": query}), query


def _task(item: Mapping[str, Plain], sheet: Sheet, where: str, known: Mapping[str, object]) -> Task | None:
    identity, prompt = known["id"], str(known["prompt"])
    statements = read_statements(item, sheet, where)
    fixtures = read_fixtures(item.get("files"), sheet, f"{where}/files", prompt=prompt)
    if statements is None or fixtures is None:
        return None
    checks = read_checks(item.get("checks"), sheet, f"{where}/checks", before=statements.checks)
    expected = text_at(item, _EXPECTED_KEYS)
    is_stated = statements.is_given or bool(item.get("checks"))
    rubric = _rubric(statements.texts, "" if is_stated else expected)
    if not rubric and not checks:
        if known["query"]:
            return None  # a trigger query that stands among the evals
        lacks = f"eval {identity} cannot be graded: it has no assertions, expectations or checks"
        if is_stated:
            sheet.error(where, f"{lacks} that can be read")
            return None  # something was asked of the answer: nobody pays for one that nobody can hold to it
        sheet.warn(where, f"{lacks}; its answers are compared blind, and count in no bar")
    return make_task(
        {
            "id": identity,
            "name": text_at(item, _NAME_KEYS),
            "prompt": fill_placeholders(prompt, fixtures),
            "fixtures": fixtures,
            "checks": checks,
            "rubric": rubric,
            "expected_output": expected,
            "domain": text_at(item, ("domain",)),
            "cluster": text_at(item, ("cluster",)),
            "source": sheet.path,
            "where": where,
        }
    )


def _query(item: Mapping[str, Plain], sheet: Sheet, where: str, prompt: str) -> TriggerQuery | None:
    wanted = item.get("should_trigger")
    if wanted is None:
        return None
    if not isinstance(wanted, bool):
        sheet.error(f"{where}/should_trigger", f"true or false is wanted, this is {kind_of(wanted)}")
        return None
    return TriggerQuery(
        id=query_id(prompt), query=prompt, should_trigger=wanted, source=sheet.path, where=where
    )


def _id(item: Mapping[str, Plain], sheet: Sheet, where: str, *, number: int) -> str | None:
    if item.get("id") is None:
        sheet.warn(f"{where}/id", f"no id; its place in the list is used: {number}")
        return str(number)
    found = id_of(item["id"])
    if not found:
        sheet.error(f"{where}/id", f"an id must be a number or a short text, this is {kind_of(item['id'])}")
        return None
    return found


def _rubric(statements: tuple[Statement, ...], expected: str) -> tuple[RubricItem, ...]:
    """Return the statements as rubric; what is expected is one, a weak one, only where nothing else is."""
    if statements:
        return tuple(
            RubricItem(id=f"E{number}", text=one.text, adherence=one.adherence, golden=one.golden)
            for number, one in enumerate(statements, start=1)
        )
    if expected:
        return (RubricItem(id="E1", text=f"The outcome agrees with: {expected}", weak=True),)
    return ()
