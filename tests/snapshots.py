"""Golden files below tests/data/snapshots.

After a wanted change, write them anew and read the diff:

    SKILLEVAL_SNAPSHOTS=write .venv/bin/pytest -q tests
"""

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "data" / "snapshots"


def assert_snapshot(name: str, text: str) -> None:
    """Compare `text` with the golden file `name`; write it instead where SKILLEVAL_SNAPSHOTS is `write`."""
    path = FOLDER / name
    if os.environ.get("SKILLEVAL_SNAPSHOTS") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    wanted = path.read_bytes().decode() if path.is_file() else ""
    assert text == wanted, f"{name} differs; if that is wanted: SKILLEVAL_SNAPSHOTS=write pytest"
