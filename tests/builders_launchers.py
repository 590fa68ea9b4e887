"""The ways to start the gateway: its contract and the escape suite run over each. New ones add a row."""

import socket
import sys
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from skilleval.gateway import ContainerLauncher, Gateway, Launcher, ProcessLauncher
from skilleval.gateway.beside import GatewayProcess
from skilleval.gateway.contained import GatewayContainer
from tests import builders_docker

_SOURCE = Path(__file__).parents[1] / "src"
_SECRET_TO_IGNORE = {"PATH": "/usr/bin:/bin", "GITHUB_TOKEN": "a-token-that-is-none-of-its-business"}


def process() -> Launcher:
    """A child of the tests."""
    return ProcessLauncher(_SECRET_TO_IGNORE)


def container() -> Launcher:
    """A container of the sandbox image (it has the same Python), with our code and packages mounted."""
    packages = Path(sysconfig.get_paths()["purelib"]).resolve()
    return ContainerLauncher(
        builders_docker.engine(),
        builders_docker.plain_image(),
        "python3",
        environment=_SECRET_TO_IGNORE,
        binds={str(_SOURCE): "/src", str(packages): "/packages"},
        plain_environment={"PYTHONPATH": "/src:/packages"},
    )


@dataclass(frozen=True)
class Way:
    """A name, how to make the launcher, and when it can be tried."""

    name: str
    make: Callable[[], Launcher]
    marks: tuple[pytest.MarkDecorator, ...] = ()


_SAME_PYTHON = pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the image has Python 3.11")
WAYS = (Way("process", process), Way("container", container, (*builders_docker.needs_docker, _SAME_PYTHON)))


def slot_folder(gateway: Gateway, slot: int) -> Path:
    """Return a slot's folder on this machine, in which the socket is; a volume's lies at its mount point."""
    source = gateway.sources[slot]
    if source.startswith("/"):
        return Path(source)
    return Path(builders_docker.engine().api.inspect_volume(source)["Mountpoint"])


def pid_of(gateway: Gateway) -> int:
    """Return the gateway's process on this machine."""
    launched = gateway.launched
    if isinstance(launched, GatewayProcess):
        return launched.process.pid
    assert isinstance(launched, GatewayContainer)
    state = builders_docker.engine().api.inspect_container(launched.service.container)["State"]
    return int(state["Pid"])


def stored_of(gateway: Gateway) -> str:
    """Return all that this machine keeps of how the gateway was started: what must hold no secret."""
    pid = pid_of(gateway)
    kept = "".join(Path(f"/proc/{pid}/{name}").read_text() for name in ("environ", "cmdline"))
    if isinstance(gateway.launched, GatewayContainer):
        kept += str(builders_docker.engine().api.inspect_container(gateway.launched.service.container))
    return kept


def end_of_stdin(gateway: Gateway) -> None:
    """Close the gateway's stdin, as the kernel does when the bot dies."""
    launched = gateway.launched
    if isinstance(launched, GatewayProcess):
        assert launched.process.stdin is not None
        launched.process.stdin.close()
        return
    assert isinstance(launched, GatewayContainer)
    launched.service._wire.shutdown(socket.SHUT_RDWR)
