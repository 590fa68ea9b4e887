"""A tiny server that speaks just enough of the Chat Completions API, and a bridge from it to any Models."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager
from typing import Any

from starlette.responses import JSONResponse, Response

from skilleval.models.chat import ChatModels
from skilleval.ports import Model, ModelCall, ModelReply, Models, TextBlock
from tests.contract.model_server import Handler, ModelServer, serving

PATH = "/v1/chat/completions"
KEY = "sk-other-very-secret"
_FINISHED = {
    "end_turn": "stop",
    "tool_use": "tool_calls",
    "max_tokens": "length",
    "refusal": "content_filter",
}


def chat_serving(handler: Handler) -> AbstractContextManager[ModelServer]:
    """Serve chat completions on a free port of loopback until the context is left."""
    return serving(handler, PATH)


def chat(
    words: str | None = None,
    *calls: tuple[str, str],
    finish_reason: str = "stop",
    model: str = "other-1",
    usage: dict[str, Any] | None = None,
    **more: object,
) -> Response:
    """Return a chat completion: its words, and tool calls as (name, arguments in JSON)."""
    asked = [
        {"id": f"call_{name}", "type": "function", "function": {"name": name, "arguments": arguments}}
        for name, arguments in calls
    ]
    message = {"role": "assistant", "content": words, **({"tool_calls": asked} if asked else {}), **more}
    return JSONResponse(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "model": model,
            "choices": [{"index": 0, "message": message, "finish_reason": finish_reason}],
            "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15, **(usage or {})},
        }
    )


def as_chat(response: Response) -> Response:
    """Return an answer of the Messages API as the same one of Chat Completions; errors by their status."""
    found = json.loads(bytes(response.body))
    if response.status_code != 200:
        return JSONResponse({"error": found["error"]}, response.status_code, dict(response.headers))
    words = [block["text"] for block in found["content"] if block["type"] == "text"]
    calls = [
        (block["name"], json.dumps(block["input"]))
        for block in found["content"]
        if block["type"] == "tool_use"
    ]
    return chat(
        "".join(words) or None, *calls, finish_reason=_FINISHED[found["stop_reason"]], model=found["model"]
    )


def bridge(behind: Models) -> AbstractContextManager[ModelServer]:
    """Serve chat completions that other models answer."""

    def handler(body: dict[str, Any]) -> Response:
        answers: list[ModelReply] = []
        call = _call_in(body)
        thread = threading.Thread(target=lambda: answers.append(asyncio.run(_ask(behind, call))))
        thread.start()
        thread.join()
        return _response_of(answers[0])

    return chat_serving(handler)


class BridgedModels:
    """Opens clients of a chat server behind which other models answer."""

    def __init__(self, behind: Models) -> None:
        """Keep who answers."""
        self._behind = behind

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Model]:
        """Serve as long as the client is open."""
        with bridge(self._behind) as server:
            async with ChatModels(api_key=KEY, base_url=f"{server.url}/v1").open() as model:
                yield model


async def _ask(models: Models, call: ModelCall) -> ModelReply:
    async with models.open() as model:
        return await model.reply(call)


def _call_in(body: dict[str, Any]) -> ModelCall:
    """Return what a chat request asks, as the Messages API would have it."""
    tools = [tool["function"] for tool in body.get("tools", ())]
    return ModelCall(
        model=body["model"],
        system="".join(message["content"] for message in body["messages"] if message["role"] == "system"),
        messages=tuple(message for message in body["messages"] if message["role"] != "system"),
        tools=tuple(
            {"name": tool["name"], "description": tool["description"], "input_schema": tool["parameters"]}
            for tool in tools
        ),
        tool_choice=body.get("tool_choice", {}).get("function", {}).get("name", ""),
        max_tokens=body["max_completion_tokens"],
        temperature=body.get("temperature"),
    )


def _response_of(reply: ModelReply) -> Response:
    words = "".join(block.text for block in reply.content if isinstance(block, TextBlock))
    calls = [
        (block.name, json.dumps(block.input)) for block in reply.content if not isinstance(block, TextBlock)
    ]
    return chat(words or None, *calls, finish_reason=_FINISHED[reply.stop_reason], model=reply.model)
