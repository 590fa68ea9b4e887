"""Frozen task sets: `evals/**/frozen/*.json` with checks, rubric and answer key, under FREEZE.txt.

FREEZE.txt stands beside `frozen/` and holds the digest of that folder (peers.md B9). Where the digest
does not match, nothing of the set is used.
"""

import re
from collections.abc import Mapping
from typing import Final

from skilleval.changes.freeze import FREEZE_FILE, manifest_digest, stated_digests
from skilleval.changes.paths import inside
from skilleval.changes.reading import Plain
from skilleval.changes.suites.checks import read_checks
from skilleval.changes.suites.fixtures import files_below, fixture_of
from skilleval.changes.suites.sheet import Files, Sheet, id_of, kind_of, lacking, text_at
from skilleval.changes.suites.tasks import make_task
from skilleval.changes.suites.writers import written_by
from skilleval.domain.bundle import BundleFile
from skilleval.domain.suite import Fixture, RubricItem, Suite, SuiteProblem, Task, WrittenBy
from skilleval.domain.value import Digest

_KEYS: Final = ("id", "fixture", "prompt", "checks", "rubric", "answerKey", "name", "domain", "cluster")
_SET_KEYS: Final = ("tasks", "agentTools", "written-by", "written_by", "version", "description")


def read(files: Files) -> Suite:
    """Return the tasks of all frozen sets of a skill."""
    found = [_read_set(folder, files) for folder in frozen_folders(files)]
    writers = {suite.written_by for suite in found if suite.tasks}
    digests = [suite.frozen for suite in found if suite.frozen]
    return Suite(
        tasks=tuple(task for suite in found for task in suite.tasks),
        problems=tuple(problem for suite in found for problem in suite.problems),
        written_by=writers.pop() if len(writers) == 1 else "unknown",
        frozen=digests[0] if len(digests) == len(found) == 1 else None,
    )


def frozen_folders(files: Files) -> tuple[str, ...]:
    """Return the folders called `frozen` below `evals/`."""
    found = {
        path[: match.end(1)] for path in files if (match := re.match(r"evals/(?:.+?/)??(frozen)/", path))
    }
    return tuple(sorted(found))


def frozen_digest(files: Files, folder: str) -> Digest:
    """Return the digest of a frozen folder, as FREEZE.txt states it."""
    prefix = folder + "/"
    return manifest_digest(
        (path.removeprefix(prefix), file.sha256) for path, file in files.items() if path.startswith(prefix)
    )


def _read_set(folder: str, files: Files) -> Suite:
    freeze_path = folder.rpartition("/")[0] + "/" + FREEZE_FILE
    digest = frozen_digest(files, folder)
    stated = stated_digests(files[freeze_path].content) if freeze_path in files else None
    if stated is not None and digest not in stated:
        said = next(iter(stated), "no digest")
        message = f"the frozen set has changed: its digest is {digest}, the file says {said}"
        return Suite(problems=(SuiteProblem(path=freeze_path, message=message),))
    tasks: list[Task] = []
    problems: list[SuiteProblem] = []
    writers: set[WrittenBy] = set()
    if stated is None:
        message = f"there is no {FREEZE_FILE} beside it, so nobody can tell whether it changed"
        problems.append(SuiteProblem(path=folder, message=message, level="warning"))
    for path in sorted(files):
        if path.startswith(folder + "/") and path.endswith(".json") and "/" not in path[len(folder) + 1 :]:
            sheet = Sheet(path, files)
            value = sheet.value()
            tasks += _tasks(value, sheet, folder)
            writers.add(written_by(value, sheet))
            problems += sheet.problems
    writer = writers.pop() if len(writers) == 1 else "unknown"
    frozen = digest if stated else None
    return Suite(tasks=tuple(tasks), problems=tuple(problems), written_by=writer, frozen=frozen)


