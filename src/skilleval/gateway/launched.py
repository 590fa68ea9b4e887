"""What every way to start the gateway gives: its slots, and a line each way over its stdin and stdout."""

from collections.abc import Iterator, Mapping
from typing import Protocol

CLIENT_NAMES = (
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


class Launched(Protocol):
    """A gateway that runs and waits for its orders. Blocking calls."""

    @property
    def slots(self) -> tuple[str, ...]:
        """The slots' folders as the gateway sees them."""

    @property
    def sources(self) -> tuple[str, ...]:
        """What a room mounts to get at a slot: a folder of this machine, or a volume of the engine's."""

    @property
    def environment(self) -> Mapping[str, str]:
        """What it shall take into its environment: over stdin, where a proxy's password is in no config."""

    @property
    def said(self) -> str:
        """The end of what it wrote to stderr, as far as that does not go to ours."""

    def send(self, line: str) -> None:
        """Write a line to its stdin. Raises SandboxError or OSError."""

    def lines(self) -> Iterator[str]:
        """Yield the lines of its stdout until it ends. For one thread."""

    def stop(self) -> None:
        """End its stdin, wait for its end, and remove it with its slots."""


class Launcher(Protocol):
    """A way to start the gateway."""

    def launch(self, slots: int) -> Launched:
        """Start it with so many slots. Raises SandboxError or ModelError, and leaves nothing then."""
