"""Cases of `claude plugin eval`: `evals/<case>/prompt.md`, `graders/*.md`, `case.yaml`.

Fields as in code.claude.com/docs, plugin-evals. What a case needs and we do not run (a scaffold script, a
history) leaves the case out, by name: the task would be another one.
"""

import re
from collections.abc import Mapping
from itertools import accumulate
from typing import Final

from skilleval.changes.frontmatter import split_frontmatter
from skilleval.changes.reading import Plain, text_of
from skilleval.changes.snapshot import read_skill
from skilleval.changes.suites.fixtures import files_below, fixture_of
from skilleval.changes.suites.plugin_cases import case_folders
from skilleval.changes.suites.plugin_graders import Grader, read_grader
from skilleval.changes.suites.sheet import Files, Sheet, kind_of, text_at
from skilleval.changes.suites.tasks import make_task
from skilleval.changes.suites.triggers import query_id
from skilleval.changes.yaml_text import yaml_of
from skilleval.domain.suite import Check, Fixture, RubricItem, Suite, SuiteProblem, Task, TriggerQuery
from skilleval.errors import SuiteError

MAX_YAML_BYTES: Final = 150_000
MAX_FRONTMATTER: Final = 10_000
_YAML_IN: Final = (".md", ".yaml", ".yml")


def read(files: Files) -> Suite:
    """Return the tasks of a skill's cases, and a trigger query for each case that asks whether it fired."""
    cases = case_folders(files)
    so_far = accumulate(_cost(folder, files) for folder in cases)
    read_ones = [folder for folder, cost in zip(cases, so_far, strict=True) if cost <= MAX_YAML_BYTES]
    found = [_Case(folder, files).read() for folder in read_ones]
    if len(read_ones) < len(cases):
        message = f"{len(cases)} cases, the first {len(read_ones)} are read: they hold too much YAML"
        found.append(Suite(problems=(SuiteProblem(path="evals", message=message),)))
    return Suite(
        tasks=tuple(task for suite in found for task in suite.tasks),
        queries=tuple(query for suite in found for query in suite.queries),
        problems=tuple(problem for suite in found for problem in suite.problems),
    )


def named_skills(folder: str, files: Files) -> tuple[str, ...]:
    """Return the texts in which a case says which skill it is about: Skill graders and tags."""
    case = _Case(folder, files)
    settings = case.yaml()
    keys, _ = case.markdown("prompt.md")
    tags = [item for found in (keys.get("tags"), settings.get("tags")) for item in _list(found)]
    graders = [one for one in case.graders(settings) if one.fires is not None]
    return (*tags, *(text_at(grader.keys, ("input_match",)) for grader in graders))


def _list(value: Plain) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _cost(folder: str, files: Files) -> int:
    """Return the bytes of YAML in a case: reading all of them must end."""
    own = [file for path, file in files.items() if path.startswith(f"{folder}/") and path.endswith(_YAML_IN)]
    ends = (file.content.find(b"\n---", 3) if file.path.endswith(".md") else file.size_bytes for file in own)
    return sum(max(0, min(end, MAX_FRONTMATTER)) for end in ends)


