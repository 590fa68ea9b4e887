"""What rules find in sentences weighs less where these read like ordinary text."""

from dataclasses import replace

import pytest

from skilleval.domain.finding import Severity
from skilleval.review.classifier import score, stretches, weights
from skilleval.review.page import Page
from skilleval.review.rule import Hit, Rule
from skilleval.review.rules import RULES
from skilleval.review.weighing import CLASSIFIER, NOT_WEIGHED, weighed
from tests.unit.review.test_classifier import DULL, ORDER

RULE = Rule(
    id="some-rule", family="injection", severity="high", owasp="AST01", about="words", page="It holds.\n"
)


def severity_of(
    text: str, *, rule: Rule = RULE, origin: str = "", worded: bool = True, meant: bool = True
) -> Severity:
    """Return the severity of a hit on the whole text, once weighed."""
    page = Page("SKILL.md", "prose", "markdown", text, origin=origin)
    ((_, hit),) = weighed(
        page, [(rule, Hit("SKILL.md", 1, text, span=(0, len(text)), worded=worded, meant=meant))]
    )
    return hit.severity or rule.severity


def test_an_order_of_an_attack_keeps_its_severity() -> None:
    """What the classifier itself would take for an attack is not lowered."""
    assert severity_of(ORDER) == "high"


def test_an_ordinary_sentence_is_folded_and_says_so() -> None:
    """The finding stays, with the reason why it weighs less."""
    page = Page("SKILL.md", "prose", "markdown", DULL)

    ((_, hit),) = weighed(
        page, [(RULE, Hit("SKILL.md", 1, DULL, span=(0, len(DULL)), worded=True, meant=True))]
    )

    assert hit.severity == "low"
    assert "reads like an ordinary one" in hit.message


def test_a_doubtful_sentence_is_at_most_medium(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between ordinary and doubtful a finding is one for the comment, and does not block."""
    monkeypatch.setattr(
        "skilleval.review.weighing.score", lambda _: (weights().doubtful + weights().ordinary) / 2
    )

    assert severity_of(DULL) == "medium"


def test_a_wording_weighs_more_than_parts() -> None:
    """What a rule knows word for word is doubted only where the sentence reads like any other."""
    assert severity_of(DULL, meant=False) == "medium"


def test_a_doubtful_wording_keeps_its_severity(monkeypatch: pytest.MonkeyPatch) -> None:
    """Doubt is not enough against the very words."""
    monkeypatch.setattr("skilleval.review.weighing.score", lambda _: weights().doubtful - 0.1)

    assert severity_of(DULL, meant=False) == "high"


def test_strings_of_data_are_not_weighed() -> None:
    """What stands between the quotation marks of a data file is no sentence of a text."""
    page = Page("x.json", "data", "json", f'{{"note": "{DULL}"}}')

    ((_, hit),) = weighed(page, [(RULE, Hit("x.json", 1, DULL, span=(10, 40), worded=True, meant=True))])

    assert hit.severity is None


def test_an_order_beside_dull_steps_keeps_its_severity() -> None:
    """The best of the sentences around counts: company does not make an order harmless."""
    text = f"{DULL.capitalize()} {ORDER.capitalize()} {DULL.capitalize()}"
    start = text.index("Quietly")
    page = Page("SKILL.md", "prose", "markdown", text)

    ((_, hit),) = weighed(
        page, [(RULE, Hit("SKILL.md", 1, ORDER, span=(start, start + 20), worded=True, meant=True))]
    )

    assert hit.severity is None


def test_a_long_sentence_hides_no_order() -> None:
    """An attacker may put any number of ordinary words before his own."""
    nouns = "component button layout chart slide table form color font grid image video icon"
    dull = " ".join(f"see the {noun} example below for how to use it and" for noun in nouns.split())
    text = f"{dull} {ORDER}"
    page = Page("SKILL.md", "prose", "markdown", text)
    hit = Hit("SKILL.md", 1, ORDER, span=(len(dull) + 1, len(text)), worded=True, meant=True)
    assert max(score(one.words) for one in stretches(page)) < weights().doubtful

    ((_, found),) = weighed(page, [(RULE, hit)])

    assert found.severity is None


@pytest.mark.parametrize("why", ["decoded", "a command", "an address", "critical"])
def test_what_hides_or_runs_is_not_weighed(why: str) -> None:
    """Only words that stand there openly are."""
    rules = {
        "an address": replace(RULE, id="collector-host"),
        "critical": replace(RULE, severity="critical"),
    }
    rule = rules.get(why, RULE)

    found = severity_of(
        DULL, rule=rule, origin="decoded" if why == "decoded" else "", worded=why != "a command"
    )

    assert found == rule.severity


@pytest.mark.parametrize(("line", "severity"), [(DULL, "low"), (ORDER, "high")])
def test_what_stands_in_no_sentence_is_weighed_by_its_line(line: str, severity: Severity) -> None:
    """In code and in titles there are no sentences; the words of the line are there all the same."""
    text = f"Text.\n\n```python\nx = f({line!r})\n```\n"
    page = Page("SKILL.md", "prose", "markdown", text)
    start = text.index(line)

    ((_, hit),) = weighed(
        page, [(RULE, Hit("SKILL.md", 4, "x", span=(start, start + 9), worded=True, meant=True))]
    )

    assert (hit.severity or "high") == severity


def test_rules_that_are_not_weighed_exist() -> None:
    """A rule that is renamed does not fall out of the list unseen."""
    assert {rule.id for rule in RULES} >= NOT_WEIGHED


@pytest.mark.parametrize(("severity", "said"), [("high", []), ("medium", ["injection-classifier"])])
def test_the_classifier_says_nothing_twice(severity: Severity, said: list[str]) -> None:
    """Beside a rule's finding as grave its own adds nothing; beside a lighter one it does."""
    page = Page("SKILL.md", "prose", "markdown", ORDER)
    whole = (0, len(ORDER))
    hits = [
        (RULE, Hit("SKILL.md", 1, ORDER, span=(3, 9), severity=severity)),
        (replace(RULE, id=CLASSIFIER), Hit("SKILL.md", 1, ORDER, span=whole, worded=True, meant=True)),
    ]

    assert [rule.id for rule, _ in weighed(page, hits)] == ["some-rule", *said]
