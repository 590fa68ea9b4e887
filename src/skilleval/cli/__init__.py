"""argv and environment -> Settings -> run -> exit code, one file a command."""

from skilleval.cli.main import main

__all__ = ["main"]
