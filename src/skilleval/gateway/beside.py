"""The gateway as a process beside the bot, its slots as folders."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import skilleval
from skilleval.errors import ModelError
from skilleval.gateway.launched import CLIENT_NAMES

_STOP_S = 10.0
_PASSED_ON = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", *CLIENT_NAMES)


class ProcessLauncher:
    """Starts it as a child of this process, with next to nothing of its environment."""

    def __init__(self, environment: Mapping[str, str] | None = None, folder: Path | None = None) -> None:
        """Take the bot's environment, and where the slots shall lie (the system's temporary folder).

        In a container that must be a folder which the host shares with it.
        """
        found = environment or {}
        self._environment = {name: found[name] for name in _PASSED_ON if name in found}
        self._folder = folder

    def launch(self, slots: int) -> "GatewayProcess":
        """Start it. Raises ModelError."""
        root = Path(tempfile.mkdtemp(prefix="skilleval-gate-", dir=self._folder))
        try:
            return GatewayProcess(root, slots, self._environment)
        except BaseException:
            shutil.rmtree(root, ignore_errors=True)
            raise


class GatewayProcess:
    """The running process."""

    environment: Mapping[str, str] = {}
    said = ""
    """Its stderr is ours."""

    def __init__(self, root: Path, slots: int, environment: Mapping[str, str]) -> None:
        """Make the slots' folders below `root` and start it."""
        self._root = root
        self.slots = tuple(str(root / str(number)) for number in range(slots))
        for folder in map(Path, self.slots):
            folder.mkdir(mode=0o755)
            folder.chmod(0o755)
        paths = (str(Path(skilleval.__file__).parents[1]), environment.get("PYTHONPATH", ""))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "skilleval.gateway"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**environment, "PYTHONPATH": os.pathsep.join(path for path in paths if path)},
        )

    @property
    def sources(self) -> tuple[str, ...]:
        """The same folders: rooms mount them."""
        return self.slots

    def send(self, line: str) -> None:
        """Write a line to its stdin."""
        if self.process.stdin is None:
            raise ModelError("the gateway cannot be started")
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def lines(self) -> Iterator[str]:
        """Yield the lines of its stdout until it ends."""
        if self.process.stdout is not None:
            with self.process.stdout as lines:
                yield from lines

    def stop(self) -> None:
        """End it, by force when it does not end by itself, and remove the slots' folders."""
        if self.process.stdin:
            self.process.stdin.close()
        try:
            self.process.wait(_STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self._root, ignore_errors=True)
