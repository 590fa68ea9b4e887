"""The table of all rules, for `skilleval rules`: our own, semgrep's and bandit's."""

from collections.abc import Iterator

from skilleval.domain.everyday import EVERYDAY
from skilleval.domain.value import Value
from skilleval.review import measured
from skilleval.review.rules import RULES
from skilleval.review.scanners.bandit.tests import TESTS
from skilleval.review.scanners.semgrep import rules_as_shipped
from skilleval.review.scanners.semgrep.engine import Words


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
    rows = (*_own_rows(), *_semgrep_rows(), *_bandit_rows(), *_OTHERS, _MEASURED)
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


_MEASURED = RuleRow(
    id=measured.RULE,
    scanner=measured.SCANNER,
    family=measured.FAMILY,
    severity="high",
    confidence="high",
    owasp=measured.OWASP,
    title=measured.TITLE,
    page=_page(
        measured.TITLE,
        why=f"{measured.WHY} It is measured: {len(EVERYDAY)} everyday requests are tried in both arms.",
        check=measured.CHECK,
        fix=measured.FIX,
    ),
)
_OTHERS = tuple(
    RuleRow(
        id=rule_id,
        scanner=scanner,
        family="files" if scanner != "model" else "injection",
        severity=severity,
        confidence="high" if scanner != "model" else "medium",
        owasp="AST08" if scanner != "model" else "AST01",
        title=title,
        page=_page(title, why=why, check=check, fix=fix),
    )
    for rule_id, scanner, severity, title, why, check, fix in (
        (
            "scan-gave-up",
            "semgrep",
            "high",
            "An analyser gave up on a file",
            "A file that no analyser can finish is not known to be clean.",
            "Is the file generated or minified, or built to exhaust analysers?",
            "Split the file, or leave generated code out of the skill.",
        ),
        (
            "unparsable-code",
            "bandit",
            "low",
            "Python code does not parse",
            "Analysers of Python code see nothing in it; only the text rules read it.",
            "Is it a template or another version of Python, or is it meant to hide?",
            "Make the file parse, or give it another suffix.",
        ),
        (
            "model-review",
            "model",
            "medium",
            "A model objects to a line of the diff",
            "A model read the change and names something that the user would object to.",
            "Does the line say it, too?",
            "If it is right, take the line out or say plainly in the description what it does.",
        ),
    )
)
