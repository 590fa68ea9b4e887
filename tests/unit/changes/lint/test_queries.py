"""Lint of query sets."""

import json

from tests.builders_lint import a_subject, lint_of


def rules_for(*, wanted: list[str], unwanted: list[str]) -> list[str]:
    """Return the query rules for these requests."""
    items = [{"query": text, "should_trigger": True} for text in wanted]
    items += [{"query": text, "should_trigger": False} for text in unwanted]
    remarks = lint_of(a_subject({"evals/triggers.json": json.dumps(items)})).remarks
    return [remark.rule for remark in remarks if remark.rule.startswith("queries-")]


GOOD = [f"my supplier sent bill number {n} and the sum looks odd, look into it" for n in range(8)]
NEAR = [f"write an invoice number {n} for the garden work of last week" for n in range(8)]


def test_a_sound_set() -> None:
    """Eight each way, several steps each, near misses: nothing to say."""
    assert rules_for(wanted=GOOD, unwanted=NEAR) == []


def test_too_few_says_what_it_means() -> None:
    """With four queries each way a perfect result may be half as good: the number is in the remark."""
    items = [{"query": text, "should_trigger": True} for text in GOOD[:4]]
    items += [{"query": text, "should_trigger": False} for text in NEAR]
    remarks = lint_of(a_subject({"evals/triggers.json": json.dumps(items)})).remarks
    (remark,) = [remark for remark in remarks if remark.rule == "queries-too-few"]

    assert "51%" in remark.message  # 4 / (4 + 1.96²), Wilson's lower end


def test_one_way() -> None:
    """A set that only asks for firing passes a skill that always fires."""
    assert rules_for(wanted=GOOD, unwanted=[]) == ["queries-one-way"]
    assert rules_for(wanted=[], unwanted=NEAR) == ["queries-one-way"]


def test_one_step_and_far() -> None:
    """Short requests need no skill; a negative about something else tests nothing."""
    assert rules_for(wanted=[*GOOD, "check bill.txt"], unwanted=[*NEAR, "bake me a cake for tomorrow"]) == [
        "queries-far-negative",
        "queries-one-step",
    ]
