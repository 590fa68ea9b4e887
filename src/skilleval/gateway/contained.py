"""The gateway in a container of its own, its slots as volumes: the way of the action.

A volume cannot be added to a container that runs, and one that all share would show every socket to every
trial: so the slots' volumes are made first, the gateway mounts all of them, and each room exactly one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from skilleval.engine.client import Engine
from skilleval.engine.labels import create_volumes, remove_volume
from skilleval.engine.services import Service, ServiceSpec
from skilleval.gateway.launched import CLIENT_NAMES

_SLOTS_FOLDER = "/slots"


@dataclass(frozen=True)
class ContainerLauncher:
    """Starts it from an image that holds this version of us.

    `network` is the bot's own (`container:ID`, or `host`): the bot finds it on loopback, and it finds the
    provider as the bot would. `binds` and `plain_environment` are for code that is not in the image.
    """

    engine: Engine
    image: str
    python: str
    network: str = "host"
    environment: Mapping[str, str] = field(default_factory=dict)
    binds: Mapping[str, str] = field(default_factory=dict)
    plain_environment: Mapping[str, str] = field(default_factory=dict)

    def launch(self, slots: int) -> "GatewayContainer":
        """Start it. Raises SandboxError."""
        volumes = create_volumes(self.engine, slots)
        try:
            return GatewayContainer(self, volumes)
        except BaseException:
            for volume in volumes:
                remove_volume(self.engine, volume)
            raise


class GatewayContainer:
    """The running container."""

    def __init__(self, launcher: ContainerLauncher, volumes: tuple[str, ...]) -> None:
        """Start it with these volumes."""
        self._engine = launcher.engine
        self.sources = volumes
        self.slots = tuple(f"{_SLOTS_FOLDER}/{number}" for number in range(len(volumes)))
        found = launcher.environment
        self.environment = {name: found[name] for name in CLIENT_NAMES if name in found}
        self.service = Service(
            launcher.engine,
            ServiceSpec(
                image=launcher.image,
                argv=(launcher.python, "-m", "skilleval.gateway"),
                network=launcher.network,
                volumes=dict(zip(volumes, self.slots, strict=True)),
                binds=launcher.binds,
                environment=launcher.plain_environment,
            ),
        )

    @property
    def said(self) -> str:
        """The end of its stderr."""
        return self.service.said.decode("utf-8", "replace")

    def send(self, line: str) -> None:
        """Write a line to its stdin."""
        self.service.send(line)

    def lines(self) -> Iterator[str]:
        """Yield the lines of its stdout until it ends."""
        return self.service.lines()

    def stop(self) -> None:
        """Remove it and the volumes; rooms that mount them are gone by then."""
        try:
            self.service.remove()
        finally:
            for volume in self.sources:
                remove_volume(self._engine, volume)
