"""Runs each scanner once over all files of all readings, and brings its hits home."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from skilleval.domain.finding import Finding
from skilleval.errors import ScannerError
from skilleval.ports import ScanFile, Scanner
from skilleval.review.findings import weighed
from skilleval.review.page import Page
from skilleval.review.reading import Reading
from skilleval.review.roles import role_at
from skilleval.review.rule import Role
from skilleval.review.shadow import SUFFIXES, shadow_files


@dataclass(frozen=True)
class Scanned:
    """What the scanners said: findings per reading, versions, and the scanner that failed, if one did."""

    findings: tuple[tuple[Finding, ...], ...]
    versions: dict[str, str] = field(default_factory=dict)
    error: str = ""


@dataclass(frozen=True)
class _Owner:
    reading: int
    page: Page


def scan_readings(readings: Sequence[Reading], scanners: Sequence[Scanner]) -> Scanned:
    """Return every scanner's findings: one call per scanner, each distinct content scanned once."""
    files, owners = _distinct_files(readings)
    found: list[list[Finding]] = [[] for _ in readings]
    versions: dict[str, str] = {}
    errors = []
    for scanner in scanners:
        versions[scanner.name] = scanner.version()
        try:
            hits = scanner.scan("", files) if files else ()
        except ScannerError as exc:
            errors.append(f"{scanner.name}: {exc}")
            continue
        for hit in hits:
            for owner in owners[hit.path]:
                found[owner.reading].append(_at_home(hit, owner, readings[owner.reading].skill))
    return Scanned(tuple(tuple(some) for some in found), versions, "; ".join(errors))


def _distinct_files(readings: Sequence[Reading]) -> tuple[list[ScanFile], dict[str, list[_Owner]]]:
    files: list[ScanFile] = []
    owners: dict[str, list[_Owner]] = {}
    names: dict[tuple[str, bytes], str] = {}
    for index, reading in enumerate(readings):
        for page in reading.pages:
            for suffix, content in _scannable(page):
                key = suffix, hashlib.sha256(content).digest()
                if key not in names:
                    names[key] = f"{len(names):06d}{suffix}"
                    files.append(ScanFile(path=names[key], content=content))
                owners.setdefault(names[key], []).append(_Owner(index, page))
    return files, owners


def _scannable(page: Page) -> Iterator[tuple[str, bytes]]:
    """Yield suffix and bytes of what scanners see of a page: scripts, and the scripts fenced in documents."""
    if page.origin or page.language == "machine":
        return
    if page.language in SUFFIXES:
        yield SUFFIXES[page.language], page.raw.encode("utf-8", "replace")
    elif page.kind == "code" or page.language in {"json", "yaml", "yml", "toml"}:
        suffix = re.search(r"\.[a-z0-9]{1,6}$", page.path.lower())
        yield suffix[0] if suffix else ".txt", page.raw.encode("utf-8", "replace")
    for shadow in shadow_files(page):
        yield f".{shadow.path.rpartition('.')[2]}", shadow.content


def _at_home(hit: Finding, owner: _Owner, skill: str) -> Finding:
    page = owner.page
    role: Role = ""
    if page.kind != "code" and not hit.incomplete:
        start = page.offset_of(hit.line)
        role = role_at(page, start, start + len(hit.matched), about="code")
    severity, confidence = weighed(hit.severity, hit.confidence, role=role)
    update = {"skill": skill, "path": page.path, "role": role, "severity": severity, "confidence": confidence}
    return hit.model_copy(update=update)
