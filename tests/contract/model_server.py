"""A tiny server that speaks just enough of a model's API for contract tests. Not the offline model."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

Handler = Callable[[dict[str, Any]], Response]


@dataclass
class ModelServer:
    """Where it listens, and what it was sent."""

    url: str = ""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)


def message(
    *content: dict[str, Any],
    stop_reason: str = "end_turn",
    model: str = "offline",
    usage: dict[str, int] | None = None,
) -> Response:
    """Return a reply of the Messages API."""
    counts = {"input_tokens": 10, "output_tokens": 5, **(usage or {})}
    body = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": list(content),
        "stop_reason": stop_reason,
        "stop_sequence": None,
        "usage": counts,
    }
    return JSONResponse(body)


def text(words: str) -> dict[str, Any]:
    """Return a text block."""
    return {"type": "text", "text": words}


def tool_use(name: str, **arguments: object) -> dict[str, Any]:
    """Return a tool_use block."""
    return {"type": "tool_use", "id": f"toolu_{name}", "name": name, "input": arguments}


def failure(status: int, kind: str, words: str, **headers: str) -> Response:
    """Return an error of the Messages API."""
    body = {"type": "error", "error": {"type": kind, "message": words}}
    return JSONResponse(body, status_code=status, headers=headers)


@contextmanager
def serving(handler: Handler, path: str = "/v1/messages") -> Iterator[ModelServer]:
    """Serve on a free port of loopback until the context is left."""
    record = ModelServer()

    async def messages(request: Request) -> Response:
        body = await request.json()
        record.bodies.append(body)
        record.headers.append(dict(request.headers))
        return handler(body)

    app = Starlette(routes=[Route(path, messages, methods=["POST"])])
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        record.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield record
        finally:
            server.should_exit = True
            thread.join(timeout=5)
