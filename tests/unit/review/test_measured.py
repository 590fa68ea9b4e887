"""Trigger hijacking: a finding that trials make."""

import pytest

from skilleval.domain.finding import Finding, Review
from skilleval.domain.lift import SkillTables
from skilleval.review.measured import RULE, hijack_finding, not_reviewed, with_measured
from tests.builders_routes import a_skill_change
from tests.builders_routing import an_everyday_table
from tests.builders_stats import a_finding

CHANGE = a_skill_change()


def finding(fired: int, before: int | None) -> Finding | None:
    return hijack_finding(an_everyday_table("pdf-forms", fired=fired, before=before), CHANGE)


@pytest.mark.parametrize(
    ("fired", "before", "severity", "confidence", "newness"),
    [
        (20, 0, "high", "high", "introduced"),
        (5, 0, "high", "high", "introduced"),
        (5, None, "high", "high", "introduced"),
        (6, 3, "high", "medium", "introduced"),
        (3, 0, "medium", "medium", "introduced"),
        (6, 6, "high", "high", "existing"),
        (2, 5, "medium", "medium", "existing"),
        (0, 6, "high", "high", "fixed"),
    ],
)
def test_severity_and_newness_follow_the_counts(
    fired: int, before: int | None, severity: str, confidence: str, newness: str
) -> None:
    """Five of twenty against none blocks; a rise that may be chance, or was there before, does not."""
    found = finding(fired, before)

    assert found is not None
    assert (found.severity, found.confidence, found.newness) == (severity, confidence, newness)
    assert (found.rule, found.skill, found.path) == (RULE, "pdf-forms", "SKILL.md")


@pytest.mark.parametrize(("fired", "before"), [(0, 0), (1, 0), (1, None), (0, 1)])
def test_a_modest_description_is_no_finding(fired: int, before: int | None) -> None:
    """One stray load of twenty is no claim on everything."""
    assert finding(fired, before) is None


def test_the_message_says_n_and_interval() -> None:
    """A number says what it rests on, and what it was before."""
    found = finding(6, 0)

    assert found is not None
    assert "6 of 20 everyday requests" in found.message
    assert "95 % interval 15% to 52%" in found.message
    assert "before it was 0 of 20" in found.message
    assert "17 percent" in found.matched


def test_reviews_carry_it_once_and_lose_it_again() -> None:
    """Each look replaces the finding of the last; what files say stays as it is."""
    kept = a_finding()
    review = Review(skill="pdf-forms", findings=(kept,))
    loud = (SkillTables(skill="pdf-forms", everyday=an_everyday_table("pdf-forms", fired=9)),)
    quiet = (SkillTables(skill="pdf-forms", everyday=an_everyday_table("pdf-forms", fired=0)),)

    once = with_measured([review], loud, [CHANGE])
    twice = with_measured(once, loud, [CHANGE])

    assert [one.rule for one in once[0].findings] == [kept.rule, RULE]
    assert twice == once
    assert with_measured(once, quiet, [CHANGE]) == (review,)
    assert [one.skill for one in not_reviewed([CHANGE])] == ["pdf-forms"]
