"""The tools' schemas and what they accept are one thing."""

import pytest
from pydantic import ValidationError

from skilleval.grading.claims.kinds import KINDS
from skilleval.grading.graders.model.tools import (
    Confirmed,
    Recorded,
    RecordedClaim,
    RecordedItem,
    confirm_tool,
    record_tool,
)


def properties(schema: object) -> set[str]:
    """Return the names of an object schema's properties."""
    assert isinstance(schema, dict)
    return set(schema["properties"])


def test_schemas_name_what_the_models_read() -> None:
    """No field is asked for that nobody reads, and the other way round."""
    record = record_tool()["input_schema"]
    assert isinstance(record, dict)

    assert properties(record) == set(Recorded.model_fields)
    assert properties(record["properties"]["items"]["items"]) == set(RecordedItem.model_fields)
    assert properties(record["properties"]["claims"]["items"]) == set(RecordedClaim.model_fields)
    assert properties(confirm_tool()["input_schema"]) == set(Confirmed.model_fields)


def test_kinds_are_offered_to_the_model() -> None:
    """So that the same mistake gets the same words."""
    assert all(kind in str(record_tool()) for kind in KINDS)


@pytest.mark.parametrize("score", [0.3, 2, -1, "full"])
def test_only_halves_are_scores(score: object) -> None:
    """0, 0.5 and 1."""
    with pytest.raises(ValidationError):
        RecordedItem.model_validate({"id": "R1", "score": score})
