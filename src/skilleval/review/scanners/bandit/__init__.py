"""bandit: hygiene of Python code. It measures injection, not intent, so its word is `medium` at most."""

import json
import tempfile
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ValidationError

from skilleval.domain.finding import Confidence, Finding
from skilleval.errors import ScannerError
from skilleval.ports import ScanFile
from skilleval.review.fold import visible
from skilleval.review.redact import redact
from skilleval.review.scanners.bandit.tests import TESTS
from skilleval.review.scanners.child import last_words, run_python, write_files

FILES_PER_CALL = 1000
TIMEOUT_S = 300.0
MEMORY_BYTES = 2 * 1024**3
FLAGS = (
    "--quiet", "--format", "json", "--ini", "/dev/null", "--ignore-nosec", "--tests", ",".join(TESTS),
)  # fmt: skip
"""What bandit's command is told before the files."""
_COMMAND = Path(__file__).with_name("walk.py")
_NEEDS = json.dumps({name: test.needs for name, test in TESTS.items() if test.needs})
_CONFIDENCE: dict[str, Confidence] = {"HIGH": "high", "MEDIUM": "medium", "LOW": "low"}


_Name = Annotated[str, AfterValidator(lambda name: name.removeprefix("./"))]  # bandit writes ./name


class _Hit(BaseModel):
    filename: _Name
    test_id: str
    issue_confidence: str
    issue_text: str
    line_number: int


class _Skipped(BaseModel):
    filename: _Name
    reason: str


class _Output(BaseModel):
    results: list[_Hit]
    errors: list[_Skipped] = []


class BanditScanner:
    """Runs bandit over the Python files it is given, with a short list of tests.

    Nothing in the files can silence it: no `.bandit` file, no configuration, no `# nosec`.
    """

    name = "bandit"

    def version(self) -> str:
        """Return bandit's version."""
        return version("bandit")

    def scan(self, skill: str, files: Sequence[ScanFile]) -> tuple[Finding, ...]:
        """Return bandit's hits; what it cannot parse is an `incomplete` finding. Raises ScannerError."""
        python = [file for file in files if file.path.endswith(".py")]
        found: list[Finding] = []
        for start in range(0, len(python), FILES_PER_CALL):
            found += self._scan_some(skill, python[start : start + FILES_PER_CALL])
        return tuple(found)

    def _scan_some(self, skill: str, files: Sequence[ScanFile]) -> Iterator[Finding]:
        with tempfile.TemporaryDirectory(prefix="skilleval-bandit-") as root:
            folder = Path(root) / "files"
            folder.mkdir()
            write_files(folder, files)
            names = [file.path for file in files]
            code, stdout = run_python(
                "bandit", [str(_COMMAND), _NEEDS, *FLAGS, "--", *names], folder=folder, timeout_s=TIMEOUT_S,
                memory_bytes=MEMORY_BYTES,
            )  # fmt: skip
            if code not in {0, 1}:
                raise ScannerError(f"bandit ended with code {code}: {last_words(folder)}")
        output = _read(stdout)
        lines = {file.path: file.content.decode("utf-8", "replace").split("\n") for file in files}
        yield from (_finding(hit, skill=skill, lines=lines[hit.filename]) for hit in output.results)
        yield from (_unread(skipped, skill=skill) for skipped in output.errors)


def _read(stdout: bytes) -> _Output:
    try:
        return _Output.model_validate_json(stdout)
    except ValidationError as exc:
        raise ScannerError("bandit's output is not what its version promises") from exc


def _finding(hit: _Hit, *, skill: str, lines: Sequence[str]) -> Finding:
    test = TESTS[hit.test_id]
    line = lines[hit.line_number - 1] if 0 < hit.line_number <= len(lines) else ""
    return Finding(
        rule=f"bandit-{hit.test_id.lower()}",
        scanner="bandit",
        severity="medium",
        confidence=_CONFIDENCE.get(hit.issue_confidence, "low"),
        skill=skill,
        path=hit.filename,
        line=hit.line_number,
        matched=redact(visible(line.strip())),
        message=test.message,
        why=test.why,
        check=test.check,
        fix=test.fix,
        family=test.family,
        owasp="AST01",
    )


def _unread(skipped: _Skipped, *, skill: str) -> Finding:
    return Finding(
        rule="unparsable-code",
        scanner="bandit",
        severity="low",
        confidence="high",
        skill=skill,
        path=skipped.filename,
        message=f"Python code that does not parse ({skipped.reason[:80]})",
        why="Analysers of Python code see nothing in it; only the text rules read it.",
        check="Is it a template or another version of Python, or is it meant to hide?",
        fix="Make the file parse, or give it another suffix.",
        family="files",
        owasp="AST08",
        incomplete=True,
    )
