"""What clients of model servers share: how long they wait, and which servers are this machine's own."""

from urllib.parse import urlsplit

from skilleval.domain.value import Value


class Patience(Value):
    """How long to wait for the model server, in seconds, and how often the SDK tries again by itself."""

    connect_s: float = 10.0
    call_s: float = 180.0
    retries: int = 2


def is_loopback(base_url: str) -> bool:
    """Return whether a server is on this machine: no proxy of the environment may see calls to it."""
    return (urlsplit(base_url).hostname or "") in {"localhost", "127.0.0.1", "::1"}
