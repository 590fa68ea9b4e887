"""Trigger hijacking: a finding that trials make."""

from collections.abc import Sequence
from datetime import date

import pytest

from skilleval.domain.change import ChangeSet
from skilleval.domain.finding import Finding, Review
from skilleval.domain.lift import SkillTables
from skilleval.domain.outside import SUPPRESSIONS_FILE
from skilleval.errors import ConfigError
from skilleval.review.measured import RULE, hijack_finding, not_reviewed, with_measured
from tests.builders_review import a_file
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


def measured(reviews: Sequence[Review], fired: int, base: str = "") -> tuple[Review, ...]:
    """Return the reviews after trials in which so many of twenty requests loaded the skill."""
    tables = (SkillTables(skill="pdf-forms", everyday=an_everyday_table("pdf-forms", fired=fired)),)
    return with_measured(reviews, tables, a_change_set(base), today=date(2026, 1, 2))


def a_change_set(base: str = "") -> ChangeSet:
    """Return a change of one skill, with this suppressions file at the base."""
    files = (a_file(SUPPRESSIONS_FILE, base),) if base else ()
    return ChangeSet(merge_base="a" * 40, changes=(CHANGE,), base_files=files)


def test_reviews_carry_it_once_and_lose_it_again() -> None:
    """Each look replaces the finding of the last; what files say stays as it is."""
    kept = a_finding()
    review = Review(skill="pdf-forms", findings=(kept,))

    once = measured([review], 9)

    assert [one.rule for one in once[0].findings] == [kept.rule, RULE]
    assert measured(once, 9) == once
    assert measured(once, 0) == (review,)
    assert [one.skill for one in not_reviewed(a_change_set())] == ["pdf-forms"]


ENTRY = """version: 1
suppressions:
  - rule: {rule}
    path: skills/pdf-forms/SKILL.md
    reason: It is our front door.
    owner: us
    expires: {expires}
"""


def test_it_is_suppressed_as_any_finding() -> None:
    """An entry of the base covers what trials measured, says why, and is not called unmatched."""
    review = Review(skill="pdf-forms", path="skills/pdf-forms")

    (once,) = measured([review], 9, ENTRY.format(rule=RULE, expires="2026-05-01"))

    assert once.of("introduced") == ()
    assert [f.suppressed for f in once.findings] == ["It is our front door. (us)"]
    assert once.notes == ()


def test_a_models_finding_is_suppressed_too() -> None:
    """What a model reported after the files had been reviewed is covered by the same file."""
    finding = a_finding(rule="model-review", skill="pdf-forms")
    review = Review(skill="pdf-forms", path="skills/pdf-forms", findings=(finding,))

    (once,) = measured([review], 0, ENTRY.format(rule="model-review", expires="2026-05-01"))

    assert once.of("introduced") == ()


@pytest.mark.parametrize("expires", ["2025-12-31", "2027-01-01"])
def test_an_entry_out_of_time_does_not_cover_it(expires: str) -> None:
    """An expired entry, and one that runs longer than 180 days, cover nothing."""
    review = Review(skill="pdf-forms", path="skills/pdf-forms")

    (once,) = measured([review], 9, ENTRY.format(rule=RULE, expires=expires))

    assert [f.rule for f in once.of("introduced")] == [RULE]


def test_an_entry_that_covers_nothing_is_said_once() -> None:
    """It is a note after the trials, once however often they are judged, and gone when it matches."""
    entry = ENTRY.format(rule=RULE, expires="2026-05-01")
    review = Review(skill="pdf-forms", path="skills/pdf-forms", notes=("another",))

    once = measured([review], 0, entry)

    assert [note.partition(":")[0] for note in once[0].notes] == [
        "another",
        "suppression matches nothing in this change",
    ]
    assert measured(once, 0, entry) == once
    assert measured(once, 9, entry)[0].notes == ("another",)
    assert with_measured([review], (), a_change_set(entry), today=date(2026, 1, 2)) == (review,)


def test_a_broken_file_is_said_before_trials_cost_anything() -> None:
    """Where no file is reviewed, the base's suppressions are read all the same."""
    with pytest.raises(ConfigError, match="version"):
        not_reviewed(a_change_set("version: 2\n"))
