"""Quotations that come near to a text."""

import pytest

from skilleval.grading.claims.misquotes import find
from tests.builders_grading import a_scene, states

GIVEN = {
    "terms.md": "Payable within 14 days of receipt.\n"
    "The deposit cannot be refunded after the course has begun.\n",
    "survey.csv": 'id,comment\n1,"Parking is a nightmare"\n2,"Loved the quiet garden"\n',
}


@pytest.mark.parametrize("answer", [
    'The deadline is short ("Payable within 30 days of receipt").',
    'Watch out for “the deposit can\'t be refunded after the course has begun”.',
    'Mind this one: "the deposit cannot be returned after the course has begun".',
    'I replaced "Payable within 10 days of receipt" with a friendlier line.',
    'One guest calls it "an absolute nightmare".', 'Another complains about "noise from the garden".',
    "Here is the passage:\n\n> The deposit must not be refunded after the course has begun.",
])  # fmt: skip
def test_a_passage_with_a_changed_word_is_flagged(answer: str) -> None:
    """Whatever introduces it."""
    assert states(find(a_scene(answer, given=GIVEN, prompt="What are the terms?"))) == ["contradicted"]


@pytest.mark.parametrize("answer", [
    'The deadline is "payable within 14 days of receipt".', 'It warns: "The deposit … has begun."',
    'It says "Payable within [two weeks] of receipt".',
    'You could write "Payable within 30 days of receipt".',
    'I changed it to "Payable within 30 days of receipt".',
    'It never says "Payable within 30 days of receipt".',
    '"Payable within 14 days" → "Payable within 30 days"',
    'A better line: "Payable within 30 days of receipt".',
    'The revised sentence: "Payable within 30 days of receipt".', 'Ring "Blue Harbour Travel" today.',
])  # fmt: skip
def test_what_is_quoted_right_or_offered_as_new_is_left_alone(answer: str) -> None:
    """Changes, proposals, denials and names."""
    assert states(find(a_scene(answer, given=GIVEN, prompt="What are the terms?"))) == []


def test_new_wording_is_what_an_editing_task_asked_for() -> None:
    """Only what is given to the old text is held against it."""
    block = "> Payable within 30 days of receipt, please."
    prompt = "Make this friendlier."

    assert states(find(a_scene(f"Done:\n\n{block}", given=GIVEN, prompt=prompt))) == []
    assert states(find(a_scene(f"The original says:\n\n{block}", given=GIVEN, prompt=prompt))) == [
        "contradicted"
    ]


def test_what_a_tool_returned_may_be_quoted() -> None:
    """A quotation may come from a tool's result as well as from a file."""
    answer = 'It failed with "Payable within 30 days of receipt".'

    assert states(find(a_scene(answer, given={"a.md": "Payable within 30 days of receipt"}))) == []
