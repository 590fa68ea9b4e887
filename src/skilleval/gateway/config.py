"""What the gateway is told, once, over stdin."""

from pydantic import Field

from skilleval.domain.price import PriceTable
from skilleval.domain.value import Value


class GatewayConfig(Value):
    """Where calls go, for which models, at which price, up to which sum.

    The key is not part of it: it is handed to the process apart and is never written anywhere.
    """

    upstream: str
    """Base URL of the provider, or of a server that speaks the Messages API."""
    models: tuple[str, ...]
    """Models of the plan; any other is refused."""
    prices: PriceTable | None = None
    max_cost_usd: float | None = Field(default=None, ge=0.0)
    """At this sum every further call is refused. None = no ceiling."""
    retries: int = Field(default=4, ge=0)
    backoff_s: float = Field(default=0.5, gt=0.0)
    """First pause before a retry that names no time itself; it doubles."""
    silence_s: float = Field(default=60.0, gt=0.0)
    """How long the server may send nothing. A plain answer comes in one piece when its last token is there,
    so there it may take longer: as long as the slowest models need for `max_tokens`."""
    log_folder: str = ""
    """Where the bot keeps `model-calls.jsonl` and `refused.jsonl`; empty = nowhere. Never a body or key."""


class Orders(Value):
    """The line on stdin: config, key, the bot's token, the folders of the slots, more for its environment."""

    config: GatewayConfig
    key: str = Field(repr=False)
    token: str = Field(repr=False)
    slots: tuple[str, ...] = ()
    environment: dict[str, str] = Field(default_factory=dict, repr=False)
    host: str = "127.0.0.1"
