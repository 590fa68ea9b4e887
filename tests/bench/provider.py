"""The provider of `tests.builders_gateway` in a process of its own, without a framework between.

So what is measured is our path: a server in the bot's process would take turns with the bot.
`python -m tests.bench.provider LATENCY_S PER_SECOND` says its port, serves until stdin ends, says its counts.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from starlette.types import Receive, Scope, Send

from tests.builders_gateway import Provider, say

_DONE = say("done")


@contextmanager
def provider_process(*, latency_s: float, per_second: float = 0.0) -> Iterator[Provider]:
    """Yield a provider of which only address and, after the context, counts are known here."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.provider", str(latency_s), str(per_second)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    provider = Provider(url=f"http://127.0.0.1:{json.loads(process.stdout.readline())}")
    try:
        yield provider
        process.stdin.close()
        provider.answered, provider.too_many = json.loads(process.stdout.readline())
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


async def _serve(provider: Provider) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        body = b""
        while True:
            event = await receive()
            body += event.get("body", b"")
            if not event.get("more_body"):
                break
        status, headers, answer = await _answer(provider, json.loads(body)["model"])
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": answer})

    config = uvicorn.Config(
        app, host="127.0.0.1", port=0, log_config=None, lifespan="off", http="h11", access_log=False
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.005)
    _say(server.servers[0].sockets[0].getsockname()[1])
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    _say([provider.answered, provider.too_many])
    server.should_exit = True
    await serving


async def _answer(provider: Provider, model: str) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    limits = provider.limit()
    headers = {"content-type": "application/json", **(limits or {"retry-after": "0.2"})}
    if limits is None:
        provider.too_many += 1
        status, said = 429, {"type": "error", "error": {"type": "rate_limit_error", "message": "scripted"}}
    else:
        await asyncio.sleep(provider.latency_s)
        provider.answered += 1
        status, said = 200, provider.message(_DONE, model)
    body = json.dumps(said).encode()
    headers["content-length"] = str(len(body))
    return status, [(name.encode(), value.encode()) for name, value in headers.items()], body


def _say(what: object) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(_serve(Provider(latency_s=float(sys.argv[1]), per_second=float(sys.argv[2]))))
