"""The one client of the openai SDK, behind the Model port: a grader of another vendor.

Most vendors and local servers answer the Chat Completions API. What our graders ask of a model, one message,
one tool that it must use, goes over in both directions; an agent's work does not, and is refused.
Source of the shapes: the Chat Completions API reference.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from skilleval.domain.price import PriceTable, TokenCount
from skilleval.domain.trial import Usage
from skilleval.errors import ModelError
from skilleval.models.message import MalformedAnswerError, mapping_in, saveable
from skilleval.models.patience import Patience, is_loopback
from skilleval.models.prices import load_prices
from skilleval.models.sdk_errors import model_error
from skilleval.ports import JsonObject, ModelCall, ModelReply, TextBlock, ToolUseBlock

if TYPE_CHECKING:
    from openai import AsyncOpenAI

KEY_HINT = "set GRADER_API_KEY (action input grader-api-key)"
_STOP_REASONS = {
    "stop": "end_turn",
    "tool_calls": "tool_use",
    "function_call": "tool_use",
    "length": "max_tokens",
    "content_filter": "refusal",
}
_OLDER = {"max_completion_tokens": "max_tokens"}
"""Parameters that older servers know by another name; what is not here is left out where it is refused."""


class ChatModels:
    """Opens clients of a server that speaks the Chat Completions API."""

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        prices: PriceTable | None = None,
        patience: Patience | None = None,
    ) -> None:
        """Keep where to call and with what; nothing is opened and the key is never shown."""
        self._api_key = api_key
        self._base_url = base_url
        self._prices = prices or load_prices()
        self._patience = patience or Patience()

    def __repr__(self) -> str:
        """Return where it calls, without the key."""
        return f"ChatModels(base_url={self._base_url!r})"

    @asynccontextmanager
    async def open(self) -> AsyncIterator[ChatModel]:
        """Open a client in the running loop. Raises ModelError when there is no key."""
        if not self._api_key:
            raise ModelError("no API key for the grader", hint=KEY_HINT)
        import openai  # noqa: PLC0415  # takes most of a second; commands without a model do not pay for it

        timeout = openai.Timeout(self._patience.call_s, connect=self._patience.connect_s)
        outbound = openai.DefaultAsyncHttpxClient(
            trust_env=not is_loopback(self._base_url),
            verify=urlsplit(self._base_url).scheme != "http",
            timeout=timeout,
        )
        async with openai.AsyncOpenAI(
            api_key=self._api_key,
            base_url=self._base_url,
            timeout=timeout,
            max_retries=self._patience.retries,
            http_client=outbound,
        ) as client:
            yield ChatModel(client, base_url=self._base_url, prices=self._prices)


class ChatModel:
    """A Model over an open SDK client."""

    def __init__(self, client: AsyncOpenAI, *, base_url: str, prices: PriceTable) -> None:
        """Keep the client; which parameters a model refuses is learned as it answers."""
        self._client = client
        self._base_url = base_url
        self._prices = prices
        self._refused: dict[str, frozenset[str]] = {}

    async def reply(self, call: ModelCall) -> ModelReply:
        """Return the answer. Raises ModelError, also when the server's answer makes no sense."""
        import openai  # noqa: PLC0415  # already imported by `open`

        request = _request_from(call)
        try:
            return self._read(await self._create(request))
        except (openai.OpenAIError, ValueError) as exc:
            error = model_error(exc, base_url=self._base_url, key=self._client.api_key, key_hint=KEY_HINT)
        raise error  # outside the handler: the SDK's error holds the request, and that the key

    async def _create(self, request: Mapping[str, Any]) -> bytes:
        """Return the answer's bytes; a parameter that the model does not take is not sent again."""
        import openai  # noqa: PLC0415  # already imported by `open`

        model = request["model"]
        while True:
            refused = self._refused.get(model, frozenset())
            try:
                return await self._send(_without(request, refused))
            except openai.BadRequestError as exc:
                optional = {"temperature", *_OLDER} & set(request)
                named = {name for name in optional - refused if name in str(exc)}
                if not named:
                    raise
                self._refused[model] = refused | named

    async def _send(self, request: Mapping[str, Any]) -> bytes:
        response = await self._client.chat.completions.with_raw_response.create(**request)
        return bytes(response.http_response.content)

    def _read(self, body: bytes) -> ModelReply:
        answer = mapping_in(json.loads(body), "answer")
        choices = answer.get("choices")
        if not isinstance(choices, list) or not choices:
            raise MalformedAnswerError("no choices")
        choice = mapping_in(choices[0], "choice")
        message = mapping_in(choice.get("message"), "message")
        model = str(answer.get("model") or "")
        tokens = _tokens(answer.get("usage"))
        return ModelReply(
            content=tuple(_blocks(message)),
            stop_reason=_STOP_REASONS.get(str(choice.get("finish_reason")), str(choice.get("finish_reason"))),
            usage=Usage(
                fresh_tokens=tokens.fresh,
                cached_tokens=tokens.cache_read,
                output_tokens=tokens.output,
                calls=1,
                cost_usd=self._prices.cost_usd(model, tokens),
            ),
            model=model,
        )


