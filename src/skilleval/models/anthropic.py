"""The one client of the anthropic SDK, behind the Model port. The SDK is imported when a client opens."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from skilleval.domain.price import PriceTable
from skilleval.domain.trial import Usage
from skilleval.errors import ModelError
from skilleval.models.message import Message, read_message
from skilleval.models.patience import Patience, is_loopback
from skilleval.models.prices import load_prices
from skilleval.models.sdk_errors import model_error
from skilleval.ports import JsonObject, ModelCall, ModelReply

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

ANTHROPIC_URL = "https://api.anthropic.com"
TRIAL_HEADER = "x-skilleval-trial"
_CACHE: JsonObject = {"type": "ephemeral"}
_LAST_VERSION_WITH_TEMPERATURE = "2023-06-01"


class AnthropicModels:
    """Opens clients of a server that speaks the Messages API: the provider, a gateway, the offline server."""

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str = ANTHROPIC_URL,
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
        return f"AnthropicModels(base_url={self._base_url!r})"

    @asynccontextmanager
    async def open(self) -> AsyncIterator[AnthropicModel]:
        """Open a client in the running loop. Raises ModelError when there is no key."""
        if not self._api_key:
            raise ModelError(
                "no API key for the model", hint="set ANTHROPIC_API_KEY, or use the model `offline`"
            )
        import anthropic  # noqa: PLC0415  # takes over a second; commands without a model do not pay for it

        timeout = anthropic.Timeout(self._patience.call_s, connect=self._patience.connect_s)
        # A proxy from the environment must not see calls to a server on this machine; and plain HTTP needs
        # no certificates, whose loading is most of a client's start. Over aiohttp a call takes two thirds of
        # the CPU, which at 20 slots is what a bot has least of.
        outbound = anthropic.DefaultAioHttpClient(
            trust_env=not is_loopback(self._base_url),
            verify=urlsplit(self._base_url).scheme != "http",
            timeout=timeout,
        )
        async with anthropic.AsyncAnthropic(
            api_key=self._api_key,
            base_url=self._base_url,
            timeout=timeout,
            max_retries=self._patience.retries,
            http_client=outbound,
            open_telemetry=False,  # spans and headers of whatever else is set up in this process
        ) as client:
            yield AnthropicModel(client, base_url=self._base_url, prices=self._prices)


class AnthropicModel:
    """A Model over an open SDK client."""

    def __init__(self, client: AsyncAnthropic, *, base_url: str, prices: PriceTable) -> None:
        """Keep the client; whether a model refuses `temperature` is learned on the first call."""
        self._client = client
        self._base_url = base_url
        self._prices = prices
        self._without_temperature: set[str] = set()

    async def reply(self, call: ModelCall) -> ModelReply:
        """Return the answer. Raises ModelError, also when the server's answer makes no sense."""
        import anthropic  # noqa: PLC0415  # already imported by `open`

        try:
            message = await self._create(call)
            return ModelReply(
                content=message.content,
                stop_reason=message.stop_reason,
                usage=self._usage(message),
                model=message.model,
            )
        except (anthropic.AnthropicError, ValueError) as exc:
            error = model_error(exc, base_url=self._base_url, key=self._client.api_key)
        raise error  # outside the handler: the SDK's error holds the request, and that the key

    async def _create(self, call: ModelCall) -> Message:
        import anthropic  # noqa: PLC0415  # already imported by `open`

        takes_temperature = call.model not in self._without_temperature
        try:
            return await self._send(call, with_temperature=takes_temperature)
        except anthropic.BadRequestError as exc:
            if not (takes_temperature and call.temperature is not None and "temperature" in str(exc)):
                raise
            self._without_temperature.add(call.model)
        return await self._send(call, with_temperature=False)

    async def _send(self, call: ModelCall, *, with_temperature: bool) -> Message:
        response = await self._client.messages.with_raw_response.create(
            **_request_from(call, with_temperature=with_temperature)
        )
        return read_message(response.http_response.content)

    def _usage(self, message: Message) -> Usage:
        tokens = message.tokens
        return Usage(
            fresh_tokens=tokens.fresh + tokens.cache_write,
            cached_tokens=tokens.cache_read,
            output_tokens=tokens.output,
            calls=1,
            cost_usd=self._prices.cost_usd(message.model, tokens),
        )


def _request_from(call: ModelCall, *, with_temperature: bool) -> dict[str, Any]:
    """Return the arguments of `messages.create`; tools and system prompt come first and are cached."""
    request: dict[str, Any] = {
        "model": call.model,
        "max_tokens": call.max_tokens,
        "messages": list(call.messages),
        "cache_control": _CACHE,
    }
    if call.system:
        request["system"] = [{"type": "text", "text": call.system, "cache_control": _CACHE}]
    if call.tools:
        request["tools"] = list(call.tools)
    if call.tool_choice:
        request["tool_choice"] = {"type": "tool", "name": call.tool_choice}
    headers = {TRIAL_HEADER: call.trial_id} if call.trial_id else {}
    if with_temperature and call.temperature is not None:
        # API version 2026-10-21, which SDK 2 sends by itself, takes no temperature from any model;
        # models before 4.7 still take one under the version before.
        request["extra_body"] = {"temperature": call.temperature}
        headers["anthropic-version"] = _LAST_VERSION_WITH_TEMPERATURE
    return {**request, "extra_headers": headers}
