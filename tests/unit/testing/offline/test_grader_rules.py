"""The offline grader's replies."""

import pytest

from skilleval.domain.suite import RubricItem
from skilleval.grading.graders.model.prompt import confirm_prompt, grading_prompt, reading_prompt
from skilleval.grading.graders.model.tools import Confirmed, Readings, Recorded
from skilleval.ports import GraderClaim, GradingSheet, JsonObject, ReadingQuestion
from skilleval.testing.offline.grader_rules import answer_grading

SHEET = GradingSheet(
    blind_id="b", prompt="Is it right?", answer="The total is 62.00. The file has 9 rows.",
    given_files=(("bill.csv", "a\n62.00\n"),), rubric=(RubricItem(id="R1", text="Names the total of 62.00"),),
)  # fmt: skip


def ask(tool: str, user: str) -> JsonObject:
    """Return the arguments with which the offline grader calls a tool."""
    body: JsonObject = {"tools": [{"name": tool}], "messages": [{"role": "user", "content": user}]}
    (block,) = answer_grading(body)
    assert block["type"] == "tool_use"
    assert block["name"] == tool
    arguments = block["input"]
    assert isinstance(arguments, dict)
    return arguments


def test_grades_have_the_shape_that_is_asked_for() -> None:
    """The arguments pass the same model as those of a real grader."""
    recorded = Recorded.model_validate(ask("record_grades", grading_prompt(SHEET)[1]))

    assert [(item.id, item.score) for item in recorded.items] == [("R1", 1.0)]
    assert [claim.state for claim in recorded.claims] == ["contradicted"]


@pytest.mark.parametrize(
    ("quote", "contradicted"), [("The file has 9 rows.", True), ("The total is 62.00.", False)]
)
def test_second_look_is_its_own(quote: str, contradicted: bool) -> None:
    """It counts again."""
    claim = GraderClaim(claim="c", quote=quote, state="contradicted")
    confirmed = Confirmed.model_validate(ask("confirm_claim", confirm_prompt(SHEET, claim)[1]))

    assert confirmed.contradicted is contradicted


@pytest.mark.parametrize(
    ("quote", "reading", "states"),
    [
        ("It has nine rows.", "how many rows bill.csv has; the number it states for it is 9", True),
        ("It has 9 rows.", "how many rows bill.csv has; the number it states for it is 8", False),
        ("It has nine rows.", "the length in words of it; the number it states for it is 9", False),
        ("It is nine words.", "the length in words of it; the number it states for it is 9", True),
        ("It should have 9 rows.", "how many rows it has; the number it states for it is 9", False),
        ('It says "paid".', "that “paid” stands in bill.csv, word for word", True),
        ('It says "paid".', "that “due” stands in bill.csv, word for word", False),
        ("It has 9 rows.", "that the assistant ran `make` in this work", False),
    ],
)
def test_passage_is_read_by_its_words(quote: str, reading: str, states: bool) -> None:
    """Number, unit and quoted text must stand there; a wish states nothing."""
    sheet = SHEET.model_copy(update={"answer": quote})
    question = ReadingQuestion(id="P1", quote=quote, reading=reading)
    said = Readings.model_validate(ask("confirm_readings", reading_prompt(sheet, [question])[1]))

    assert [one.states for one in said.readings] == [states]


def test_passage_that_is_not_in_the_answer_states_nothing() -> None:
    """Nobody puts words into an answer."""
    question = ReadingQuestion(id="P1", quote="It is 5.", reading="how many it has")
    said = Readings.model_validate(ask("confirm_readings", reading_prompt(SHEET, [question])[1]))

    assert said.readings[0].states is False


def test_same_request_same_reply() -> None:
    """Nothing comes from the clock or from chance."""
    body: JsonObject = {
        "tools": [{"name": "record_grades"}],
        "messages": [{"role": "user", "content": grading_prompt(SHEET)[1]}],
    }

    assert answer_grading(body) == answer_grading(body)


def test_changing_the_answer_changes_the_grade() -> None:
    """No result is written down beforehand."""
    poorer = SHEET.model_copy(update={"answer": "The total is 63.00."})
    recorded = Recorded.model_validate(ask("record_grades", grading_prompt(poorer)[1]))

    assert recorded.items[0].score == 0.0
    assert recorded.claims == ()