class _Case:
    """One case being read."""

    def __init__(self, folder: str, files: Files) -> None:
        self.folder = folder
        self.files = files
        self.problems: list[SuiteProblem] = []
        self.name = re.sub(r"^(\.\./)*evals/", "", folder).replace("/", ".")

    def read(self) -> Suite:
        """Return the case as a suite of at most one task and one query."""
        settings = self.yaml()
        prompt = self._prompt(settings)
        graders = self.graders(settings)
        query = self._query(prompt, graders)
        task = self._task(prompt, graders, settings, fired=query is not None)
        return Suite(
            tasks=(task,) if task else (),
            queries=(query,) if query else (),
            problems=tuple(self.problems),
        )

    def _sheet(self, name: str) -> Sheet:
        return Sheet(f"{self.folder}/{name}", self.files, self.problems)

    def yaml(self) -> Mapping[str, Plain]:
        """Return what case.yaml says."""
        path = next((name for name in ("case.yaml", "case.yml") if f"{self.folder}/{name}" in self.files), "")
        if not path:
            return {}
        sheet = self._sheet(path)
        value = sheet.value()
        if value is not None and not isinstance(value, dict):
            sheet.error("", f"an object is wanted, this is {kind_of(value)}")
        return value if isinstance(value, dict) else {}

    def _prompt(self, settings: Mapping[str, Plain]) -> str:
        keys, body = self.markdown("prompt.md")
        self.name = text_at(keys, ("name",)) or text_at(settings, ("name",)) or self.name
        execution = settings.get("execution")
        inner = text_at(execution, ("prompt",)) if isinstance(execution, dict) else ""
        prompt = body.strip() or inner.strip()
        if not prompt:
            self._sheet("prompt.md").error("", f"case {self.name} has no prompt")
        return prompt

    def markdown(self, name: str) -> tuple[Mapping[str, Plain], str]:
        """Return frontmatter and body of a file of the case."""
        file = self.files.get(f"{self.folder}/{name}")
        if file is None:
            return {}, ""
        try:
            parts = split_frontmatter(text_of(file.content))
            if len(parts.keys or "") > MAX_FRONTMATTER:
                raise SuiteError(f"longer than {MAX_FRONTMATTER} characters")  # noqa: TRY301 - one handler
            keys = yaml_of(parts.keys, first_line=2) if parts.keys else {}
        except SuiteError as exc:
            self._sheet(name).error("frontmatter", str(exc))
            return {}, ""
        return (keys if isinstance(keys, dict) else {}), parts.body

    def graders(self, settings: Mapping[str, Plain]) -> list[Grader]:
        """Return the graders of case.yaml and of graders/, one a name."""
        listed = settings.get("graders") or []
        found: list[Grader] = []
        for index, item in enumerate(listed if isinstance(listed, list) else []):
            entry = item if isinstance(item, dict) else {}
            name = text_at(entry, ("name",)) or f"G{index + 1}"
            found.append(Grader(name, entry, "", f"/graders/{index}"))
        prefix = f"{self.folder}/graders/"
        for path in sorted(self.files):
            if path.startswith(prefix) and path.endswith(".md") and "/" not in path[len(prefix) :]:
                name = path[len(prefix) : -3]
                keys, body = self.markdown(f"graders/{name}.md")
                found.append(Grader(name, keys, body, f"graders/{name}.md"))
        return self._once_a_name(found)

    def _once_a_name(self, graders: list[Grader]) -> list[Grader]:
        kept: dict[str, Grader] = {}
        for grader in graders:
            if grader.name in kept:
                self._sheet(grader.file).error(grader.pointer, f"two graders are called {grader.name!r}")
            kept.setdefault(grader.name, grader)
        return list(kept.values())

    def _query(self, prompt: str, graders: list[Grader]) -> TriggerQuery | None:
        skill = read_skill(self.files, name="")[0].text.name
        found: TriggerQuery | None = None
        for grader in (one for one in graders if one.fires is not None and prompt):
            named = text_at(grader.keys, ("input_match",))
            if (named and not (skill and skill in named)) or found:
                why = "one is read" if found else "this skill's loading alone is measured"
                self._sheet(grader.file).warn(grader.pointer, f"grader {grader.name} is not run: {why}")
                continue
            source = f"{self.folder}/{grader.where}".replace("//", "/case.yaml/")
            found = TriggerQuery(
                id=query_id(prompt), query=prompt, should_trigger=bool(grader.fires), source=source
            )
        return found

    def _task(
        self, prompt: str, graders: list[Grader], settings: Mapping[str, Plain], *, fired: bool
    ) -> Task | None:
        sheet = self._sheet("case.yaml" if settings else "prompt.md")
        results = [read_grader(grader, self._sheet(grader.file)) for grader in graders]
        checks: list[Check] = [one for one in results if one and not isinstance(one, RubricItem)]
        rubric = [one for one in results if isinstance(one, RubricItem)]
        fixtures = self._fixtures(settings, sheet)
        if not prompt or fixtures is None or (fired and not checks and not rubric):
            return None
        if not checks and not rubric:
            sheet.error("", f"case {self.name} cannot be graded: {self._lacking(graders)}")
            if graders or not settings:
                return None  # a prompt.md alone may be anything: it is named, and nobody pays for it
        return make_task(
            {
                "id": self.name,
                "prompt": prompt,
                "fixtures": fixtures,
                "checks": tuple(checks),
                "rubric": tuple(rubric),
                "source": sheet.path,
            }
        )

    def _lacking(self, graders: list[Grader]) -> str:
        if graders:
            return "none of its graders is carried over"
        return f"there is no {self.folder}/graders/*.md, and no case.yaml with graders"

    def _fixtures(self, settings: Mapping[str, Plain], sheet: Sheet) -> tuple[Fixture, ...] | None:
        context = settings.get("context")
        keys = context if isinstance(context, dict) else {}
        for key in ("scaffold_script", "history_file"):
            if keys.get(key):
                sheet.error(f"/context/{key}", f"case {self.name} is left out: {key} is not run")
                return None
        folders = keys.get("add_dirs") or []
        names = [name for name in folders if isinstance(name, str)] if isinstance(folders, list) else []
        found = [
            fixture_of(file, file.path.removeprefix(f"{self.folder}/"))
            for name in names
            for file in files_below(self.files.values(), f"{self.folder}/{name.strip('/')}")
        ]
        return tuple(found)
