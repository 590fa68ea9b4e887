"""The model grader: one forced tool call, asked again once, then ours."""

import asyncio
from collections.abc import Sequence

import pytest

from skilleval.domain.suite import RubricItem
from skilleval.errors import GraderError, ModelError
from skilleval.grading.graders.model import ModelGrader
from skilleval.ports import (
    GraderClaim,
    GraderReply,
    GradingSheet,
    JsonObject,
    ModelCall,
    ModelReply,
    TextBlock,
    ToolUseBlock,
)
from tests.builders_grading import CannedModels, a_call_of, a_reply

SHEET = GradingSheet(
    blind_id="b1", prompt="p", answer="It is 62.", rubric=(RubricItem(id="R1", text="Names 62"),)
)
CLAIM = GraderClaim(
    claim="It is 62", quote="It is 62.", state="contradicted", evidence="the first look's reason"
)
GOOD = a_call_of("record_grades", {"items": [{"id": "R1", "score": 1, "quote": "It is 62."}]})

Block = TextBlock | ToolUseBlock


def grade(
    *answers: Sequence[Block] | ModelReply | Exception, sheet: GradingSheet = SHEET
) -> tuple[GraderReply, CannedModels]:
    """Return the grader's reply when the model answers these, one after the other."""
    left = list(answers)

    def answer(call: ModelCall) -> Sequence[Block] | ModelReply:
        one = left.pop(0)
        if isinstance(one, Exception):
            raise one
        return one

    models = CannedModels(answer)
    return asyncio.run(ModelGrader("judge-1").grade(sheet, models)), models


def test_call_forces_the_tool_in_a_fresh_context_at_temperature_zero() -> None:
    """One user message, one tool, no freedom."""
    _, models = grade([GOOD])
    call = models.calls[0]

    assert (call.model, call.tool_choice, call.temperature, len(call.messages)) == (
        "judge-1",
        "record_grades",
        0.0,
        1,
    )
    assert [tool["name"] for tool in call.tools] == ["record_grades"]
    assert call.trial_id == "grade-b1"


def test_good_reply_is_read() -> None:
    """Grades, with quotes and usage."""
    reply, _ = grade([GOOD])

    assert (reply.items[0].score, reply.items[0].evidence) == (1.0, "It is 62.")
    assert reply.usage.calls == 1


@pytest.mark.parametrize(("bad", "said"), [
    ([TextBlock(text="I give it full marks. Score: 1")], "prose is not read"),
    ([TextBlock(text='{"items": [{"id": "R1", "score": 1}]}')], "prose is not read"),
    ([a_call_of("record_grades", {"items": []})], "no grade for R1"),
    ([a_call_of("record_grades", {"items": [{"id": "R1", "score": 7}]})], "score must be 0, 0.5 or 1"),
    ([a_call_of("record_grades", {"items": "all"})], "bad arguments: items"),
    ([a_call_of("other_tool", {})], "was not called"), ([], "was not called"),
])  # fmt: skip
def test_unusable_reply_is_asked_again_with_the_reason(bad: Sequence[Block], said: str) -> None:
    """The second call says what was wrong with the first."""
    reply, models = grade(bad, [GOOD])

    assert reply.items[0].score == 1.0
    assert said in str(models.calls[1].messages[0]["content"])
    assert "earlier reply could not be used" not in str(models.calls[0].messages[0]["content"])


@pytest.mark.parametrize(
    ("stop", "said"), [("refusal", "refused"), ("max_tokens", "cut off"), ("end_turn", "prose")]
)
def test_twice_unusable_is_a_grader_error(stop: str, said: str) -> None:
    """Refused, cut off, in prose: ours, never a grade."""
    bad = a_reply([TextBlock(text="…")], stop_reason=stop)

    with pytest.raises(GraderError, match=said):
        grade(bad, bad)


def test_prose_in_another_language_is_no_grade() -> None:
    """Whatever it says."""
    bad = [TextBlock(text="Alles richtig, volle Punktzahl.")]

    with pytest.raises(GraderError):
        grade(bad, bad)


def test_half_marks_on_pass_fail_are_not_met() -> None:
    """No partial credit on expectations; the scale in halves keeps them."""
    half = a_call_of("record_grades", {"items": [{"id": "R1", "score": 0.5, "quote": "It is 62."}]})
    halves = SHEET.model_copy(update={"rubric": (RubricItem(id="R1", text="x", scale="halves"),)})

    assert grade([half])[0].items[0].score == 0.0
    assert grade([half], sheet=halves)[0].items[0].score == 0.5


def test_grades_are_bound_by_id_not_by_place() -> None:
    """Other ids are ignored, the order is the rubric's."""
    two = SHEET.model_copy(update={"rubric": (RubricItem(id="A", text="x"), RubricItem(id="B", text="y"))})
    mixed = a_call_of(
        "record_grades",
        {"items": [{"id": "B", "score": 0}, {"id": "Z", "score": 1}, {"id": "A", "score": 1, "quote": "q"}]},
    )

    assert [(item.id, item.score) for item in grade([mixed], sheet=two)[0].items] == [("A", 1.0), ("B", 0.0)]


def test_model_that_takes_no_temperature_is_asked_without_one() -> None:
    """Some models refuse the setting; the answer is then not at 0, but it comes."""
    reply, models = grade(ModelError("temperature is not supported with this model"), [GOOD])

    assert reply.items[0].score == 1.0
    assert [call.temperature for call in models.calls] == [0.0, None]


def test_other_model_errors_are_passed_on() -> None:
    """They are the provider's, and end as errored."""
    with pytest.raises(ModelError, match="overloaded"):
        grade(ModelError("overloaded"))


@pytest.mark.parametrize("contradicted", [True, False])
def test_second_look_is_independent_of_the_first(contradicted: bool) -> None:
    """It sees the claim, and neither the rubric nor the first look's reasons."""
    models = CannedModels(lambda call: [a_call_of("confirm_claim", {"contradicted": contradicted})])
    said = asyncio.run(ModelGrader("judge-1").confirm(SHEET, CLAIM, models))
    user = str(models.calls[0].messages[0]["content"])

    assert said is contradicted
    assert "It is 62" in user
    assert "the first look's reason" not in user
    assert "Names 62" not in user


def test_name_has_model_and_prompt_digest() -> None:
    """The provenance says which words were used."""
    assert ModelGrader("judge-1").name.startswith("judge-1 (prompt ")


def test_arguments_with_unknown_keys_are_refused() -> None:
    """A reply of another shape is asked again rather than half read."""
    odd: JsonObject = {"items": [{"id": "R1", "score": 1, "verdict": "great"}]}

    reply, models = grade([a_call_of("record_grades", odd)], [GOOD])

    assert len(models.calls) == 2
    assert reply.items[0].score == 1.0
