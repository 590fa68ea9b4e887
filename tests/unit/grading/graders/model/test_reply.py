"""From replies to grades."""

import pytest

from skilleval.domain.suite import RubricItem
from skilleval.grading.graders.model.reply import UnusableReply, arguments_of, grades_from
from skilleval.grading.graders.model.tools import CONFIRM, RECORD, Confirmed
from tests.builders_grading import a_call_of, a_reply

RUBRIC = (RubricItem(id="R1", text="x"),)


def test_claims_and_feedback_are_passed_on() -> None:
    """Empty lines of feedback are not."""
    claim = {"claim": "c", "quote": "q", "state": "verified", "kind": "k"}
    arguments = {"items": [{"id": "R1", "score": 0}], "claims": [claim], "feedback": [" weak ", ""]}
    reply = grades_from(a_reply([a_call_of(RECORD, arguments)]), RUBRIC)

    assert reply.claims[0].quote == "q"
    assert reply.feedback == ("weak",)


def test_missing_ids_are_named() -> None:
    """The model learns which statement it forgot."""
    with pytest.raises(UnusableReply, match="no grade for R1"):
        grades_from(a_reply([a_call_of(RECORD, {"items": [{"id": "R2", "score": 1}]})]), RUBRIC)


def test_first_call_of_the_tool_counts() -> None:
    """Two calls are one too many; the first is read."""
    calls = [a_call_of(CONFIRM, {"contradicted": True}), a_call_of(CONFIRM, {"contradicted": False})]

    assert arguments_of(a_reply(calls), CONFIRM, Confirmed).contradicted is True
