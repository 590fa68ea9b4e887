"""The two logs: the gateway says an entry a line on its stdout, the bot keeps it in a file.

The gateway itself writes no file: in a container of its own it could not reach the run folder.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path

from skilleval.domain.value import Value

CALLS = "model-calls.jsonl"
REFUSED = "refused.jsonl"


def say_entry(name: str, entry: Value) -> None:
    """Say an entry of the log `name` on stdout."""
    sys.stdout.write(json.dumps({"log": name, "entry": entry.model_dump(mode="json")}) + "\n")
    sys.stdout.flush()


def keep_logs(lines: Iterable[str], folder: str) -> None:
    """Write what a gateway says into the folder's logs, entry by entry; empty = read and drop it."""
    logs = {name: Path(folder) / name for name in (CALLS, REFUSED)} if folder else {}
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
    for line in lines:
        name, entry = _entry(line)
        if name in logs:
            with logs[name].open("a", encoding="utf-8") as file:
                file.write(entry + "\n")


def _entry(line: str) -> tuple[str, str]:
    """Return the log and the entry of a line; a line that is none (a library's print) names no log."""
    try:
        said = json.loads(line)
        return str(said["log"]), json.dumps(said["entry"])
    except (ValueError, TypeError, KeyError):
        return "", ""
