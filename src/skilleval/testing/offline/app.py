"""The server's routes: messages, token count, models, health. Any query string is accepted."""

import hashlib
import json
from datetime import UTC, datetime, timedelta

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from skilleval.testing.offline.dispatch import answer
from skilleval.testing.offline.reply import build_reply, count_input_tokens
from skilleval.testing.offline.stream import stream_events
from skilleval.testing.offline.wire import (
    ERROR_STATUS,
    ApiError,
    count_request,
    error_body,
    messages_request,
)

_LIMITS = {"requests": 4_000, "tokens": 4_000_000, "input-tokens": 2_000_000, "output-tokens": 2_000_000}
_MODEL = {
    "type": "model",
    "id": "offline",
    "display_name": "Offline rules (no language model)",
    "created_at": "2026-01-01T00:00:00Z",
}


def create_app() -> Starlette:
    """Return the ASGI app. It keeps no state: the same request gets the same answer."""
    routes = [
        Route("/v1/messages", _messages, methods=["POST"]),
        Route("/v1/messages/count_tokens", _count_tokens, methods=["POST"]),
        Route("/v1/models", _models, methods=["GET"]),
        Route("/v1/models/{model_id:path}", _model, methods=["GET"]),
        Route("/", _health, methods=["GET", "HEAD"]),
        Route("/health", _health, methods=["GET", "HEAD"]),
    ]
    return Starlette(
        routes=routes, exception_handlers={ApiError: _refuse, HTTPException: _refuse, Exception: _refuse}
    )


async def _messages(request: Request) -> Response:
    _check_headers(request)
    body = await _json(request)
    parsed = messages_request(body)
    reply = build_reply(parsed, answer(parsed, body))
    headers = _headers(request, await request.body())
    if parsed.stream:
        return StreamingResponse(stream_events(reply), media_type="text/event-stream", headers=headers)
    return JSONResponse(reply.body(), headers=headers)


async def _count_tokens(request: Request) -> Response:
    _check_headers(request)
    tokens = count_input_tokens(count_request(await _json(request)))
    return JSONResponse({"input_tokens": tokens}, headers=_headers(request, await request.body()))


async def _models(request: Request) -> Response:
    page = {"data": [_MODEL], "has_more": False, "first_id": _MODEL["id"], "last_id": _MODEL["id"]}
    return JSONResponse(page, headers=_headers(request, b""))


async def _model(request: Request) -> Response:
    return JSONResponse({**_MODEL, "id": request.path_params["model_id"]}, headers=_headers(request, b""))


async def _health(request: Request) -> Response:
    return JSONResponse({"status": "ok", "model": "offline rules"}, headers=_headers(request, b""))


async def _json(request: Request) -> dict[str, object]:
    try:
        body = json.loads(await request.body())
    except ValueError as exc:
        raise ApiError("invalid_request_error", "the body is not valid JSON") from exc
    if not isinstance(body, dict):
        raise ApiError("invalid_request_error", "the body is not a JSON object")
    return body


def _check_headers(request: Request) -> None:
    if not (request.headers.get("x-api-key") or request.headers.get("authorization")):
        raise ApiError("authentication_error", "x-api-key header is required (any value will do here)")
    if not request.headers.get("anthropic-version"):
        raise ApiError("invalid_request_error", "anthropic-version: header is required")


async def _refuse(request: Request, exc: Exception) -> Response:
    headers = _headers(request, b"")
    status, kind, message = 500, "api_error", f"no rule copes with this: {exc!r}"
    if isinstance(exc, ApiError):
        status, kind, message = ERROR_STATUS[exc.kind], exc.kind, exc.message
    elif isinstance(exc, HTTPException):
        status = exc.status_code
        kind = "not_found_error" if status == 404 else "invalid_request_error"
        message = f"{request.method} {request.url.path}: {exc.detail}"
    return JSONResponse(error_body(kind, message, headers["request-id"]), status, headers=headers)


def _headers(request: Request, body: bytes) -> dict[str, str]:
    """Return request id and rate-limit headers; the limits are never reached."""
    digest = hashlib.sha256(request.url.path.encode() + body).hexdigest()
    reset = (datetime.now(UTC) + timedelta(seconds=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    headers = {"request-id": f"req_{digest[:24]}"}
    for kind, limit in _LIMITS.items():
        headers[f"anthropic-ratelimit-{kind}-limit"] = str(limit)
        headers[f"anthropic-ratelimit-{kind}-remaining"] = str(limit - 1)
        headers[f"anthropic-ratelimit-{kind}-reset"] = reset
    return headers
