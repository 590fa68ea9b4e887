"""From hits to findings: a rule's words, the role's effect, redaction, fingerprints."""

import hashlib
from collections import Counter
from collections.abc import Iterable

from skilleval.domain.finding import SEVERITIES, Confidence, Finding, Severity
from skilleval.review.fold import fold
from skilleval.review.redact import redact
from skilleval.review.rule import Hit, Rule

CONFIDENCES: tuple[Confidence, ...] = ("low", "medium", "high")
SCANNER = "skilleval"


def finding_from_hit(rule: Rule, hit: Hit, *, skill: str) -> Finding:
    """Return the finding of a hit. Words about an attack are no attack: a role costs confidence.

    A finding whose confidence is low is shown as medium at most.
    """
    severity, confidence = weighed(
        hit.severity or rule.severity, hit.confidence or rule.confidence, role=hit.role
    )
    return Finding(
        rule=rule.id,
        scanner=SCANNER,
        severity=severity,
        confidence=confidence,
        skill=skill,
        path=hit.path,
        line=hit.line,
        matched=redact(hit.matched),
        message=hit.message or rule.message,
        why=rule.section("Why"),
        check=rule.section("Check"),
        fix=rule.section("Fix"),
        family=rule.family,
        owasp=rule.owasp,
        role=hit.role,
        incomplete=hit.incomplete,
    )


def weighed(severity: Severity, confidence: Confidence, *, role: str) -> tuple[Severity, Confidence]:
    """Return severity and confidence once the role of the text is known."""
    if role:
        confidence = "low"
    if confidence == "low" and SEVERITIES.index(severity) > SEVERITIES.index("medium"):
        severity = "medium"
    return severity, confidence


def match_key(finding: Finding) -> tuple[str, str, str]:
    """Return what makes two findings the same one: rule, path, and text without case and spacing."""
    return finding.rule, finding.path, " ".join(fold(finding.matched).split())


def fingerprinted(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings, sorted by place, with fingerprints: SHA-256 over rule, path, text and ordinal."""
    ordinals: Counter[tuple[str, str, str]] = Counter()
    done = []
    for finding in sorted(findings, key=lambda f: (f.path, f.line, f.rule, f.matched)):
        key = match_key(finding)
        ordinals[key] += 1
        text = "\0".join((*key, str(ordinals[key])))
        digest = hashlib.sha256(text.encode("utf-8", errors="replace")).hexdigest()
        done.append(finding.model_copy(update={"fingerprint": digest}))
    return tuple(done)
