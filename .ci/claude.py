"""Print the path of the Claude Code CLI that the tests drive; it is fetched when it is not there."""

import os
import sys
from pathlib import Path

from skilleval.engine import open_engine
from skilleval.execution.agents.claude_code.install import claude_program
from skilleval.execution.agents.claude_code.launch import PINNED_VERSION
from skilleval.execution.sandboxes.docker.image import BASE_IMAGE

cache = Path(os.environ.get("SKILLEVAL_CACHE") or Path.home() / ".cache" / "skilleval")
program = claude_program(
    PINNED_VERSION, engine=open_engine(), base=BASE_IMAGE, cache=cache, environment=os.environ
)
sys.stdout.write(f"{program}\n")
