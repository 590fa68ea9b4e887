"""The servers: one on loopback for the bot, one a trial on a Unix socket in its slot's folder."""

import socket
from pathlib import Path
from typing import Literal

import uvicorn
from starlette.types import ASGIApp

from skilleval.gateway.config import Orders
from skilleval.gateway.doors import BotDoor, TrialDoor
from skilleval.gateway.ledger import Ledger
from skilleval.gateway.logs import say_entry
from skilleval.gateway.pace import Pacer
from skilleval.gateway.upstream import Upstream

SOCKET_NAME = "model.sock"


class Running:
    """An app being served on a socket. One of many in a loop, so without uvicorn's own loop and signals."""

    def __init__(self, app: ASGIApp, sock: socket.socket, *, parser: Literal["h11", "httptools"]) -> None:
        """Take over a listening socket; `start` serves it."""
        config = uvicorn.Config(
            app,
            http=parser,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            date_header=False,
            timeout_keep_alive=60,
        )
        config.load()
        self._server = uvicorn.Server(config)
        self._server.lifespan = config.lifespan_class(config)
        self._socket = sock

    async def start(self) -> None:
        """Serve from now on."""
        await self._server.startup(sockets=[self._socket])

    def stop(self) -> None:
        """Drop all connections and stop. Calls under way at the provider end by themselves and are booked."""
        for server in self._server.servers:
            server.close()
        self._socket.close()
        for connection in list(self._server.server_state.connections):
            connection.transport.abort()


class GatewayServer:
    """All of the gateway inside its process."""

    def __init__(self, orders: Orders) -> None:
        """Build ledger, pacer and upstream from the orders."""
        self._orders = orders
        self.ledger = Ledger(say_entry if orders.config.log_folder else None)
        self._upstream = Upstream(orders.config, orders.key, self.ledger, Pacer())
        self._doors: dict[str, Running] = {}
        self._bot: Running | None = None

    async def start(self) -> int:
        """Serve the bot; return the port."""
        sock = socket.create_server((self._orders.host, 0))
        # asyncio sets it only on sockets that name their protocol, which those accepted here do not; an
        # answer's head and body are two writes, and the second would wait 40 ms for the first's ACK.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        door = BotDoor(self._orders, self._upstream, self.ledger, self.control)
        self._bot = Running(door, sock, parser="httptools")  # all calls of all slots of an agent in the bot
        await self._bot.start()
        return int(sock.getsockname()[1])

    async def control(self, slot: str, trial: str | None) -> None:
        """Close the slot's door, and open a new one when a trial is named."""
        path = Path(self._orders.slots[int(slot)]) / SOCKET_NAME
        old = self._doors.pop(slot, None)
        if old:
            old.stop()
        path.unlink(missing_ok=True)
        if trial is None:
            return
        sock = socket.socket(socket.AF_UNIX)
        sock.bind(str(path))
        path.chmod(0o666)  # the room's user is none of ours
        sock.listen(128)
        door = TrialDoor(trial, self._orders.config, self._upstream, self.ledger)
        # h11 is the one that takes CONNECT and absolute targets apart as the door reads them.
        self._doors[slot] = Running(door, sock, parser="h11")
        await self._doors[slot].start()

    async def stop(self) -> None:
        """Close all doors and connections."""
        for slot in list(self._doors):
            await self.control(slot, None)
        if self._bot:
            self._bot.stop()
        await self._upstream.close()
