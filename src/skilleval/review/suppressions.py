"""Suppressions: findings that people decided to live with, on record at the base side.

`.skilleval-suppressions.yml` at the repository's root:

    version: 1
    suppressions:
      - rule: pipe-to-shell
        path: skills/deploy/**          # glob over the path in the repository
        match: "get.example.com"        # words of the match; leave out to cover the rule in those files
        reason: Vendor installer, reviewed in the security channel.
        owner: platform-team
        expires: 2026-06-30             # at most 180 days ahead

An entry that the change itself adds is proposed: it has no effect before it is merged.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import date, timedelta
from fnmatch import fnmatchcase
from io import BytesIO

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from skilleval.domain.bundle import BundleFile
from skilleval.domain.finding import Finding, Review
from skilleval.domain.outside import SUPPRESSIONS_FILE
from skilleval.errors import ConfigError
from skilleval.review.fold import fold

FILE = SUPPRESSIONS_FILE
LATE_RULES = frozenset({"trigger-hijack", "model-review"})
"""Rules whose findings trials and models make, after the files have been reviewed."""
LONGEST = timedelta(days=180)
MAX_BYTES = 256 * 1024


class Suppression(BaseModel):
    """One entry: which findings, why, who answers for it, until when."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rule: str = Field(min_length=1)
    path: str = Field(default="**", min_length=1)
    match: str = ""
    reason: str = Field(min_length=10)
    owner: str = Field(min_length=1)
    expires: date

    def covers(self, finding: Finding, *, folder: str) -> bool:
        """Return whether this entry is about the finding of a skill in that folder."""
        path = f"{folder}/{finding.path}" if folder else finding.path
        return (
            self.rule == finding.rule
            and fnmatchcase(path, self.path)
            and fold(self.match) in fold(finding.matched)
        )


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    version: int = Field(ge=1, le=1)
    suppressions: tuple[Suppression, ...] = ()


def read_suppressions(files: Sequence[BundleFile]) -> tuple[Suppression, ...]:
    """Return the entries of the suppressions file among a side's files; none without one.

    Raises ConfigError for a file that cannot be used.
    """
    file = next((file for file in files if file.path == FILE), None)
    if file is None:
        return ()
    if len(file.content) > MAX_BYTES:
        raise ConfigError(f"{FILE} is larger than {MAX_BYTES} bytes", hint="remove expired entries")
    try:
        return _File.model_validate(_load_yaml(file.content)).suppressions
    except ValidationError as exc:
        first = exc.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ConfigError(f"{FILE}: {place}: {first['msg']}", hint="see docs/suppressions.md") from exc


def suppress(
    findings: Iterable[Finding], entries: Sequence[Suppression], *, folder: str, today: date
) -> tuple[tuple[Finding, ...], frozenset[Suppression]]:
    """Return the findings, with the reason on those that an entry in force covers, and the entries used."""
    in_force = [entry for entry in entries if today <= entry.expires <= today + LONGEST]
    used: set[Suppression] = set()
    marked = []
    for finding in findings:
        entry = next((entry for entry in in_force if entry.covers(finding, folder=folder)), None)
        if entry is not None:
            used.add(entry)
            finding = finding.model_copy(update={"suppressed": f"{entry.reason} ({entry.owner})"})  # noqa: PLW2901 - the marked copy
        marked.append(finding)
    return tuple(marked), frozenset(used)


def notes_on(
    base: Sequence[Suppression], head: Sequence[Suppression], *, used: frozenset[Suppression], today: date
) -> tuple[str, ...]:
    """Return a line for each entry that is proposed, expired, too long or matches nothing.

    Whether an entry for a rule of `LATE_RULES` matches is not known yet, and not said.
    """
    proposed = [f"proposed, takes effect once merged: {_named(e)}" for e in head if e not in base]
    notes = []
    for entry in base:
        if entry.expires < today:
            notes.append(f"expired on {entry.expires}: {_named(entry)}")
        elif entry.expires > today + LONGEST:
            notes.append(f"void, expires more than {LONGEST.days} days ahead: {_named(entry)}")
        elif entry not in used and entry.rule not in LATE_RULES:
            notes.append(_unmatched(entry))
    return tuple(f"suppression {note}" for note in (*proposed, *notes))


def suppress_late(
    reviews: Sequence[Review], base_files: Sequence[BundleFile], *, asked: Collection[str], today: date
) -> tuple[Review, ...]:
    """Return the reviews with the reasons on what trials and models found after the files had been reviewed.

    `asked` names those of `LATE_RULES` that had a chance to find something: an entry for one of them that is
    in force and matches nothing is a note. May be asked again.

    Raises:
        ConfigError: the base's suppressions file cannot be used.
    """
    entries = read_suppressions(base_files)
    if not entries:
        return tuple(reviews)
    found = [suppress(review.findings, entries, folder=review.path, today=today) for review in reviews]
    used = frozenset(entry for _, here in found for entry in here)
    late = [e for e in entries if e.rule in LATE_RULES and today <= e.expires <= today + LONGEST]
    known = {f"suppression {_unmatched(entry)}" for entry in late}
    unmatched = tuple(f"suppression {_unmatched(e)}" for e in late if e.rule in asked and e not in used)
    return tuple(
        review.model_copy(
            update={
                "findings": findings,
                "notes": (*(note for note in review.notes if note not in known), *unmatched),
            }
        )
        for review, (findings, _) in zip(reviews, found, strict=True)
    )


def _unmatched(entry: Suppression) -> str:
    return f"matches nothing in this change: {_named(entry)}"


def _named(entry: Suppression) -> str:
    return f"{entry.rule} in {entry.path}" + (f" ({entry.match})" if entry.match else "")


def _load_yaml(content: bytes) -> object:
    from ruamel.yaml import YAML  # noqa: PLC0415 - heavy; most repositories have no such file
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415

    try:
        return YAML(typ="safe").load(BytesIO(content))
    except (YAMLError, RecursionError, ValueError) as exc:
        raise ConfigError(
            f"{FILE} is not YAML: {str(exc).splitlines()[0]}", hint="see docs/suppressions.md"
        ) from exc
