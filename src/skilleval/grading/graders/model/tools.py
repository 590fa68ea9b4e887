"""The tools through which a grading model answers: their schemas are the format of its reply."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from skilleval.domain.value import Value
from skilleval.grading.claims.kinds import KINDS
from skilleval.ports import JsonObject

RECORD = "record_grades"
CONFIRM = "confirm_claim"
READ = "confirm_readings"
PAIR = "judge_pair"


def _in_halves(score: float) -> float:
    if score not in {0.0, 0.5, 1.0}:
        raise ValueError("score must be 0, 0.5 or 1")
    return score


class RecordedItem(Value):
    """One rubric item, as the model grades it."""

    id: str
    score: Annotated[float, AfterValidator(_in_halves)]
    quote: str = ""
    absence: bool = False
    reason: str = ""


class RecordedClaim(Value):
    """One claim, as the model judges it."""

    claim: str
    type: Literal["factual", "process", "quality"] = "factual"
    kind: str = ""
    quote: str
    state: Literal["verified", "contradicted", "unchecked"]
    evidence: str = ""


class Recorded(Value):
    """The arguments of `record_grades`."""

    items: tuple[RecordedItem, ...]
    claims: tuple[RecordedClaim, ...] = ()
    feedback: tuple[str, ...] = ()


class Confirmed(Value):
    """The arguments of `confirm_claim`."""

    contradicted: bool
    quote: str = ""
    reason: str = ""


class RecordedReading(Value):
    """One passage: whether it states what it was read to state."""

    id: str
    states: bool
    reason: str = ""


class Readings(Value):
    """The arguments of `confirm_readings`."""

    readings: tuple[RecordedReading, ...]


class Pair(Value):
    """The arguments of `judge_pair`: a number from 0 to 10 for each answer."""

    first: Annotated[float, Field(ge=0, le=10)]
    second: Annotated[float, Field(ge=0, le=10)]
    reason: str = ""


def record_tool() -> JsonObject:
    """Return the definition of `record_grades` for the Messages API."""
    item = _object(
        id=_TEXT,
        score={"type": "number", "enum": [0, 0.5, 1]},
        quote=_TEXT,
        absence={"type": "boolean"},
        reason=_TEXT,
    )
    claim = _object(
        claim=_TEXT,
        type={"type": "string", "enum": ["factual", "process", "quality"]},
        kind={"type": "string", "description": f"one of: {'; '.join(KINDS)}; or `other: …`"},
        quote=_TEXT,
        state={"type": "string", "enum": ["verified", "contradicted", "unchecked"]},
        evidence=_TEXT,
    )
    schema = _object(items=_list(item), claims=_list(claim), feedback=_list(_TEXT))
    return {"name": RECORD, "description": "Record grades, claims and feedback.", "input_schema": schema}


def confirm_tool() -> JsonObject:
    """Return the definition of `confirm_claim` for the Messages API."""
    schema = _object(contradicted={"type": "boolean"}, quote=_TEXT, reason=_TEXT)
    return {"name": CONFIRM, "description": "Say whether the claim is contradicted.", "input_schema": schema}


def read_tool() -> JsonObject:
    """Return the definition of `confirm_readings` for the Messages API."""
    reading = _object(id=_TEXT, states={"type": "boolean"}, reason=_TEXT)
    schema = _object(readings=_list(reading))
    return {"name": READ, "description": "Say what each passage states.", "input_schema": schema}


def pair_tool() -> JsonObject:
    """Return the definition of `judge_pair` for the Messages API."""
    number: JsonObject = {"type": "number", "minimum": 0, "maximum": 10}
    schema = _object(first=number, second=number, reason=_TEXT)
    return {"name": PAIR, "description": "Give each answer a number from 0 to 10.", "input_schema": schema}


_TEXT: JsonObject = {"type": "string"}


def _list(items: JsonObject) -> JsonObject:
    return {"type": "array", "items": items}


def _object(**properties: JsonObject) -> JsonObject:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
