"""From a model's reply to grades: bound by id, complete, or refused with a reason that it can act on."""

from collections.abc import Sequence
from typing import TypeVar

from pydantic import ValidationError

from skilleval.domain.suite import RubricItem
from skilleval.domain.value import Value
from skilleval.grading.graders.model.tools import READ, RECORD, Readings, Recorded, RecordedItem
from skilleval.ports import (
    GraderClaim,
    GraderItem,
    GraderReply,
    ModelReply,
    ReadingQuestion,
    ReadingReply,
    ToolUseBlock,
)

ValueT = TypeVar("ValueT", bound=Value)


class UnusableReply(Exception):
    """A reply that holds no usable grades; the message says what is wrong with it."""


def grades_from(reply: ModelReply, rubric: Sequence[RubricItem]) -> GraderReply:
    """Return the grades of every rubric item. Raises UnusableReply."""
    recorded = arguments_of(reply, RECORD, Recorded)
    given = {item.id: item for item in recorded.items}
    missing = [item.id for item in rubric if item.id not in given]
    if missing:
        raise UnusableReply(f"no grade for {', '.join(missing)}")
    return GraderReply(
        items=tuple(_item(given[item.id], item) for item in rubric),
        claims=tuple(GraderClaim(**claim.model_dump()) for claim in recorded.claims),
        feedback=tuple(line.strip() for line in recorded.feedback if line.strip()),
        usage=reply.usage,
    )


def readings_from(reply: ModelReply, questions: Sequence[ReadingQuestion]) -> tuple[ReadingReply, ...]:
    """Return one reading for each question, in order. Raises UnusableReply."""
    given = {one.id: one for one in arguments_of(reply, READ, Readings).readings}
    missing = [asked.id for asked in questions if asked.id not in given]
    if missing:
        raise UnusableReply(f"nothing is said of {', '.join(missing)}")
    said = (given[asked.id] for asked in questions)
    return tuple(ReadingReply(id=one.id, states=one.states, reason=one.reason.strip()) for one in said)


def arguments_of(reply: ModelReply, tool: str, kind: type[ValueT]) -> ValueT:
    """Return the arguments of the one call of `tool`. Raises UnusableReply."""
    calls = [block for block in reply.content if isinstance(block, ToolUseBlock) and block.name == tool]
    if not calls:
        raise UnusableReply(_without_call(reply, tool))
    try:
        return kind.model_validate(calls[0].input)
    except ValidationError as exc:
        first = exc.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise UnusableReply(f"`{tool}` was called with bad arguments: {where}: {first['msg']}") from exc


def _without_call(reply: ModelReply, tool: str) -> str:
    if reply.stop_reason == "refusal":
        return "the grader refused"
    if reply.stop_reason == "max_tokens":
        return "the reply was cut off at its limit of tokens"
    return f"`{tool}` was not called; prose is not read"


def _item(recorded: RecordedItem, item: RubricItem) -> GraderItem:
    """Return the grade on the item's own scale: pass-fail knows no half, and in doubt it is not met."""
    score = float(recorded.score >= 1) if item.scale == "pass-fail" else float(recorded.score)
    return GraderItem(
        id=item.id,
        score=score,
        evidence=recorded.quote.strip(),
        reason=recorded.reason.strip(),
        absence=recorded.absence,
    )
