"""A model that says what a test wrote down, behind the Model and Models ports."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager

from skilleval.domain.trial import Usage
from skilleval.errors import ModelError
from skilleval.ports import JsonObject, ModelCall, ModelReply, TextBlock, ToolUseBlock

Answer = ModelReply | ModelError
Script = Callable[[ModelCall], Answer]

_USAGE = Usage(fresh_tokens=100, output_tokens=10, calls=1, cost_usd=0.01)


def says(text: str, *, stop_reason: str = "end_turn", usage: Usage = _USAGE) -> ModelReply:
    """Return a reply of plain text that ends the turn."""
    return ModelReply(content=(TextBlock(text=text),), stop_reason=stop_reason, usage=usage, model="scripted")


def uses(name: str, usage: Usage = _USAGE, /, **arguments: object) -> ModelReply:
    """Return a reply that asks for one tool."""
    block = ToolUseBlock(id=f"toolu_{name.lower()}", name=name, input=dict(arguments))
    return ModelReply(content=(block,), stop_reason="tool_use", usage=usage, model="scripted")


def tool_results(call: ModelCall) -> tuple[str, ...]:
    """Return the texts of all tool results that a call brings back, oldest first."""
    blocks = (block for message in call.messages for block in _blocks(message))
    return tuple(str(block["content"]) for block in blocks if block.get("type") == "tool_result")


def _blocks(message: JsonObject) -> list[JsonObject]:
    content = message["content"]
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


class ScriptedModel:
    """Answers each call as its script says, after an optional delay, and remembers the calls."""

    def __init__(self, script: Script, *, delay_s: float = 0.0) -> None:
        """Keep the script; a ModelError in it is raised."""
        self._script = script
        self._delay_s = delay_s
        self.calls: list[ModelCall] = []

    async def reply(self, call: ModelCall) -> ModelReply:
        """Return, or raise, what the script says."""
        self.calls.append(call)
        await asyncio.sleep(self._delay_s)
        answer = self._script(call)
        if isinstance(answer, ModelError):
            raise answer
        return answer


class ScriptedModels:
    """Opens one scripted model, which stays readable afterwards as `model`."""

    def __init__(self, script: Script | Iterable[Answer], *, delay_s: float = 0.0) -> None:
        """Take a function of the call, or answers to give in turn to whoever asks."""
        self.model = ScriptedModel(script if callable(script) else _in_turn(script), delay_s=delay_s)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[ScriptedModel]:
        """Open the model."""
        yield self.model


def _in_turn(answers: Iterable[Answer]) -> Script:
    rest = iter(answers)

    def script(_call: ModelCall) -> Answer:
        return next(rest, None) or ModelError("the script has no answer left")

    return script