def _tasks(value: Plain, sheet: Sheet, folder: str) -> list[Task]:
    where = ""
    if isinstance(value, dict) and "tasks" in value:
        sheet.unknown_keys(value, _SET_KEYS, "")
        value, where = value["tasks"], "/tasks"
    elif isinstance(value, dict):
        value = [value]
    if not isinstance(value, list):
        if value is not None:
            sheet.error(where, f"a task or a list of tasks is wanted, this is {kind_of(value)}")
        return []
    found = [
        _task(item, sheet, f"{where}/{index}", folder)
        for index, item in enumerate(sheet.bounded(value, where))
    ]
    return [task for task in found if task]


def _task(item: Plain, sheet: Sheet, where: str, folder: str) -> Task | None:
    if not isinstance(item, dict):
        sheet.error(where, f"a task must be an object, this is {kind_of(item)}")
        return None
    sheet.unknown_keys(item, _KEYS, where)
    identity, prompt = id_of(item.get("id")), text_at(item, ("prompt",))
    if not identity:
        found = (
            ""
            if item.get("id") is None
            else f": a number or a short text is wanted, this is {kind_of(item['id'])}"
        )
        sheet.error(f"{where}/id", f"this task has no id{found}")
    if not prompt:
        sheet.error(f"{where}/prompt", f"this task has no prompt{lacking(item, ('prompt',))[1]}")
    fixtures = _fixtures(item.get("fixture"), sheet, f"{where}/fixture", folder)
    rubric = _rubric(item.get("rubric"), sheet, f"{where}/rubric")
    checks = read_checks(item.get("checks"), sheet, f"{where}/checks")
    if not identity or not prompt or fixtures is None:
        return None
    if not rubric and not checks:
        lacks = f"task {identity} cannot be graded: it has neither checks nor a rubric"
        if item.get("checks") or item.get("rubric"):
            sheet.error(where, f"{lacks} that can be read")
            return None
        sheet.error(where, lacks)
    return make_task(
        {
            "id": identity,
            "name": text_at(item, ("name",)),
            "prompt": prompt,
            "fixtures": fixtures,
            "checks": checks,
            "rubric": rubric,
            "answer_key": _answer_key(item, sheet, where),
            "scoring": "halves",
            "domain": text_at(item, ("domain",)),
            "cluster": text_at(item, ("cluster",)) or text_at(item, ("fixture",)),
            "source": sheet.path,
            "where": where,
        }
    )


def _answer_key(item: Mapping[str, Plain], sheet: Sheet, where: str) -> Mapping[str, Plain]:
    value = item.get("answerKey") or {}
    if isinstance(value, dict):
        return value
    sheet.error(f"{where}/answerKey", f"an answer key must be an object, this is {kind_of(value)}")
    return {}


def _rubric(value: Plain, sheet: Sheet, where: str) -> tuple[RubricItem, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        sheet.error(where, f"a rubric must be a list, this is {kind_of(value)}")
        return ()
    found: list[RubricItem] = []
    for index, item in enumerate(value):
        text = text_at(item, ("text",)) if isinstance(item, dict) else ""
        identity = (id_of(item.get("id")) if isinstance(item, dict) else "") or f"R{index + 1}"
        if not text:
            sheet.error(f"{where}/{index}", "a rubric item needs a text")
        elif any(identity == other.id for other in found):
            sheet.error(f"{where}/{index}/id", f"the rubric id {identity!r} is used twice")
        else:
            adherence = isinstance(item, dict) and item.get("adherence") is True
            found.append(RubricItem(id=identity, text=text, scale="halves", adherence=adherence))
    return tuple(found)


def _fixtures(value: Plain, sheet: Sheet, where: str, folder: str) -> tuple[Fixture, ...] | None:
    if value is None or value == "":
        return ()
    simple = inside(value) if isinstance(value, str) else None
    if simple is None:
        sheet.error(where, f"a fixture must be a path inside {folder}/, this is {value!r}")
        return None
    place = f"{folder}/{simple}"
    found: list[BundleFile] = files_below(sheet.files.values(), place)
    if not found:
        sheet.error(where, f"there is no {place}")
        return None
    return tuple(fixture_of(file, file.path[len(place) + 1 :] or simple.rpartition("/")[2]) for file in found)
