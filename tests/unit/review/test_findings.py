"""From hits to findings."""

from skilleval.review.findings import finding_from_hit, weighed
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="r",
    family="injection",
    severity="critical",
    owasp="AST01",
    page="What it is.\n\nWhy: It\nhurts.\n\nCheck: Look.\n\nFix: Do not.\n",
)


def test_a_finding_says_what_the_rule_says() -> None:
    """Message, why, check, fix, family and taxonomy come from the rule."""
    finding = finding_from_hit(RULE, Hit("a.md", 3, "words"), skill="tidy")

    assert (finding.message, finding.why, finding.check, finding.fix) == (
        "What it is",
        "It hurts.",
        "Look.",
        "Do not.",
    )
    assert (finding.severity, finding.confidence, finding.owasp) == ("critical", "high", "AST01")


def test_a_role_costs_confidence() -> None:
    """Forbidden, quoted or taught words are of low confidence and medium at most; never gone."""
    assert weighed("critical", "high", role="quoted") == ("medium", "low")
    assert weighed("low", "high", role="quoted") == ("low", "low")
    assert weighed("high", "high", role="") == ("high", "high")


def test_a_hit_may_weigh_otherwise() -> None:
    """A hit's own message and severity win over the rule's."""
    finding = finding_from_hit(RULE, Hit("a.md", 0, "w", message="Special", severity="low"), skill="tidy")

    assert (finding.message, finding.severity) == ("Special", "low")
