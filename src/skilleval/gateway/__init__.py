"""The model's door: a process or container of its own that holds key, prices, pace, and no bundle.

Each trial's room gets a Unix socket of its own, so that every call is attributed; the bot comes in on
loopback with a token. What is not a call of the Messages API to a model of the plan is refused and logged.
"""

from skilleval.gateway.beside import ProcessLauncher
from skilleval.gateway.config import GatewayConfig
from skilleval.gateway.contained import ContainerLauncher
from skilleval.gateway.launched import Launcher
from skilleval.gateway.launcher import Gateway
from skilleval.gateway.ledger import Account

__all__ = ["Account", "ContainerLauncher", "Gateway", "GatewayConfig", "Launcher", "ProcessLauncher"]
