"""semgrep: our own rules over all files of all languages in one call."""

import json
import tempfile
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path

from pydantic import BaseModel, ValidationError

from skilleval.domain.finding import Confidence, Finding, Severity
from skilleval.errors import ScannerError
from skilleval.ports import ScanFile
from skilleval.review.fold import visible
from skilleval.review.redact import redact
from skilleval.review.scanners.child import last_words, run_python, write_files

RULES_FILE = Path(__file__).with_name("rules.json")
FILES_PER_CALL = 4000
TIMEOUT_S = 900.0
MEMORY_MB = 2000
_SEVERITY: dict[str, Severity] = {"ERROR": "high", "WARNING": "medium", "INFO": "low"}
_START = "from semgrep.console_scripts.pysemgrep import main; main()"
_FLAGS = (
    "scan", "--quiet", "--json", "--metrics=off", "--disable-version-check", "--disable-nosem",
    "--no-git-ignore", "--x-ignore-semgrepignore-files", "--no-rewrite-rule-ids", "--max-target-bytes=0",
    "--timeout=10", "--timeout-threshold=0", f"--max-memory={MEMORY_MB}",
)  # fmt: skip


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


class _Hit(BaseModel):
    check_id: str
    path: str
    start: _Place
    end: _Place
    extra: _Extra


class _Trouble(BaseModel):
    type: str | list[object]
    level: str
    path: str = ""
    message: str = ""


class _Output(BaseModel):
    results: list[_Hit]
    errors: list[_Trouble] = []


class SemgrepScanner:
    """Runs semgrep with our rules on exactly the files it is given.

    Nothing in them can switch it off: no ignore file, no `nosemgrep`, no size limit, no default ignores.
    """

    name = "semgrep"

    def version(self) -> str:
        """Return semgrep's version."""
        return version("semgrep")

    def scan(self, skill: str, files: Sequence[ScanFile]) -> tuple[Finding, ...]:
        """Return semgrep's hits; what it gave up on is an `incomplete` finding. Raises ScannerError."""
        found: list[Finding] = []
        for start in range(0, len(files), FILES_PER_CALL):
            found += self._scan_some(skill, files[start : start + FILES_PER_CALL])
        return tuple(found)

    def _scan_some(self, skill: str, files: Sequence[ScanFile]) -> Iterator[Finding]:
        with tempfile.TemporaryDirectory(prefix="skilleval-semgrep-") as root:
            folder = Path(root) / "files"
            folder.mkdir()
            write_files(folder, files)
            names = [file.path for file in files]
            code, stdout = run_python(
                "semgrep", ["-c", _START, *_FLAGS, f"--config={RULES_FILE}", "--", *names],
                folder=folder, timeout_s=TIMEOUT_S,
            )  # fmt: skip
            if code not in {0, 1}:
                raise ScannerError(f"semgrep ended with code {code}: {last_words(folder)}")
        output = _read(stdout)
        contents = {file.path: file.content for file in files}
        yield from (_finding(hit, skill=skill, content=contents[hit.path]) for hit in output.results)
        yield from _unread(output.errors, skill=skill, known=contents.keys())


@cache
def rules_as_shipped() -> tuple[dict[str, object], ...]:
    """Return the rules of the shipped JSON file."""
    return tuple(json.loads(RULES_FILE.read_text())["rules"])


def _read(stdout: bytes) -> _Output:
    try:
        return _Output.model_validate_json(stdout)
    except ValidationError as exc:
        raise ScannerError("semgrep's output is not what its version promises") from exc


def _finding(hit: _Hit, *, skill: str, content: bytes) -> Finding:
    # `extra.lines` says "requires login": the words are read from the file
    matched = content[hit.start.offset : hit.end.offset].decode("utf-8", "replace")
    words = hit.extra.metadata
    return Finding(
        rule=hit.check_id.rpartition(".")[2],
        scanner="semgrep",
        severity=_SEVERITY.get(hit.extra.severity, "medium"),
        confidence=words.confidence,
        skill=skill,
        path=hit.path,
        line=hit.start.line,
        matched=redact(visible(" ".join(matched.split()))),
        message=hit.extra.message,
        why=words.why,
        check=words.check,
        fix=words.fix,
        family=words.family,
        owasp=words.owasp,
    )


def _unread(troubles: Sequence[_Trouble], *, skill: str, known: Collection[str]) -> Iterator[Finding]:
    seen = set()
    for trouble in troubles:
        kind = trouble.type if isinstance(trouble.type, str) else str(trouble.type[0])
        gave_up = kind in {"Timeout", "Out of memory", "OutOfMemory", "Stack overflow", "StackOverflow"}
        if trouble.path not in known:
            if trouble.level == "error" and not gave_up:
                raise ScannerError(f"semgrep: {kind}: {trouble.message[:200]}")
            continue
        if gave_up and trouble.path not in seen:
            seen.add(trouble.path)
            yield _gave_up(trouble.path, kind=kind, skill=skill)


def _gave_up(path: str, *, kind: str, skill: str) -> Finding:
    return Finding(
        rule="scan-gave-up",
        scanner="semgrep",
        severity="high",
        confidence="high",
        skill=skill,
        path=path,
        message=f"semgrep gave up on this file ({kind})",
        why="A file that no analyser can finish is not known to be clean.",
        check="Is the file generated or minified, or built to exhaust analysers?",
        fix="Split the file, or leave generated code out of the skill.",
        family="files",
        owasp="AST08",
        incomplete=True,
    )
