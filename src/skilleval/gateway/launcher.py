"""The bot's side: starts the gateway as a process, opens and closes doors, reads accounts."""

import json
import os
import queue
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import httpx2

import skilleval
from skilleval.errors import ModelError
from skilleval.gateway.config import GatewayConfig, Orders
from skilleval.gateway.ledger import Account

_START_S = 30.0
_STOP_S = 10.0
_PASSED_ON = (
    "PATH",
    "PYTHONPATH",
    "LD_LIBRARY_PATH",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
)
"""What a client of the provider may need of the bot's environment; no token is among it."""


class Gateway:
    """A context: inside it the gateway runs. Its calls block; they may come from any thread."""

    def __init__(
        self,
        config: GatewayConfig,
        *,
        key: str,
        slots: int,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> None:
        """Take the provider's key and how many rooms may be open at once.

        The slots lie below `folder` (the system's temporary folder): in a container, one that the host
        shares with it.
        """
        self._config = config
        self._key = key
        self._count = slots
        self._folder = folder
        self._environment = {
            name: (environment or {})[name] for name in _PASSED_ON if name in (environment or {})
        }
        self.token = secrets.token_urlsafe(32)
        """The bot's own: the `api_key` for calls that come from the bot."""
        self.url = ""
        self.folders: tuple[Path, ...] = ()
        """The slots' folders; a room mounts exactly one of them, read-only."""
        self._root: Path | None = None
        self._process: subprocess.Popen[str] | None = None
        self._client: httpx2.Client | None = None

    def __repr__(self) -> str:
        """Return where it listens, without key and token."""
        return f"Gateway(url={self.url!r}, upstream={self._config.upstream!r})"

    def __enter__(self) -> Self:
        """Start it. Raises ModelError when it does not come up."""
        self._root = Path(tempfile.mkdtemp(prefix="skilleval-gate-", dir=self._folder))
        self.folders = tuple(self._root / str(number) for number in range(self._count))
        for folder in self.folders:
            folder.mkdir(mode=0o755)
            folder.chmod(0o755)
        try:
            self._start()
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop it and remove the slots' folders."""
        self._stop()

    def open(self, slot: int, trial_id: str) -> None:
        """Put a new socket into the slot's folder: what comes through it is that trial's."""
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

    def _start(self) -> None:
        paths = (str(Path(skilleval.__file__).parents[1]), self._environment.get("PYTHONPATH", ""))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "skilleval.gateway"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**self._environment, "PYTHONPATH": os.pathsep.join(path for path in paths if path)},
        )
        orders = Orders(
            config=self._config,
            key=self._key,
            token=self.token,
            slots=tuple(str(folder) for folder in self.folders),
        )
        if self._process.stdin is None or self._process.stdout is None:
            raise ModelError("the gateway cannot be started")
        self._process.stdin.write(orders.model_dump_json() + "\n")
        self._process.stdin.flush()
        port = _port(self._process.stdout)
        self.url = f"http://127.0.0.1:{port}"
        # No TLS on loopback, so no certificates to load: that is most of a client's start.
        self._client = httpx2.Client(
            base_url=self.url,
            headers={"x-api-key": self.token},
            timeout=30.0,
            trust_env=False,
            verify=False,
        )

    def _stop(self) -> None:
        if self._client:
            self._client.close()
            self._client = None
        process, self._process = self._process, None
        if process:
            for stream in (process.stdin, process.stdout):
                if stream:
                    stream.close()
            try:
                process.wait(_STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self._root:
            shutil.rmtree(self._root, ignore_errors=True)


def _port(stdout: IO[str]) -> int:
    """Return the port that the process says, within a limit: a line may never come."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=lambda: lines.put(stdout.readline()), daemon=True).start()
    try:
        return int(json.loads(lines.get(timeout=_START_S))["port"])
    except (queue.Empty, ValueError, KeyError, TypeError) as exc:
        raise ModelError("the gateway did not come up", hint="its messages are on stderr") from exc
