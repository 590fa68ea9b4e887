"""Each rule has a page, a bundle that it hits and one that it leaves alone."""

from pathlib import Path

import pytest

from skilleval.domain.finding import Finding
from skilleval.review.inspect import own_findings
from skilleval.review.reading import Memo, reading_of
from skilleval.review.rule import Rule
from skilleval.review.rules import RULES
from tests.builders_review import POLICY, a_bundle, a_file, a_reading, bundle_from_folder

DATA = Path(__file__).parents[2] / "data" / "bundles"
NEEDS_GIT_MODES = {"outward-link"}
IDS = [rule.id for rule in RULES if rule.id not in NEEDS_GIT_MODES]


@pytest.mark.parametrize("rule_id", IDS)
def test_it_hits_its_bundle(rule_id: str) -> None:
    """The hit bundle has a finding of the rule that is not lowered by a role."""
    assert [f for f in found_in_folder(rule_id, "hit") if f.rule == rule_id and not f.role]


@pytest.mark.parametrize("rule_id", IDS)
def test_it_leaves_the_clean_bundle_alone(rule_id: str) -> None:
    """What looks alike and is harmless is not hit, or with low confidence only."""
    assert [f for f in found_in_folder(rule_id, "clean") if f.rule == rule_id and f.confidence != "low"] == []


@pytest.mark.parametrize("rule", RULES, ids=[rule.id for rule in RULES])
def test_its_docstring_is_a_page(rule: Rule) -> None:
    """A rule's docstring has a message and the paragraphs Why, Check and Fix."""
    assert rule.message
    assert rule.section("Why")
    assert rule.section("Check")
    assert rule.section("Fix")


def test_every_folder_belongs_to_a_rule() -> None:
    """No bundle is left behind when a rule goes."""
    assert {folder.name for folder in DATA.iterdir()} == set(IDS)


@pytest.mark.parametrize(
    ("mode", "content", "hit"),
    [
        ("120000", "/etc/passwd", True),
        ("120000", "../../other/SKILL.md", True),
        ("120000", "../SKILL.md", False),
        ("160000", "", True),
        ("100644", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n", True),
        ("100644", "plain\n", False),
    ],
)
def test_outward_links(mode: str, content: str, *, hit: bool) -> None:
    """Links that leave the folder, submodules and storage pointers are hit; links within it are not."""
    bundle = a_bundle()
    linked = bundle.model_copy(update={"files": (*bundle.files, a_file("a/x", content, mode=mode))})

    found = own_findings(reading_of(linked, POLICY, Memo()))

    assert any(f.rule == "outward-link" for f in found) is hit


def found_in_folder(rule_id: str, kind: str) -> tuple[Finding, ...]:
    """Return what our rules find in a rule's hit or clean bundle."""
    folder = DATA / rule_id / kind
    assert folder.is_dir(), f"{folder} is missing"
    return own_findings(a_reading(bundle_from_folder(folder)))
