"""semgrep's engine, `semgrep-core`: the program inside semgrep's package that does the matching.

The command `semgrep` around it spends longer on its imports than the engine on a few files. We call the
engine as that command does: the rules in one file, each file with its language in another. The engine knows
no ignore files, no size limit and no default excludes, and it reports what a `nosemgrep` would hush as any
other hit. One thing the command does for its rules is not done here: those for JavaScript have to name
TypeScript, too (a test holds them to that).
"""

import json
from collections.abc import Collection, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

from pydantic import BaseModel, ValidationError

from skilleval.domain.finding import Confidence
from skilleval.errors import ScannerError
from skilleval.ports import ScanFile
from skilleval.review.scanners.child import last_words, run_python, write_files

TIMEOUT_S = 900.0
MEMORY_MB = 2000
_LANGUAGES = {
    ".py": "python", ".pyi": "python", ".js": "js", ".jsx": "js", ".cjs": "js", ".mjs": "js", ".ts": "ts",
    ".tsx": "ts", ".sh": "bash", ".bash": "bash", ".yml": "yaml", ".yaml": "yaml",
}  # fmt: skip
"""The languages that rules are written for. `semgrep` chooses a file's language by its ending, too."""
_FLAGS = (
    "-json_nodots", "-fast", "-j", "1", "-timeout", "10", "-timeout_threshold", "0",
    "-max_memory", str(MEMORY_MB),
)  # fmt: skip
"""One job: on two cores, two jobs took 32 CPU seconds for what one did in 9, as they wait for each other."""
_START = """
import os, resource, sys
soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
for wanted in (hard if hard != resource.RLIM_INFINITY else 1 << 30, 1 << 29, 1 << 26, soft):
    try:
        resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))
        break
    except (OSError, ValueError):
        pass
os.environ["OCAMLRUNPARAM"] = "s=1M"
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Becomes the engine, after giving it room for deeply nested files as `semgrep` does.

Its language collects garbage whenever so many words are new; four times the usual number saves a seventh.
"""


class Words(BaseModel):
    """What our rules carry as metadata: everything that a finding says beyond semgrep's own fields."""

    confidence: Confidence
    family: str
    owasp: str
    why: str
    check: str
    fix: str


class _Extra(BaseModel):
    message: str
    severity: str
    metadata: Words


class _Place(BaseModel):
    line: int
    offset: int


class EngineHit(BaseModel):
    """One match of a rule."""

    check_id: str
    path: str
    start: _Place
    end: _Place
    extra: _Extra


class _Location(BaseModel):
    path: str


class Trouble(BaseModel):
    """What the engine could not do: read a file to its end, or finish a rule in time."""

    error_type: str | list[object]
    severity: str
    message: str
    location: _Location | None = None

    @property
    def path(self) -> str:
        """Return the file, or an empty string."""
        return self.location.path if self.location else ""

    @property
    def kind(self) -> str:
        """Return the name of the trouble."""
        return self.error_type if isinstance(self.error_type, str) else str(self.error_type[0])


class _Paths(BaseModel):
    scanned: list[str]


class EngineOutput(BaseModel):
    """What the engine says of one call, as far as we read it."""

    version: str
    results: list[EngineHit]
    errors: list[Trouble]
    paths: _Paths


def engine_path() -> Path:
    """Return the engine's place in semgrep's package. Raises ScannerError if it is not there."""
    try:
        found = Path(str(distribution("semgrep").locate_file("semgrep/bin/semgrep-core")))
    except PackageNotFoundError:
        raise ScannerError("semgrep is not installed") from None
    if not found.is_file():
        raise ScannerError("semgrep's engine is not in its package", hint="install semgrep again")
    return found


def scannable(name: str) -> bool:
    """Return whether there are rules for the language of a file of that name."""
    return Path(name).suffix in _LANGUAGES


def language_of(name: str) -> str:
    """Return the language of a file of that name as rules call it, or an empty string."""
    short = _LANGUAGES.get(Path(name).suffix, "")
    return {"js": "javascript", "ts": "typescript"}.get(short, short)


def run_engine(
    root: Path, files: Sequence[ScanFile], *, rules: Sequence[Mapping[str, object]]
) -> EngineOutput:
    """Return what the engine finds in files, which are written below `root`, a folder of ours.

    Raises ScannerError when it crashes, takes too long, says what its version does not promise, or leaves out
    a file without a word.
    """
    folder = root / "files"
    folder.mkdir()
    write_files(folder, files)
    targets, chosen = root / "targets.json", root / "rules.json"
    targets.write_text(_targets([file.path for file in files]))
    chosen.write_text(json.dumps({"rules": rules}))
    command = [str(engine_path()), *_FLAGS, "-rules", str(chosen), "-targets", str(targets)]
    code, stdout = run_python("semgrep", ["-S", "-c", _START, *command], folder=folder, timeout_s=TIMEOUT_S)
    if code != 0:
        raise ScannerError(f"semgrep ended with code {code}: {last_words(folder)}")
    return _checked(stdout, names={file.path for file in files})


def _targets(names: Sequence[str]) -> str:
    found = [
        ["CodeTarget", {
            "path": {"fpath": name, "ppath": f"/{name}"},
            "analyzer": _LANGUAGES[Path(name).suffix],
            "products": ["sast"],
        }]
        for name in names
    ]  # fmt: skip
    return json.dumps(["Targets", found])


def _checked(stdout: bytes, *, names: Collection[str]) -> EngineOutput:
    try:
        output = EngineOutput.model_validate_json(stdout)
    except ValidationError as exc:
        raise ScannerError("semgrep's output is not what its version promises") from exc
    if output.version != version("semgrep"):
        raise ScannerError(
            f"semgrep's engine is of version {output.version}, its package {version('semgrep')}"
        )
    told = {*output.paths.scanned, *(trouble.path for trouble in output.errors)}
    left_out = sorted(set(names) - told)
    if left_out:
        raise ScannerError(f"semgrep left out {len(left_out)} files without a word: {left_out[0]}")
    if any(hit.path not in names for hit in output.results):
        raise ScannerError("semgrep found something in a file that it was not given")
    return output
