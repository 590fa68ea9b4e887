"""Where a room's folders have random names, evidence shows constant ones."""

from collections.abc import Callable

from skilleval.domain.trial import CommandResult, Evidence, ToolCall
from skilleval.ports import Sandbox

WORK = "/work"
HOME = "/home/agent"


def with_constant_paths(evidence: Evidence, room: Sandbox) -> Evidence:
    """Return the evidence with the room's paths replaced in answer, transcript, tool calls and commands.

    Files are left as they are: their digests speak of their bytes.
    """
    pairs = sorted(
        ((room.work_dir, WORK), (room.home_dir, HOME)), key=lambda pair: len(pair[0]), reverse=True
    )

    def replaced(text: str) -> str:
        for path, constant in pairs:
            text = text.replace(path, constant)
        return text

    return evidence.model_copy(
        update={
            "answer": replaced(evidence.answer),
            "tool_calls": tuple(_call(call, replaced) for call in evidence.tool_calls),
            "commands": {key: _command(result, replaced) for key, result in evidence.commands.items()},
            "transcript": tuple(_event(event, replaced) for event in evidence.transcript),
        }
    )


def _call(call: ToolCall, replaced: Callable[[str], str]) -> ToolCall:
    return call.model_copy(
        update={"arguments": _event(call.arguments, replaced), "result": replaced(call.result)}
    )


def _command(result: CommandResult, replaced: Callable[[str], str]) -> CommandResult:
    return result.model_copy(update={"stdout": replaced(result.stdout), "stderr": replaced(result.stderr)})


def _event(event: dict[str, object], replaced: Callable[[str], str]) -> dict[str, object]:
    return {key: _anywhere(value, replaced) for key, value in event.items()}


def _anywhere(value: object, replaced: Callable[[str], str]) -> object:
    if isinstance(value, str):
        return replaced(value)
    if isinstance(value, dict):
        return {key: _anywhere(inner, replaced) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_anywhere(inner, replaced) for inner in value]
    return value
