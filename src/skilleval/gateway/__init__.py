"""The model's door: a process of its own that holds the key, the prices, the pace, the log, and no bundle.

Each trial's room gets a Unix socket of its own, so that every call is attributed; the bot comes in on
loopback with a token. What is not a call of the Messages API to a model of the plan is refused and logged.
"""

from skilleval.gateway.config import GatewayConfig
from skilleval.gateway.launcher import Gateway
from skilleval.gateway.ledger import Account

__all__ = ["Account", "Gateway", "GatewayConfig"]
