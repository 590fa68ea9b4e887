"""The ASGI apps: a trial's door (Messages API and a proxy that refuses), and the bot's."""

import json
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from skilleval.gateway.config import GatewayConfig, Orders
from skilleval.gateway.ledger import Ledger, Refused
from skilleval.gateway.upstream import Question, Upstream, fault

TRIAL_HEADER = "x-skilleval-trial"
_PATHS = ("/v1/messages", "/v1/messages/count_tokens")
_MOST_BYTES = 32 * 1024 * 1024
"""The Messages API's own limit on a request."""


def _unseen(_trial: str, _asked: object) -> None:
    """Look at nothing: our own agent knows what it lists."""


class TrialDoor:
    """What one trial's room reaches: the plan's models, and a proxy that refuses and remembers."""

    def __init__(self, trial: str, config: GatewayConfig, upstream: Upstream, ledger: Ledger) -> None:
        """Everything that comes in here is put down to `trial`."""
        self._trial = trial
        self._config = config
        self._upstream = upstream
        self._ledger = ledger

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        response = await self._respond(request, (scope.get("raw_path") or b"").decode("latin-1"))
        await response(scope, receive, send)

    async def _respond(self, request: Request, target: str) -> Response:
        if request.method == "CONNECT" or not target.startswith("/"):
            return await self._refuse(request, _host_of(target, request), "only the model can be reached")
        if request.method != "POST" or request.url.path not in _PATHS:
            return await self._refuse(request, request.url.path, "no such path at the gateway")
        return await answer(request, self._trial, self._config, self._upstream, seen=self._ledger.listed)

    async def _refuse(self, request: Request, target: str, reason: str) -> Response:
        size = 0
        if request.method != "CONNECT":
            async for chunk in request.stream():
                size += len(chunk)
        self._ledger.refuse(
            Refused(
                trial=self._trial,
                method=request.method[:16],
                target=target[:300],
                size_bytes=size,
                reason=reason,
            )
        )
        found = fault(403, f"refused by the gateway: {reason}")
        return Response(found.body, found.status, found.headers, found.media_type)


def _host_of(target: str, request: Request) -> str:
    """Return host and port of a proxied request, never its path: that may hold what was stolen."""
    if request.method == "CONNECT":
        return target
    rest = target.partition("://")[2] or request.headers.get("host", "")
    return rest.partition("/")[0].rpartition("@")[2]


async def answer(
    request: Request,
    trial: str,
    config: GatewayConfig,
    upstream: Upstream,
    *,
    seen: Callable[[str, object], None] = _unseen,
) -> Response:
    """Pass a call of the Messages API on, when its model is one of the plan's. `seen` gets what it asks."""
    body = await request.body()
    try:
        asked: Any = json.loads(body)
        model, streamed = str(asked["model"]), bool(asked.get("stream"))
        most = asked.get("max_tokens")
    except (ValueError, TypeError, KeyError, AttributeError):
        found = fault(400, "the request is no JSON object with a model")
        return Response(found.body, found.status, found.headers, found.media_type)
    if model not in config.models or len(body) > _MOST_BYTES:
        found = fault(404, f"model {model[:100]!r} is not of this run's plan")
        return Response(found.body, found.status, found.headers, found.media_type)
    seen(trial, asked)
    question = Question(
        trial=trial,
        path=request.url.path,
        query=request.url.query,
        headers=dict(request.headers),
        body=body,
        model=model,
        is_streamed=streamed,
        max_tokens=most if isinstance(most, int) else 0,
        is_abandoned=request.is_disconnected,
    )
    found = await upstream.ask(question)
    return Response(found.body, found.status, found.headers, found.media_type)


Control = Callable[[str, str | None], Awaitable[None]]
"""Opens (slot, trial) or closes (slot, None) a trial's door."""


class BotDoor:
    """What the bot reaches with its token: the Messages API, a trial's id in a header; doors; accounts."""

    def __init__(self, orders: Orders, upstream: Upstream, ledger: Ledger, control: Control) -> None:
        """Take the token and the plan's models from the orders; `control` opens and closes trials' doors."""
        self._token = orders.token.encode()
        self._config = orders.config
        self._upstream = upstream
        self._ledger = ledger
        self._control = control
        self._desk = Starlette(
            routes=[
                Route("/skilleval/doors/{slot}", self._door, methods=["PUT", "DELETE"]),
                Route("/skilleval/account", self._account, methods=["GET"]),
            ]
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        headers = request.headers
        given = headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer ")
        if not secrets.compare_digest(given.encode(), self._token):
            await JSONResponse({}, 401)(scope, receive, send)
        elif scope["method"] == "POST" and scope["path"] in _PATHS:
            trial = headers.get(TRIAL_HEADER, "")
            response = await answer(request, trial, self._config, self._upstream)
            await response(scope, receive, send)
        else:
            await self._desk(scope, receive, send)

    async def _door(self, request: Request) -> Response:
        trial = (await request.json())["trial"] if request.method == "PUT" else None
        await self._control(request.path_params["slot"], trial)
        return JSONResponse({})

    async def _account(self, request: Request) -> Response:
        found = self._ledger.account(request.query_params.get("trial"))
        return JSONResponse(found.model_dump(mode="json"))
