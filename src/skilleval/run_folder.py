"""The run folder: each stage's value as it comes, and everything needed to judge it again.

```
<utc>-<id>/  1-request.json ... 9-report.json  trials/<trial>/...  blobs/<sha256>
```
Bytes of fixtures and of files that agents made lie in `blobs/`; the JSON names them by digest.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import TypeVar

from pydantic import BaseModel, TypeAdapter

from skilleval.domain.change import ChangeSet
from skilleval.domain.grade import GradedTrial
from skilleval.domain.plan import RunPlan
from skilleval.domain.report import Report
from skilleval.domain.suite import Suite
from skilleval.domain.trial import FileEvidence, Trial
from skilleval.errors import ConfigError

STAGES = (
    "request",
    "changes",
    "reviews",
    "plan",
    "trials",
    "graded",
    "tables",
    "verdict",
    "report",
)
_V = TypeVar("_V")
_B = TypeVar("_B", bound=BaseModel)


class RunFolder:
    """One run on disk. Files appear whole: written beside, then renamed."""

    def __init__(self, path: Path) -> None:
        """Use the folder at `path`."""
        self.path = path

    @classmethod
    def create(cls, path: Path) -> "RunFolder":
        """Make the folder, readable by its owner only: transcripts may hold what people typed."""
        try:
            _hide_from_git(path)
            path.mkdir(parents=True, exist_ok=False, mode=0o700)
        except FileExistsError:
            raise ConfigError(
                f"the run folder {path} is there already", hint="name another with --out"
            ) from None
        except OSError as exc:
            raise ConfigError(
                f"the run folder {path} cannot be made: {exc.strerror}", hint="see --out"
            ) from exc
        return cls(path)

    @classmethod
    def open(cls, path: Path) -> "RunFolder":
        """Return a folder of an earlier run.

        Raises:
            ConfigError: there is no finished run at `path`.
        """
        if not (path / "1-request.json").is_file():
            raise ConfigError(f"{path} is no run folder", hint="name a folder below .skilleval/runs/")
        return cls(path)

    def save(self, stage: str, value: BaseModel | tuple[BaseModel, ...]) -> None:
        """Save a stage's value under its number."""
        if isinstance(value, ChangeSet):
            self._save_fixtures(value)
        rows = [row.model_dump(mode="json") for row in value] if isinstance(value, tuple) else None
        data = value.model_dump(mode="json") if isinstance(value, BaseModel) else rows
        self.write(self._stage_file(stage), _json(data))

    def keep(self, stage: str, value: _B) -> _B:
        """Save a stage's value and return it."""
        self.save(stage, value)
        return value

    def keep_all(self, stage: str, values: tuple[_B, ...]) -> tuple[_B, ...]:
        """Save a stage's values and return them."""
        self.save(stage, values)
        return values

    def save_trial(self, trial: Trial) -> None:
        """Save one trial as it ends: transcript, answer, files, evidence."""
        folder = f"trials/{trial.id}"
        for file in trial.evidence.files:
            self._save_file(file, folder)
        events = "".join(_line(event) for event in trial.evidence.transcript)
        self.write(f"{folder}/transcript.jsonl", events)
        self.write(f"{folder}/answer.md", trial.evidence.answer)
        self.write(f"{folder}/evidence.json", _json(trial.model_dump(mode="json")))

    def keep_trials(self, trials: tuple[Trial, ...]) -> tuple[Trial, ...]:
        """Save which trials there are and how each ended, and return them."""
        rows = [trial.model_dump(mode="json", exclude={"evidence"}) for trial in trials]
        self.write(self._stage_file("trials"), _json(rows))
        return trials

    def keep_grades(self, graded: tuple[GradedTrial, ...]) -> tuple[GradedTrial, ...]:
        """Save all grades, each also beside its trial's evidence, and return them."""
        for grade in graded:
            self.write(f"trials/{grade.trial}/grading.json", _json(grade.model_dump(mode="json")))
        return self.keep_all("graded", graded)

    def load_changes(self) -> ChangeSet:
        """Return the saved changes; fixtures have their bytes, bundles only their manifest."""
        changes = self.load("changes", ChangeSet)
        whole = tuple(
            change.model_copy(
                update={
                    "base_suite": self._with_fixtures(change.base_suite),
                    "head_suite": self._with_fixtures(change.head_suite),
                }
            )
            for change in changes.changes
        )
        return changes.model_copy(update={"changes": whole})

    def load_trials(self, plan: RunPlan) -> tuple[Trial, ...]:
        """Return all saved trials, with transcripts and files, in the order of the plan."""
        trials = (self._load_trial(path) for path in self.path.glob("trials/*/evidence.json"))
        by_cell = {trial.cell.key: trial for trial in trials}
        return tuple(by_cell[cell.key] for cell in plan.cells if cell.key in by_cell)

    def load_report(self) -> Report:
        """Return the saved report.

        Raises:
            ConfigError: the run did not get that far, or the file is damaged.
        """
        return self.load("report", Report)

    def load(self, stage: str, kind: type[_V]) -> _V:
        """Return a stage's value, checked against its type (also `tuple[X, ...]`).

        Raises:
            ConfigError: the file is missing or damaged.
        """
        name = self._stage_file(stage)
        try:
            return TypeAdapter(kind).validate_python(json.loads((self.path / name).read_bytes()))
        except FileNotFoundError:
            raise ConfigError(f"{self.path / name} is missing", hint="the run did not get that far") from None
        except ValueError as exc:  # also pydantic's ValidationError
            raise ConfigError(
                f"{self.path / name} is damaged or of another version", hint="run again"
            ) from exc

    def read(self, name: str) -> bytes:
        """Return the bytes of a file of the run.

        Raises:
            ConfigError: it is missing.
        """
        try:
            return (self.path / name).read_bytes()
        except OSError:
            raise ConfigError(f"{self.path / name} is missing", hint="the run did not get that far") from None

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file whole: beside, then renamed. Return its path."""
        target = self.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = target.with_name(f".{target.name}.tmp")
        data = content if isinstance(content, bytes) else content.encode("utf-8", "replace")
        beside.write_bytes(data)
        beside.replace(target)
        return target

    def _stage_file(self, stage: str) -> str:
        return f"{STAGES.index(stage) + 1}-{stage}.json"

    def _save_fixtures(self, changes: ChangeSet) -> None:
        for change in changes.changes:
            for suite in (change.base_suite, change.head_suite):
                for task in suite.tasks:
                    for fixture in task.fixtures:
                        self._save_blob(fixture.sha256, fixture.content)

    def _save_blob(self, digest: str, content: bytes) -> None:
        if not (self.path / "blobs" / digest).exists():
            self.write(f"blobs/{digest}", content)

    def _blob(self, digest: str | None) -> bytes:
        path = self.path / "blobs" / (digest or "")
        return path.read_bytes() if digest and path.is_file() else b""

    def _save_file(self, file: FileEvidence, folder: str) -> None:
        """Save an agent's file as a blob, and under its own name where that name is harmless."""
        if file.sha256 is None:
            return
        self._save_blob(file.sha256, file.content)
        if _is_plain(file.path):
            try:
                self.write(f"{folder}/files/{file.path}", file.content)
            except OSError:  # a name too long, or a folder where a file stands: the blob has it
                return

    def _with_fixtures(self, suite: Suite) -> Suite:
        tasks = tuple(
            task.model_copy(
                update={
                    "fixtures": tuple(
                        fixture.model_copy(update={"content": self._blob(fixture.sha256)})
                        for fixture in task.fixtures
                    )
                }
            )
            for task in suite.tasks
        )
        return suite.model_copy(update={"tasks": tasks})

    def _load_trial(self, path: Path) -> Trial:
        try:
            trial = Trial.model_validate(json.loads(path.read_bytes()))
        except ValueError as exc:
            raise ConfigError(f"{path} is damaged", hint="run again") from exc
        files = tuple(
            file.model_copy(update={"content": self._blob(file.sha256)}) for file in trial.evidence.files
        )
        events = tuple(_events(path.with_name("transcript.jsonl")))
        evidence = trial.evidence.model_copy(update={"files": files, "transcript": events})
        return trial.model_copy(update={"evidence": evidence})


def _hide_from_git(path: Path) -> None:
    """Keep `.skilleval/`, when the run goes there, out of the user's commits."""
    home = next((parent for parent in path.parents if parent.name == ".skilleval"), None)
    if home is not None:
        home.mkdir(parents=True, exist_ok=True)
        (home / ".gitignore").write_text("*\n", encoding="utf-8")


def _events(path: Path) -> Iterator[dict[str, object]]:
    """Yield the events of a transcript; a line cut by a kill ends it."""
    if not path.is_file():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            event = json.loads(line)
        except ValueError:
            return
        if isinstance(event, dict):
            yield event


def _is_plain(path: str) -> bool:
    pure = PurePosixPath(path)
    plain = (
        path.isprintable() and "\\" not in path and not pure.is_absolute() and len(os.fsencode(path)) < 200
    )
    return plain and bool(pure.parts) and not any(part.startswith(".") for part in pure.parts)


def _json(data: object) -> str:
    return json.dumps(data, indent=1, sort_keys=True, ensure_ascii=True) + "\n"


def _line(event: object) -> str:
    return json.dumps(event, sort_keys=True, default=str) + "\n"
