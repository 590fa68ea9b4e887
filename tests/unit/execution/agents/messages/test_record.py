"""The record of a run."""

from skilleval.domain.policy import Limits
from skilleval.domain.trial import Completed, TimedOut, Usage
from skilleval.execution.agents.messages.listing import listing_of
from skilleval.execution.agents.messages.record import Record
from skilleval.ports import AgentTask, ModelReply, TextBlock
from skilleval.testing.model import says

TASK = AgentTask(trial_id="abc", prompt="Do it.", model="asked", limits=Limits())


def a_record() -> Record:
    return Record(TASK, listing_of([]), version="1", tools=["Read"])


def test_evidence_at_any_time() -> None:
    """A run that was cut off before its first reply leaves evidence, too."""
    evidence = a_record().evidence(TimedOut(reason="no answer within 1 s"))

    assert (evidence.answer, evidence.usage, evidence.model) == ("", Usage(), "asked")
    assert [event["type"] for event in evidence.transcript] == ["system", "user", "result"]
    assert evidence.transcript[-1]["is_error"] is True


def test_model_that_answered_is_named() -> None:
    """The evidence names the model that answered, not only the one that was asked for."""
    record = a_record()
    record.heard(says("hi"))

    assert record.evidence(Completed()).model == "scripted"


def test_empty_text_is_not_sent_back() -> None:
    """The API refuses empty text blocks, so they are not repeated to it."""
    record = a_record()
    record.heard(
        ModelReply(
            content=(TextBlock(text=""), TextBlock(text="a")), stop_reason="x", usage=Usage(), model="m"
        )
    )

    assert record.messages[-1] == {"role": "assistant", "content": [{"type": "text", "text": "a"}]}
