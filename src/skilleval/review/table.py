"""The table of all rules, for `skilleval rules`: our own, semgrep's and bandit's."""

from collections.abc import Iterator

from skilleval.domain.value import Value
from skilleval.review.rules import RULES
from skilleval.review.scanners.bandit.tests import TESTS
from skilleval.review.scanners.semgrep import Words, rules_as_shipped


class RuleRow(Value):
    """One rule: what `rules` lists, and its page in Markdown, which `rules show ID` prints."""

    id: str
    scanner: str
    family: str
    severity: str
    confidence: str
    owasp: str
    title: str
    page: str


def rule_table() -> tuple[RuleRow, ...]:
    """Return all rules, sorted by family and id."""
    rows = (*_own_rows(), *_semgrep_rows(), *_bandit_rows())
    return tuple(sorted(rows, key=lambda row: (row.family, row.id)))


def _own_rows() -> Iterator[RuleRow]:
    for rule in RULES:
        yield RuleRow(
            id=rule.id,
            scanner="skilleval",
            family=rule.family,
            severity=rule.severity,
            confidence=rule.confidence,
            owasp=rule.owasp,
            title=rule.message,
            page=rule.page.strip() + "\n",
        )


def _semgrep_rows() -> Iterator[RuleRow]:
    for rule in rules_as_shipped():
        words = Words.model_validate(rule["metadata"])
        title = str(rule["message"])
        yield RuleRow(
            id=str(rule["id"]),
            scanner="semgrep",
            family=words.family,
            severity={"ERROR": "high", "WARNING": "medium"}.get(str(rule["severity"]), "low"),
            confidence=words.confidence,
            owasp=words.owasp,
            title=title,
            page=_page(title, why=words.why, check=words.check, fix=words.fix),
        )


def _bandit_rows() -> Iterator[RuleRow]:
    for test_id, test in TESTS.items():
        yield RuleRow(
            id=f"bandit-{test_id.lower()}",
            scanner="bandit",
            family=test.family,
            severity="medium",
            confidence="medium",
            owasp="AST01",
            title=test.message,
            page=_page(test.message, why=test.why, check=test.check, fix=test.fix),
        )


def _page(title: str, *, why: str, check: str, fix: str) -> str:
    return f"{title}.\n\nWhy: {why}\n\nCheck: {check}\n\nFix: {fix}\n"
