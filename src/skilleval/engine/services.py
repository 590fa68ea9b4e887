"""A container that works for us for the length of a run. Its stdin and stdout are ours and in no log."""

import socket
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from skilleval.engine.client import Engine
from skilleval.engine.execs import close_stream
from skilleval.engine.faults import engine_errors
from skilleval.engine.labels import labels_of, remove_container

_MB = 1 << 20
_HEADER = struct.Struct(">BxxxL")  # the engine's frame: stream number, three zero bytes, length
_STDOUT = 1
_TAIL_BYTES = 2000
_STOP_S = 10


@dataclass(frozen=True)
class ServiceSpec:
    """What runs where. `network` as the engine spells it: `host`, or `container:ID` for that one's own.

    `volumes` (name to path inside) are writable; `binds` (path of the engine's machine to path inside) not.
    """

    image: str
    argv: tuple[str, ...]
    network: str
    volumes: Mapping[str, str] = field(default_factory=dict)
    binds: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    memory_mb: int = 512


class Service:
    """A started container that ends when its stdin does, and that does when this process does, however."""

    def __init__(self, engine: Engine, spec: ServiceSpec) -> None:
        """Create, attach and start it. Blocks. Raises SandboxError; nothing is left then."""
        self._engine = engine
        self.said = b""
        """The end of what it wrote to stderr."""
        with engine_errors("create a service"):
            self.container = str(_create(engine, spec)["Id"])
        try:
            with engine_errors("start a service"):
                ends = {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1}
                self._stream: Any = engine.api.attach_socket(self.container, params=ends)
                self._wire = getattr(self._stream, "_sock", self._stream)
                self._wire.settimeout(None)
                engine.api.start(self.container)
        except BaseException:
            remove_container(engine, self.container)
            raise

    def send(self, line: str) -> None:
        """Write a line to its stdin."""
        with engine_errors("talk to a service"):
            self._wire.sendall(line.encode() + b"\n")

    def lines(self) -> Iterator[str]:
        """Yield the lines of its stdout until it ends. For one thread."""
        rest = b""
        while frame := self._frame():
            number, content = frame
            if number != _STDOUT:
                self.said = (self.said + content)[-_TAIL_BYTES:]
                continue
            *whole, rest = (rest + content).split(b"\n")
            yield from (line.decode("utf-8", "replace") for line in whole)

    def _frame(self) -> tuple[int, bytes] | None:
        try:
            number, length = _HEADER.unpack(self._exactly(_HEADER.size))
            return number, self._exactly(length)
        except (OSError, EOFError, ValueError):  # closed by `remove`, or by the engine: it has ended
            return None

    def _exactly(self, count: int) -> bytes:
        found = bytearray()
        while len(found) < count:
            block = self._wire.recv(count - len(found))
            if not block:
                raise EOFError
            found += block
        return bytes(found)

    def remove(self) -> None:
        """End it by the end of its stdin, within seconds or by force, and remove it. Blocks."""
        import docker.errors  # noqa: PLC0415 - a third of a second that runs without Docker must not pay
        import requests  # noqa: PLC0415 - comes with the SDK

        try:
            self._wire.shutdown(socket.SHUT_WR)
            self._engine.api.wait(self.container, timeout=_STOP_S)
        except (OSError, requests.RequestException, docker.errors.DockerException):
            pass  # it is gone, or hangs, or the engine does; what follows says which
        finally:
            remove_container(self._engine, self.container)
            close_stream(self._stream)


def _create(engine: Engine, spec: ServiceSpec) -> Mapping[str, Any]:
    from docker.types import LogConfig  # noqa: PLC0415 - only when Docker is used

    memory = spec.memory_mb * _MB
    config: dict[str, Any] = engine.api.create_host_config(
        network_mode=spec.network,
        read_only=True,
        cap_drop=["ALL"],
        security_opt=["no-new-privileges"],
        init=True,
        pids_limit=256,
        mem_limit=memory,
        memswap_limit=memory,
        log_config=LogConfig(type="none"),
    )
    config["Tmpfs"] = {"/tmp": "size=64m,mode=1777,nosuid,nodev"}  # noqa: S108 - inside
    config["Mounts"] = [
        {"Type": "volume", "Source": name, "Target": path, "VolumeOptions": {"NoCopy": True}}
        for name, path in spec.volumes.items()
    ] + [
        {"Type": "bind", "Source": source, "Target": path, "ReadOnly": True}
        for source, path in spec.binds.items()
    ]
    made: Mapping[str, Any] = engine.api.create_container(
        spec.image,
        list(spec.argv),
        user="0",
        entrypoint=[],
        environment=dict(spec.environment),
        stdin_open=True,
        labels=labels_of(engine),
        use_config_proxy=False,
        host_config=config,
    )
    return made
