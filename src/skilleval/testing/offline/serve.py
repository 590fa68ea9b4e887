"""The server in a thread: for tests, the demo, and `model: offline`."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from skilleval.errors import ModelError
from skilleval.testing.offline.app import create_app

_START_S = 20.0
_STOP_S = 3
"""Seconds that open connections get to end."""


class _Server(uvicorn.Server):
    """A server that says when it listens, or that it never will."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.settled = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.settled.set()

    def run_until_told(self) -> None:
        try:
            self.run()
        except SystemExit:
            pass  # uvicorn's way to say that the address is taken; `started` stays False
        finally:
            self.settled.set()

    def port(self) -> int:
        """Return the port that the system chose."""
        return int(self.servers[0].sockets[0].getsockname()[1])


@contextmanager
def serve_offline(host: str = "127.0.0.1", port: int = 0) -> Iterator[str]:
    """Yield the base URL of a running server; port 0 takes a free one. Stopped on leaving.

    Raises ModelError when it cannot listen there.
    """
    config = uvicorn.Config(
        create_app(),
        host=host,
        port=port,
        log_level="error",
        lifespan="off",
        timeout_graceful_shutdown=_STOP_S,
    )
    server = _Server(config)
    thread = threading.Thread(target=server.run_until_told, name="offline-model", daemon=True)
    thread.start()
    server.settled.wait(_START_S)
    if not server.started:
        raise ModelError(f"the offline model cannot listen on {host}:{port}", hint="choose another port")
    try:
        yield f"http://{host}:{server.port()}"
    finally:
        server.should_exit = True
        thread.join(_START_S)
