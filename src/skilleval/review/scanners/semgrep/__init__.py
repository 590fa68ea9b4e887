"""semgrep: our own rules over all files of all languages in one call, or in two if that saves time."""

import json
import re
import tempfile
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TypedDict

from skilleval.domain.finding import Finding, Severity
from skilleval.errors import ScannerError
from skilleval.ports import ScanFile
from skilleval.review.fold import visible
from skilleval.review.redact import redact
from skilleval.review.scanners.child import check_names
from skilleval.review.scanners.semgrep.engine import EngineHit, Trouble, language_of, run_engine, scannable

RULES_FILE = Path(__file__).with_name("rules.json")
FILES_PER_CALL = 4000
FEW = 50
"""Files for which a second call of the engine costs more than the rules that it would leave out."""
_SEVERITY: dict[str, Severity] = {"ERROR": "high", "WARNING": "medium", "INFO": "low"}
_GAVE_UP = frozenset(["Timeout", "Out of memory", "OutOfMemory", "Stack overflow", "StackOverflow"])


class ShippedRule(TypedDict):
    """One rule as semgrep reads it, as far as we look into it."""

    id: str
    languages: list[str]
    severity: str
    message: str
    metadata: dict[str, str]


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
        check_names(files)
        known = [file for file in files if scannable(file.path)]
        for start in range(0, len(known), FILES_PER_CALL):
            found += self._scan_some(skill, known[start : start + FILES_PER_CALL])
        return tuple(found)

    def _scan_some(self, skill: str, files: Sequence[ScanFile]) -> Iterator[Finding]:
        contents = {file.path: file.content for file in files}
        hits: list[EngineHit] = []
        errors: list[Trouble] = []
        for some, rules in _calls(files):
            with tempfile.TemporaryDirectory(prefix="skilleval-semgrep-") as root:
                output = run_engine(Path(root), some, rules=rules)
            hits += output.results
            errors += output.errors
        hits.sort(key=lambda hit: (hit.path, hit.start.offset, hit.check_id))
        yield from (_finding(hit, skill=skill, content=contents[hit.path]) for hit in hits)
        yield from _unread(errors, skill=skill, known=contents.keys())


@cache
def rules_as_shipped() -> tuple[ShippedRule, ...]:
    """Return the rules of the shipped JSON file."""
    return tuple(json.loads(RULES_FILE.read_text())["rules"])


def _calls(files: Sequence[ScanFile]) -> Iterator[tuple[list[ScanFile], list[ShippedRule]]]:
    """Yield files and the rules for them: a rule that needs words is left out where none holds them."""
    rules = list(rules_as_shipped())
    choosy = [rule for rule in rules if "needs" in rule["metadata"]]
    given: list[ScanFile] = []
    others: list[ScanFile] = []
    for file in files:
        all_rules = len(files) <= FEW or any(_may_match(rule, file) for rule in choosy)
        (given if all_rules else others).append(file)
    if given:
        yield given, rules
    if others:
        yield others, [rule for rule in rules if rule not in choosy]


def _may_match(rule: ShippedRule, file: ScanFile) -> bool:
    """Return whether a file is in a rule's language and holds what the rule needs."""
    needed = re.compile(rule["metadata"]["needs"].encode())
    return language_of(file.path) in rule["languages"] and bool(needed.search(file.content))


def _finding(hit: EngineHit, *, skill: str, content: bytes) -> Finding:
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


def _unread(troubles: Sequence[Trouble], *, skill: str, known: Collection[str]) -> Iterator[Finding]:
    seen = set()
    for trouble in troubles:
        gave_up = trouble.kind in _GAVE_UP
        if trouble.path not in known:
            if trouble.severity == "error" and not gave_up:
                raise ScannerError(f"semgrep: {trouble.kind}: {trouble.message[:200]}")
            continue
        if gave_up and trouble.path not in seen:
            seen.add(trouble.path)
            yield _gave_up(trouble.path, kind=trouble.kind, skill=skill)


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
