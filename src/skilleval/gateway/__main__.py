"""`python -m skilleval.gateway`: orders in on stdin, the port out on stdout; ends when stdin does.

So the key is in no argument, environment or file, and a bot that dies takes its gateway with it.
"""

import asyncio
import json
import os
import sys

from skilleval.gateway.config import Orders
from skilleval.gateway.serve import GatewayServer
from skilleval.shield import hide_memory


async def _serve(orders: Orders) -> None:
    server = GatewayServer(orders)
    port = await server.start()
    sys.stdout.write(json.dumps({"port": port}) + "\n")
    sys.stdout.flush()
    try:
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    finally:
        await server.stop()


def main() -> None:
    """Serve until the bot closes our stdin."""
    hide_memory()
    orders = Orders.model_validate_json(sys.stdin.readline())
    os.environ.update(orders.environment)
    asyncio.run(_serve(orders))


if __name__ == "__main__":
    main()
