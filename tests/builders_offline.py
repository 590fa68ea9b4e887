"""Builders of Messages API requests for tests of the offline model."""

from collections.abc import Mapping

from skilleval.ports import JsonObject
from skilleval.testing.offline.conversation import Conversation, read_conversation
from skilleval.testing.offline.wire import messages_request

LISTING = "The following skills are available for use with the Skill tool:"


def a_tool(name: str, *keys: str) -> JsonObject:
    """Return a tool whose input has these string keys, all required."""
    schema = {
        "type": "object",
        "properties": {key: {"type": "string"} for key in keys},
        "required": list(keys),
    }
    return {"name": name, "description": name, "input_schema": schema}


TOOLS = [
    a_tool("Skill", "skill"),
    a_tool("Read", "file_path"),
    a_tool("Bash", "command"),
    a_tool("Write", "file_path", "content"),
]


def a_body(
    request: str, *, skills: dict[str, str] | None = None, tools: list[JsonObject] | None = None
) -> JsonObject:
    """Return a request body that asks `request` of an agent with these skills (name: description)."""
    listed = "\n".join(f"- {name}: {text}" for name, text in (skills or {}).items())
    return {
        "model": "offline",
        "max_tokens": 4096,
        "system": f"You are an agent.\n\n{LISTING}\n\n{listed}\n" if skills else "You are an agent.",
        "tools": TOOLS if tools is None else tools,
        "messages": [{"role": "user", "content": request}],
    }


def with_results(body: JsonObject, *calls: tuple[str, Mapping[str, object], str]) -> JsonObject:
    """Return the body after these calls (tool, input, result), one turn each."""
    messages = list(body["messages"]) if isinstance(body["messages"], list) else []
    for name, arguments, result in calls:
        number = f"toolu_{len(messages)}"
        use = {"type": "tool_use", "id": number, "name": name, "input": arguments}
        messages.append({"role": "assistant", "content": [use]})
        back = {"type": "tool_result", "tool_use_id": number, "content": result}
        messages.append({"role": "user", "content": [back]})
    return {**body, "messages": messages}


def a_loaded_skill(body: str, *, name: str = "a-skill") -> tuple[str, Mapping[str, object], str]:
    """Return the call that loaded a skill with this body."""
    return "Skill", {"skill": name}, f"Base directory for this skill: /home/skills/{name}\n\n{body}"


def a_conversation(body: JsonObject) -> Conversation:
    """Return the body as the agent's rules see it."""
    return read_conversation(messages_request(body))
