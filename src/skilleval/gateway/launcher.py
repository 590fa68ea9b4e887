"""The bot's side: starts the gateway, opens and closes doors, reads accounts, keeps the logs."""

import json
import queue
import secrets
import threading
from collections.abc import Mapping
from types import TracebackType
from typing import Self

import httpx2

from skilleval.errors import ModelError
from skilleval.gateway.beside import ProcessLauncher
from skilleval.gateway.config import GatewayConfig, Orders
from skilleval.gateway.launched import Launched, Launcher
from skilleval.gateway.ledger import Account
from skilleval.gateway.logs import keep_logs

_START_S = 30.0
_LAST_LINES_S = 5.0


class Gateway:
    """A context: inside it the gateway runs. Its calls block; they may come from any thread."""

    def __init__(
        self, config: GatewayConfig, *, key: str, slots: int, launcher: Launcher | None = None
    ) -> None:
        """Take the provider's key, how many rooms may be open at once, and how to start it (as a process)."""
        self._config = config
        self._key = key
        self._count = slots
        self._launcher = launcher or ProcessLauncher()
        self.token = secrets.token_urlsafe(32)
        """The bot's own: the `api_key` for calls that come from the bot."""
        self.url = ""
        self.sources: tuple[str, ...] = ()
        """The slots' folders or volumes; a room mounts exactly one of them, read-only."""
        self.launched: Launched | None = None
        self._reader: threading.Thread | None = None
        self._client: httpx2.Client | None = None

    def __repr__(self) -> str:
        """Return where it listens, without key and token."""
        return f"Gateway(url={self.url!r}, upstream={self._config.upstream!r})"

    def __enter__(self) -> Self:
        """Start it. Raises ModelError or SandboxError when it does not come up."""
        self.launched = self._launcher.launch(self._count)
        self.sources = self.launched.sources
        try:
            self._start(self.launched)
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop it and remove the slots."""
        self._stop()

    def open(self, slot: int, trial_id: str) -> None:
        """Put a new socket into the slot: what comes through it is that trial's."""
        self._call("PUT", f"/skilleval/doors/{slot}", {"trial": trial_id})

    def close(self, slot: int) -> None:
        """Take the socket away and drop what still runs through it."""
        self._call("DELETE", f"/skilleval/doors/{slot}", None)

    def account(self, trial_id: str | None = None) -> Account:
        """Return what a trial, or the whole run, used and tried."""
        query = {} if trial_id is None else {"trial": trial_id}
        return Account.model_validate(self._call("GET", "/skilleval/account", None, query))

    def _call(self, method: str, path: str, body: object, query: Mapping[str, str] | None = None) -> object:
        if self._client is None:
            raise ModelError("the gateway does not run")
        try:
            response = self._client.request(method, path, json=body, params=query)
            response.raise_for_status()
            return response.json()
        except (httpx2.HTTPError, ValueError) as exc:
            raise ModelError(f"the gateway does not answer: {type(exc).__name__}") from exc

    def _start(self, launched: Launched) -> None:
        orders = Orders(
            config=self._config,
            key=self._key,
            token=self.token,
            slots=launched.slots,
            environment=dict(launched.environment),
        )
        launched.send(orders.model_dump_json())
        self.url = f"http://127.0.0.1:{self._port(launched)}"
        # No TLS on loopback, so no certificates to load: that is most of a client's start.
        self._client = httpx2.Client(
            base_url=self.url,
            headers={"x-api-key": self.token},
            timeout=30.0,
            trust_env=False,
            verify=False,
        )

    def _port(self, launched: Launched) -> int:
        """Return the port that it says, within a limit: a line may never come. What follows are log lines."""
        first: queue.SimpleQueue[str] = queue.SimpleQueue()

        def read() -> None:
            lines = launched.lines()
            first.put(next(lines, ""))
            keep_logs(lines, self._config.log_folder)

        self._reader = threading.Thread(target=read, name="gateway-log", daemon=True)
        self._reader.start()
        try:
            return int(json.loads(first.get(timeout=_START_S))["port"])
        except (queue.Empty, ValueError, KeyError, TypeError) as exc:
            said = " ".join(launched.said.split())[-300:]
            words = f"the gateway did not come up{f': {said}' if said else ''}"
            raise ModelError(words, hint="" if said else "its messages are on stderr") from exc

    def _stop(self) -> None:
        if self._client:
            self._client.close()
            self._client = None
        launched, self.launched = self.launched, None
        if launched:
            launched.stop()
        if self._reader:  # it ends with the gateway's stdout
            self._reader.join(_LAST_LINES_S)
