"""Each rule has a page, a bundle that it hits and one that it leaves alone."""

from pathlib import Path

import pytest

from skilleval.review.inspect import own_findings
from skilleval.review.rules import PAGE_RULES
from tests.builders_review import a_reading, bundle_from_folder

DATA = Path(__file__).parents[2] / "data" / "bundles"
IDS = [rule.RULE.id for rule in PAGE_RULES]


@pytest.mark.parametrize("rule_id", IDS)
def test_it_hits_its_bundles(rule_id: str) -> None:
    """Every file of the hit bundle but SKILL.md, or SKILL.md alone, is hit by the rule."""
    for bundle in bundles(rule_id, "hit"):
        assert any(f.rule == rule_id for f in own_findings(a_reading(bundle_from_folder(bundle)))), bundle


@pytest.mark.parametrize("rule_id", IDS)
def test_it_leaves_clean_bundles_alone(rule_id: str) -> None:
    """What looks alike and is harmless is not hit with full confidence."""
    for bundle in bundles(rule_id, "clean"):
        findings = own_findings(a_reading(bundle_from_folder(bundle)))
        assert [f for f in findings if f.rule == rule_id and f.confidence != "low"] == []


@pytest.mark.parametrize("rule", PAGE_RULES, ids=IDS)
def test_its_docstring_is_a_page(rule: object) -> None:
    """A rule's docstring has a message and the paragraphs Why, Check and Fix."""
    words = rule.RULE  # type: ignore[attr-defined]
    assert words.message
    assert all(words.section(name) for name in ("Why", "Check", "Fix"))


def bundles(rule_id: str, kind: str) -> list[Path]:
    """Return the folder of a rule's hit or clean bundle, which has to be there."""
    folder = DATA / rule_id / kind
    assert folder.is_dir(), f"{folder} is missing"
    return [folder]
