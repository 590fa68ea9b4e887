"""Requests on the side get short and valid answers."""

import json

import jsonschema

from skilleval.ports import JsonObject
from skilleval.testing.offline.side_rules import answer_side, fill_schema
from skilleval.testing.offline.wire import messages_request
from tests.builders_offline import a_body

SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "title": {"type": "string"},
        "is_new": {"type": "boolean"},
        "rank": {"type": "integer", "minimum": 1},
        "kind": {"enum": ["a", "b"]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "more": {"type": "object", "properties": {"n": {"type": "null"}}, "required": ["n"]},
        "extra": {"type": "string"},
    },
    "required": ["title", "is_new", "rank", "kind", "tags", "more"],
}


def text_of(body: JsonObject) -> str:
    """Return the answer's text."""
    return str(answer_side(messages_request(body))[0]["text"])


def test_filled_schema_is_valid() -> None:
    """What is filled in satisfies the schema, and nothing that is not required is filled in."""
    value = fill_schema(SCHEMA, "Hello")

    jsonschema.validate(value, SCHEMA)
    assert isinstance(value, dict)
    assert "extra" not in value


def test_title_probe_and_schema() -> None:
    """A title is the first words, a probe is short, a schema is followed."""
    ask = a_body("Please work out the tides of the harbour for me", tools=[])
    titled = {**ask, "system": "Write a title for this session."}
    formed = {**ask, "output_config": {"format": {"type": "json_schema", "schema": SCHEMA}}}

    assert text_of(titled) == "Please work out the tides of"
    assert text_of({**a_body("quota", tools=[]), "max_tokens": 1}) == "quota"
    jsonschema.validate(json.loads(text_of(formed)), SCHEMA)


def test_plain_request_follows_what_it_says() -> None:
    """Without tools a request is answered as far as its own words go."""
    assert text_of(a_body('Say "ahoy".', tools=[])) == "ahoy"