def _request_from(call: ModelCall) -> dict[str, Any]:
    """Return the arguments of `chat.completions.create`."""
    system = [{"role": "system", "content": call.system}] if call.system else []
    request: dict[str, Any] = {
        "model": call.model,
        "messages": [*system, *map(_message_from, call.messages)],
        "max_completion_tokens": call.max_tokens,
    }
    if call.temperature is not None:
        request["temperature"] = call.temperature
    if call.tools:
        request["tools"] = [_tool_from(tool) for tool in call.tools]
    if call.tool_choice:
        request["tool_choice"] = {"type": "function", "function": {"name": call.tool_choice}}
    return request


def _message_from(message: JsonObject) -> JsonObject:
    content = message.get("content")
    if not isinstance(content, str):
        raise ModelError(
            "the Chat Completions API is for graders: a message holds more than text",
            hint="use grader-api: messages for whatever works with tools",
        )
    return {"role": message["role"], "content": content}


def _tool_from(tool: JsonObject) -> JsonObject:
    function = {"name": tool["name"], "description": tool["description"], "parameters": tool["input_schema"]}
    return {"type": "function", "function": function}


def _without(request: Mapping[str, Any], refused: frozenset[str]) -> dict[str, Any]:
    """Return the request without parameters that were refused, under their older name where there is one."""
    older = {_OLDER[name]: request[name] for name in refused if name in _OLDER}
    return {name: value for name, value in request.items() if name not in refused} | older


def _blocks(message: Mapping[str, object]) -> Iterator[TextBlock | ToolUseBlock]:
    """Yield what was said, also as a refusal, and the tools asked for."""
    for words in (message.get("content"), message.get("refusal")):
        if isinstance(words, str) and words:
            yield TextBlock(text=saveable(words))
    calls = message.get("tool_calls") or []
    if not isinstance(calls, list):
        raise MalformedAnswerError("tool_calls is no list")
    for call in calls:
        function = mapping_in(mapping_in(call, "tool call").get("function"), "function")
        yield ToolUseBlock(
            id=str(mapping_in(call, "tool call").get("id") or ""),
            name=str(function.get("name") or ""),
            input=_arguments(function.get("arguments")),
        )


def _arguments(text: object) -> JsonObject:
    """Return a tool's arguments; what is no JSON object, under a key that no tool knows: it is refused."""
    try:
        found = json.loads(str(text))
    except ValueError:
        found = None
    return saveable(found) if isinstance(found, dict) else {"not an object": saveable(str(text))}


def _tokens(usage: object) -> TokenCount:
    found = mapping_in(usage, "usage")
    cached = _count(found.get("prompt_tokens_details"), "cached_tokens")
    return TokenCount(
        fresh=max(0, _count(found, "prompt_tokens") - cached),
        cache_read=cached,
        output=_count(found, "completion_tokens"),
    )


def _count(usage: object, key: str) -> int:
    value = usage.get(key) if isinstance(usage, Mapping) else None
    if value is not None and not isinstance(value, int):
        raise MalformedAnswerError(f"{key} is no number")
    return value or 0
