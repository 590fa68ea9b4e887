"""The Docker Engine: images, containers, volumes, execs, tar streams. The one importer of its SDK.

All calls are blocking; `Engine.call` runs one in the engine's own worker threads, because asyncio's
default pool is sized by cores and would queue the trials behind each other.
"""

from skilleval.engine.client import Engine, open_engine

__all__ = ["Engine", "open_engine"]
