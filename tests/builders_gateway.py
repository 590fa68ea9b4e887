"""A provider that speaks the Messages API by script: steps, faults, rate limits, its own count of tokens."""

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

Body = dict[str, Any]
Script = Callable[[Body], list[Body]]
"""Request body to content blocks; `tool_use` blocks make the stop reason `tool_use`."""

FRESH, CACHED, OUTPUT = 100, 40, 20
_ERRORS: dict[str, tuple[int, str, dict[str, str]]] = {
    "429": (429, "rate_limit_error", {"retry-after": "0.1"}),
    "429-date": (429, "rate_limit_error", {"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}),
    "429-spent": (429, "rate_limit_error", {}),
    "529": (529, "overloaded_error", {}),
    "401": (401, "authentication_error", {}),
}


def say(text: str) -> list[Body]:
    """A turn that ends with text."""
    return [{"type": "text", "text": text}]


def use(name: str, arguments: Body, number: int = 0) -> list[Body]:
    """A turn that asks for one tool."""
    return [{"type": "tool_use", "id": f"toolu_{name}_{number}", "name": name, "input": arguments}]


def turns(*replies: list[Body]) -> Script:
    """Reply by how many assistant turns the conversation has already; the last reply repeats."""

    def script(body: Body) -> list[Body]:
        done = sum(1 for message in body["messages"] if message["role"] == "assistant")
        return replies[min(done, len(replies) - 1)]

    return script


@dataclass
class Provider:
    """The server's state. `faults` are taken one a call, `None` = answer well."""

    script: Script = field(default_factory=lambda: turns(say("done")))
    faults: list[str | None] = field(default_factory=list)
    latency_s: float = 0.0
    silent_s: float = 30.0
    """How long the faults `silence` and `late` say nothing; the second gives a good answer then."""
    per_second: float = 0.0
    """Requests a second, one second of burst; 0 = unlimited."""
    calls: list[Body] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    answered: int = 0
    too_many: int = 0
    url: str = ""
    _tokens: float = 0.0
    _at: float = 0.0

    def app(self) -> Starlette:
        """Return the ASGI app."""
        return Starlette(
            routes=[
                Route("/v1/messages", self._messages, methods=["POST"]),
                Route("/v1/messages/count_tokens", self._count, methods=["POST"]),
            ]
        )

    async def _count(self, request: Request) -> Response:
        return JSONResponse({"input_tokens": FRESH})

    async def _messages(self, request: Request) -> Response:
        body = await request.json()
        self.headers.append(dict(request.headers))
        limited = self.limit()
        if limited is None:
            self.too_many += 1
            return self._error(429, "rate_limit_error", {"retry-after": "0.2"})
        fault = self.faults.pop(0) if self.faults else None
        if fault:
            return await self._fault(fault, body, limited)
        self.calls.append(body)
        await asyncio.sleep(self.latency_s)
        self.answered += 1
        return self._answer(body, limited)

    def _answer(self, body: Body, headers: dict[str, str], model: str = "") -> Response:
        blocks = self.script(body)
        message = self.message(blocks, model or body["model"])
        if not body.get("stream"):
            return JSONResponse(message, headers=headers)
        events = "".join(_events(message, blocks))
        return Response(events, media_type="text/event-stream", headers=headers)

    def message(self, blocks: list[Body], model: str) -> Body:
        """Return a whole answer with these blocks."""
        stop = "tool_use" if any(block["type"] == "tool_use" for block in blocks) else "end_turn"
        usage = {"input_tokens": FRESH, "cache_read_input_tokens": CACHED, "output_tokens": OUTPUT}
        return {
            "id": f"msg_{len(self.calls)}",
            "type": "message",
            "role": "assistant",
            "model": model,
            "content": blocks,
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": usage,
        }

    def _error(self, status: int, kind: str, headers: dict[str, str] | None = None) -> Response:
        return JSONResponse(
            {"type": "error", "error": {"type": kind, "message": "scripted"}}, status, headers=headers
        )

    async def _fault(self, fault: str, body: Body, headers: dict[str, str]) -> Response:
        if fault in _ERRORS:
            return self._error(*_ERRORS[fault])
        if fault == "cut":
            return StreamingResponse(self._cut(body), media_type="text/event-stream")
        if fault == "malformed":
            return Response(b"{not json", media_type="application/json")
        if fault == "wrong-model":
            return self._answer(body, headers, model="another-model")
        await asyncio.sleep(self.silent_s)
        if fault == "late":
            self.answered += 1
            return self._answer(body, headers)
        assert fault == "silence", fault
        return self._error(500, "api_error")

    async def _cut(self, body: Body) -> AsyncIterator[str]:
        events = list(_events(self.message(say("half"), body["model"]), say("half")))
        for event in events[:2]:
            yield event

    def limit(self) -> dict[str, str] | None:
        """Return rate-limit headers, or None when the call is one too many."""
        if not self.per_second:
            return {}
        now = time.monotonic()
        if not self._at:
            self._tokens, self._at = self.per_second, now
        self._tokens = min(self.per_second, self._tokens + (now - self._at) * self.per_second)
        self._at = now
        if self._tokens < 1:
            return None
        self._tokens -= 1
        full = datetime.now(UTC) + timedelta(seconds=(self.per_second - self._tokens) / self.per_second)
        return {
            "anthropic-ratelimit-requests-limit": str(int(self.per_second * 60)),
            "anthropic-ratelimit-requests-remaining": str(int(self._tokens)),
            "anthropic-ratelimit-requests-reset": full.isoformat(),
        }


def _events(message: Body, blocks: list[Body]) -> Iterator[str]:
    def event(kind: str, **data: object) -> str:
        return f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n"

    usage = message["usage"] | {"output_tokens": 1}
    yield event("message_start", message=message | {"content": [], "stop_reason": None, "usage": usage})
    for index, block in enumerate(blocks):
        if block["type"] == "text":
            start, delta = block | {"text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            start = block | {"input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield event("content_block_start", index=index, content_block=start)
        yield event("content_block_delta", index=index, delta=delta)
        yield event("content_block_stop", index=index)
    stop = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield event("message_delta", delta=stop, usage={"output_tokens": message["usage"]["output_tokens"]})
    yield event("message_stop")


@contextmanager
def serving(provider: Provider) -> Iterator[Provider]:
    """Serve the provider on loopback, in a thread."""
    config = uvicorn.Config(
        provider.app(),
        host="127.0.0.1",
        port=0,
        log_config=None,
        lifespan="off",
        http="h11",
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.005)
    provider.url = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    try:
        yield provider
    finally:
        server.should_exit = True
        thread.join(10)
