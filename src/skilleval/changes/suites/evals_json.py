"""`evals/evals.json` of skill-creator and agentskills.io, in both spellings and the variants of the wild."""

from collections.abc import Mapping
from typing import Final

from skilleval.changes.reading import Plain
from skilleval.changes.suites.checks import read_checks
from skilleval.changes.suites.fixtures import read_fixtures
from skilleval.changes.suites.sheet import Files, Sheet, id_of, kind_of, text_at
from skilleval.changes.suites.tasks import make_task
from skilleval.domain.suite import RubricItem, Suite, Task, WrittenBy

PATHS: Final = ("evals/evals.json", "evals.json")
_TOP_KEYS: Final = (
    "skill_name",
    "evals",
    "cases",
    "written-by",
    "written_by",
    "version",
    "description",
    "$schema",
)
_PROMPT_KEYS: Final = ("prompt", "question")
_EXPECTED_KEYS: Final = ("expected_output", "ground_truth")
_NAME_KEYS: Final = ("name", "eval_name", "title")
_STATEMENT_KEYS: Final = ("expectations", "assertions")
_OTHER_KEYS: Final = ("id", "files", "checks", "domain", "cluster", "tags")
_KEYS: Final = (*_PROMPT_KEYS, *_EXPECTED_KEYS, *_NAME_KEYS, *_STATEMENT_KEYS, *_OTHER_KEYS)
_TEXT_KEYS: Final = ("text", "value", "criterion")


def read(files: Files) -> Suite:
    """Return the tasks of a skill's evals.json; an empty suite where there is none."""
    path = next((path for path in PATHS if path in files), None)
    if path is None:
        return Suite()
    sheet = Sheet(path, files)
    value = sheet.json()
    if value is None:
        return Suite(problems=tuple(sheet.problems))
    items, where = _items(value, sheet)
    tasks = [_task(item, sheet, f"{where}/{index}", number=index + 1) for index, item in enumerate(items)]
    return Suite(
        tasks=tuple(task for task in tasks if task),
        problems=tuple(sheet.problems),
        written_by=written_by(value, sheet),
    )


def written_by(value: Plain, sheet: Sheet) -> WrittenBy:
    """Return who the file says has written it."""
    said = (value.get("written-by") or value.get("written_by")) if isinstance(value, dict) else None
    match said:
        case "author" | "independent" | "generated":
            return said
        case None:
            return "unknown"
        case _:
            sheet.warn("/written-by", f"{said!r} is none of author, independent, generated")
            return "unknown"


def _items(value: Plain, sheet: Sheet) -> tuple[list[Plain], str]:
    if isinstance(value, list):
        return value, ""
    if not isinstance(value, dict):
        sheet.error("", f"an object with a list of evals is wanted, this is {kind_of(value)}")
        return [], ""
    sheet.unknown_keys(value, _TOP_KEYS, "")
    key = next((key for key in ("evals", "cases") if key in value), None)
    items = value[key] if key else None
    if not isinstance(items, list):
        sheet.error(f"/{key or 'evals'}", "a list of evals is wanted here")
        return [], ""
    if not items:
        sheet.warn(f"/{key}", "the list is empty")
    return items, f"/{key}"


def _task(item: Plain, sheet: Sheet, where: str, *, number: int) -> Task | None:
    if not isinstance(item, dict):
        sheet.error(where, f"an eval must be an object, this is {kind_of(item)}")
        return None
    sheet.unknown_keys(item, _KEYS, where)
    prompt = text_at(item, _PROMPT_KEYS)
    if not prompt:
        sheet.error(f"{where}/prompt", "this eval has no prompt")
        return None
    identity = _id(item, sheet, where, number=number)
    statements = _statements(item, sheet, where)
    fixtures = read_fixtures(item.get("files"), sheet, f"{where}/files", prompt=prompt)
    if identity is None or statements is None or fixtures is None:
        return None
    checks = read_checks(item.get("checks"), sheet, f"{where}/checks")
    expected = text_at(item, _EXPECTED_KEYS)
    rubric = _rubric(statements, expected, checked=bool(checks))
    if not rubric and not checks:
        sheet.error(where, f"eval {identity} cannot be graded: it has no assertions, expectations or checks")
    return make_task(
        {
            "id": identity,
            "name": text_at(item, _NAME_KEYS),
            "prompt": prompt,
            "fixtures": fixtures,
            "checks": checks,
            "rubric": rubric,
            "expected_output": expected,
            "domain": text_at(item, ("domain",)),
            "cluster": text_at(item, ("cluster",)),
            "source": sheet.path,
        }
    )


def _id(item: Mapping[str, Plain], sheet: Sheet, where: str, *, number: int) -> str | None:
    if item.get("id") is None:
        sheet.warn(f"{where}/id", f"no id; its place in the list is used: {number}")
        return str(number)
    found = id_of(item["id"])
    if not found:
        sheet.error(f"{where}/id", f"an id must be a number or text, this is {kind_of(item['id'])}")
        return None
    return found


def _statements(item: Mapping[str, Plain], sheet: Sheet, where: str) -> list[str] | None:
    """Return the statements to grade; None (with an error) where the two keys disagree."""
    lists = {key: item[key] for key in _STATEMENT_KEYS if item.get(key) is not None}
    if len(lists) == 2 and lists["expectations"] != lists["assertions"]:
        said = item.get("id", "")
        sheet.error(where, f"eval {said!r} has both expectations and assertions, and they differ: keep one")
        return None
    for key, value in lists.items():
        if not isinstance(value, list):
            sheet.error(f"{where}/{key}", f"a list of statements is wanted, this is {kind_of(value)}")
            return None
        return [
            text
            for index, one in enumerate(value)
            if (text := _statement(one, sheet, f"{where}/{key}/{index}"))
        ]
    return []


def _statement(value: Plain, sheet: Sheet, where: str) -> str:
    text = value if isinstance(value, str) else text_at(value, _TEXT_KEYS) if isinstance(value, dict) else ""
    if not text.strip():
        sheet.error(where, f"a statement must be text, this is {kind_of(value) if value != '' else 'empty'}")
    return text.strip()


def _rubric(statements: list[str], expected: str, *, checked: bool) -> tuple[RubricItem, ...]:
    if statements:
        return tuple(RubricItem(id=f"E{n}", text=text) for n, text in enumerate(statements, start=1))
    if expected and not checked:
        return (RubricItem(id="E1", text=f"The outcome agrees with: {expected}", weak=True),)
    return ()
