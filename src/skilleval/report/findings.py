"""Findings as remarks: what SARIF, annotations and a terminal show at a line."""

from collections.abc import Iterable, Iterator
from typing import Final

from skilleval.domain.finding import Finding, Review
from skilleval.domain.remark import Remark, RemarkLevel

LEVELS: Final[dict[str, RemarkLevel]] = {
    "low": "note",
    "medium": "warning",
    "high": "error",
    "critical": "error",
}


def remarks_of(reviews: Iterable[Review]) -> tuple[Remark, ...]:
    """Return the active findings that stand at the head, with paths from the repository's root.

    Fixed and suppressed findings are in no list of active ones.
    """
    return tuple(_remark(finding, review.path) for review in reviews for finding in _active(review))


def _active(review: Review) -> Iterator[Finding]:
    return (one for one in review.findings if one.newness != "fixed" and not one.suppressed)


def _remark(finding: Finding, folder: str) -> Remark:
    words = f"{finding.message} ({finding.newness}, {finding.severity}, confidence {finding.confidence})"
    return Remark(
        rule=finding.rule,
        level=LEVELS[finding.severity],
        skill=finding.skill,
        path=f"{folder}/{finding.path}".lstrip("/"),
        line=finding.line,
        message=words,
        fix=finding.fix,
        fingerprint=finding.fingerprint,
    )
