"""The tools of agent `messages`, as the Messages API wants them: named and shaped like Claude Code's."""

from skilleval.ports import JsonObject

_STRING: JsonObject = {"type": "string"}
_NUMBER: JsonObject = {"type": "integer"}


def _tool(name: str, description: str, required: dict[str, JsonObject], **optional: JsonObject) -> JsonObject:
    return {
        "name": name,
        "description": description,
        "input_schema": {
            "type": "object",
            "properties": {**required, **optional},
            "required": list(required),
            "additionalProperties": False,
        },
    }


TOOLS: tuple[JsonObject, ...] = (
    _tool("Skill", "Load a listed skill: returns its folder and its instructions.", {"skill": _STRING}),
    _tool(
        "Read",
        "Read a text file. Returns numbered lines; offset is the first line, counted from 1.",
        {"file_path": _STRING},
        offset=_NUMBER,
        limit=_NUMBER,
    ),
    _tool(
        "Write",
        "Write a file; folders on the way are made, a file that is there is replaced.",
        {"file_path": _STRING, "content": _STRING},
    ),
    _tool(
        "Edit",
        "Replace old_string, which must stand exactly once in the file, by new_string.",
        {"file_path": _STRING, "old_string": _STRING, "new_string": _STRING},
    ),
    _tool(
        "Bash",
        "Run a shell command in the working folder. timeout is in milliseconds (default 120000).",
        {"command": _STRING},
        timeout=_NUMBER,
    ),
    _tool("Glob", "List files whose path matches a pattern such as **/*.py, sorted.", {"pattern": _STRING}),
)
