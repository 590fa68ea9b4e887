"""Lint of descriptions."""

import pytest

from tests.builders_lint import DESCRIPTION, a_subject, lint_of, rules_of


def rules_for(description: str) -> list[str]:
    """Return the rules for a skill with this description."""
    return rules_of(a_subject(description=description))


def test_a_sound_one() -> None:
    """What, when, third person, and beyond its own words: nothing to say but the length."""
    assert rules_for(DESCRIPTION) == []


@pytest.mark.parametrize(
    ("description", "rule"),
    [
        ("Checks invoices for wrong totals, even if they are long.", "description-when"),
        ("I check invoices whenever the user asks.", "description-person"),
        ("Helps you check invoices, whenever the user asks.", "description-person"),
        ("Checks <invoice> files whenever the user asks.", "description-angle-brackets"),
        ("Checks invoices. Use when a user asks for it.", "description-pushy"),
    ],
)
def test_faults(description: str, rule: str) -> None:
    """Each fault has its rule."""
    assert rules_for(description) == [rule]


def test_what_users_say_may_be_quoted() -> None:
    """Words in quotes are the users', and speak as users do."""
    assert rules_for("Checks invoices, whenever a user says “check my bill” or 'is my bill right'.") == []


def test_siblings() -> None:
    """Two skills that say nearly the same compete; the same skill kept in two places does not."""
    one = a_subject(name="invoice-check")
    like = a_subject(name="bill-check", description=DESCRIPTION.replace("Checks", "Reviews"))
    remarks = [remark for remark in lint_of(one, like).remarks if remark.rule == "description-overlap"]

    assert [remark.path for remark in remarks] == ["skills/bill-check/SKILL.md"]
    assert "invoice-check" in remarks[0].message
    assert "description-overlap" not in rules_of(one, a_subject(name="invoice-check"))
