"""Requests that no agent's rule is for: no tools, or one tool that must be called.

A client asks such things on the side: a title for the session, a probe of its quota, a structured line.
The answer is short and valid: the first words of the request, poured into the schema that is asked for.
"""

import json
from collections.abc import Mapping

from skilleval.ports import JsonObject
from skilleval.testing.offline.agent_rules import answer_plainly
from skilleval.testing.offline.conversation import read_conversation
from skilleval.testing.offline.wire import MessagesRequest

_SIDE = ("title", "topic", "haiku", "quota")
_WORDS = 6


def answer_side(request: MessagesRequest) -> list[JsonObject]:
    """Return an answer in text: a schema filled in, a title, or what the plain habits say."""
    conversation = read_conversation(request)
    schema = _output_schema(request)
    if schema is not None:
        text = json.dumps(fill_schema(schema, _title(conversation.request)))
    elif any(word in conversation.system.lower() for word in _SIDE) or request.max_tokens == 1:
        text = _title(conversation.request)
    else:
        text = answer_plainly(conversation)
    return [{"type": "text", "text": text}]


def forced_call(request: MessagesRequest, name: str) -> JsonObject:
    """Return a call of the tool `name`, its required input filled from the request."""
    schema = next(tool.input_schema for tool in request.tools if tool.name == name)
    value = fill_schema(schema, _title(read_conversation(request).request))
    return {"type": "tool_use", "name": name, "input": value}


def fill_schema(schema: Mapping[str, object], text: str) -> object:
    """Return the smallest value that a JSON Schema of the usual kinds allows; strings become `text`."""
    choices = schema.get("enum")
    if isinstance(choices, list) and choices:
        return choices[0]
    kind = schema.get("type", "object")
    if kind == "object":
        return _filled_object(schema, text)
    number = schema.get("minimum", 0)
    simple = {"string": text, "boolean": False, "integer": number, "number": number, "array": []}
    return simple.get(str(kind))


def _filled_object(schema: Mapping[str, object], text: str) -> JsonObject:
    properties, required = schema.get("properties"), schema.get("required")
    if not isinstance(properties, dict) or not isinstance(required, list):
        return {}
    return {
        key: fill_schema(properties[key], text) for key in required if isinstance(properties.get(key), dict)
    }


def _output_schema(request: MessagesRequest) -> Mapping[str, object] | None:
    config = (request.model_extra or {}).get("output_config")
    form = config.get("format") if isinstance(config, dict) else None
    schema = form.get("schema") if isinstance(form, dict) else None
    return schema if isinstance(schema, dict) else None


def _title(text: str) -> str:
    return " ".join(text.split()[:_WORDS]) or "Untitled"
