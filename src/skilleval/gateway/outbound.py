"""Requests to the provider: httpx over aiohttp's connections.

httpx' own pool looks at every connection at both ends of each call, and its h11 is Python: at 20 slots they
were half of the gateway's CPU. aiohttp keeps its idle connections by host and parses in C.
"""

from collections.abc import Mapping

import aiohttp
import httpx2
from httpx_aiohttp.httpx2 import Httpx2AiohttpClient

_CONNECT_S = 10.0
_MOST_CONNECTIONS = 1000
"""More than slots: the pacer decides how many calls are under way."""


class Unanswered(Exception):  # no error of ours: the call is tried again
    """No whole answer came: in words, and the status under which the agent hears of it."""

    def __init__(self, words: str, status: int) -> None:
        """Take both."""
        super().__init__(words)
        self.status = status


class Outbound:
    """Keeps connections to one server. Belongs to one event loop."""

    def __init__(self, server: str) -> None:
        """Take its URL."""
        self._client = Httpx2AiohttpClient(
            base_url=server,
            limits=httpx2.Limits(max_connections=_MOST_CONNECTIONS),
            # A proxy from the environment must not see calls to a server on this machine.
            trust_env=not httpx2.URL(server).host.startswith(("127.", "localhost")),
        )

    async def post(
        self, target: str, body: bytes, headers: Mapping[str, str], *, silence_s: float
    ) -> httpx2.Response:
        """Return the answer, read to its end. Raises Unanswered.

        `silence_s` = how long the server may send nothing: before its answer begins, and within it.
        """
        try:
            return await self._client.post(
                target,
                content=body,
                headers={**headers, "accept-encoding": "identity"},
                timeout=httpx2.Timeout(silence_s, connect=min(_CONNECT_S, silence_s), pool=None),
            )
        # The transport leaves answers that are no HTTP as aiohttp raised them.
        except (httpx2.HTTPError, aiohttp.ClientError) as exc:
            # It also calls every lost connection a timeout; the cause tells.
            cause = exc.__cause__ or exc
            if isinstance(cause, TimeoutError | httpx2.ReadTimeout):
                words = f"the model server was silent for {silence_s:g} s"
                raise Unanswered(words, 504) from None
            words = f"the model server cannot be reached or broke off: {type(cause).__name__}"
            raise Unanswered(words, 502) from None

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()
