"""A finding: one hit of the security review."""

from typing import Literal

from pydantic import Field

from skilleval.domain.value import Value

Severity = Literal["low", "medium", "high", "critical"]
Confidence = Literal["low", "medium", "high"]
Newness = Literal["introduced", "fixed", "existing"]

SEVERITIES: tuple[Severity, ...] = ("low", "medium", "high", "critical")


class Finding(Value):
    """One hit. Severity, confidence and newness are three axes.

    `fingerprint` hashes rule, skill-relative path after renames, normalised text and ordinal.
    `line` counts from 1 in the file at head (at base for a fixed finding); 0 = the whole file.
    """

    rule: str
    scanner: str
    severity: Severity
    confidence: Confidence
    newness: Newness = "introduced"
    skill: str
    path: str
    """Relative to the skill's folder."""
    line: int = 0
    matched: str = ""
    message: str
    why: str = ""
    check: str = ""
    """What a reviewer should look at before deciding."""
    fix: str = ""
    family: str = ""
    """The threat family of the rule, for example `exfiltration`."""
    owasp: str = ""
    """The entry of OWASP's agentic skills top ten, for example `AST01`."""
    role: str = ""
    """What the matched text seems to be: empty, `prohibition`, `quoted`, `teaching` or `test-data`."""
    fingerprint: str = ""
    incomplete: bool = False
    """Something could not be read: never clean."""
    suppressed: str = ""
    """The reason on record at the base side; empty means active."""


class CapabilityRow(Value):
    """What a skill can reach, old against new, for one kind of reach (hosts, commands, ...)."""

    kind: str
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


class Review(Value):
    """What the review of one skill found. `error` names a scanner that failed: ours."""

    skill: str
    path: str = ""
    """The skill's folder, relative to the repository's root; findings' paths are relative to it."""
    findings: tuple[Finding, ...] = ()
    capabilities: tuple[CapabilityRow, ...] = ()
    scanners: dict[str, str] = Field(default_factory=dict)
    """Scanner to version."""
    error: str = ""
    notes: tuple[str, ...] = ()
    """What the suppressions file says and does not do: proposed, expired or unmatched entries."""

    def of(self, newness: Newness) -> tuple[Finding, ...]:
        """Return the active findings of that newness."""
        return tuple(f for f in self.findings if f.newness == newness and not f.suppressed)
