"""Containers that hold what runs in them: no network, no rights, limits, memory-backed folders."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from skilleval.engine.client import Engine
from skilleval.engine.faults import engine_errors

_MB = 1 << 20


@dataclass(frozen=True)
class Scratch:
    """A writable folder in memory, of limited size, owned by a user. Files can be put in while running.

    A plain tmpfs mount would lose them: the engine's archive calls do not see it.
    """

    path: str
    size_mb: int
    owner: int


@dataclass(frozen=True)
class Door:
    """Where the gateway's socket appears inside, mounted read-only.

    `source` is a volume's name, or a folder of the engine's machine, which begins with a slash.
    """

    path: str
    source: str


@dataclass(frozen=True)
class Caps:
    """What a container may use."""

    memory_mb: int
    cpus: float
    processes: int = 512
    open_files: int = 4096


@dataclass(frozen=True)
class RoomSpec:
    """Everything about a container of a trial. `user` is who keeps it alive, not who works in it."""

    image: str
    argv: tuple[str, ...]
    user: str
    caps: Caps
    scratch: tuple[Scratch, ...] = ()
    door: Door | None = None
    tmp_mb: int = 256
    labels: Mapping[str, str] = field(default_factory=dict)


def create_room(engine: Engine, spec: RoomSpec) -> str:
    """Create (not start) a container without network and rights; return its id. Blocks."""
    with engine_errors("create a room"):
        container = engine.api.create_container(
            spec.image,
            list(spec.argv),
            user=spec.user,
            hostname="room",
            labels=dict(spec.labels),
            entrypoint=[],
            environment={},
            use_config_proxy=False,
            host_config=_host_config(engine, spec),
        )
    return str(container["Id"])


def _host_config(engine: Engine, spec: RoomSpec) -> dict[str, Any]:
    from docker.types import LogConfig, Ulimit  # noqa: PLC0415 - only when Docker is used

    memory = spec.caps.memory_mb * _MB
    config: dict[str, Any] = engine.api.create_host_config(
        network_mode="none",
        read_only=True,
        cap_drop=["ALL"],
        security_opt=["no-new-privileges"],
        init=True,
        ipc_mode="private",
        pids_limit=spec.caps.processes,
        mem_limit=memory,
        memswap_limit=memory,
        nano_cpus=int(min(spec.caps.cpus, engine.cpus) * 1e9),
        ulimits=[Ulimit(name="nofile", soft=spec.caps.open_files, hard=spec.caps.open_files)],
        log_config=LogConfig(type="none"),
    )
    config["Tmpfs"] = {"/tmp": f"size={spec.tmp_mb}m,mode=1777,nosuid,nodev,exec"}  # noqa: S108 - inside
    config["Mounts"] = [_scratch_mount(one, spec.labels) for one in spec.scratch]
    if spec.door:
        config["Mounts"].append(_door_mount(spec.door))
    return config


def _scratch_mount(scratch: Scratch, labels: Mapping[str, str]) -> dict[str, Any]:
    """Return an unnamed volume: it goes when the container is removed."""
    options = f"size={scratch.size_mb}m,uid={scratch.owner},gid={scratch.owner},mode=0755,nosuid,nodev"
    return {
        "Type": "volume",
        "Target": scratch.path,
        "VolumeOptions": {
            "NoCopy": True,
            "Labels": dict(labels),
            "DriverConfig": {
                "Name": "local",
                "Options": {"type": "tmpfs", "device": "tmpfs", "o": options},
            },
        },
    }


def _door_mount(door: Door) -> dict[str, Any]:
    mount = {"Target": door.path, "Source": door.source, "ReadOnly": True}
    if door.source.startswith("/"):
        return mount | {"Type": "bind", "BindOptions": {"Propagation": "rprivate"}}
    return mount | {"Type": "volume", "VolumeOptions": {"NoCopy": True}}


def start(engine: Engine, container: str) -> None:
    """Start a container. Blocks."""
    with engine_errors("start a room"):
        engine.api.start(container)


def put(engine: Engine, container: str, folder: str, archive: bytes) -> None:
    """Unpack a tar below a folder of a container. Blocks."""
    with engine_errors(f"put files into {folder}"):
        engine.api.put_archive(container, folder, archive)


@dataclass(frozen=True)
class State:
    """Whether a container runs, and whether its memory limit killed it."""

    running: bool
    out_of_memory: bool


def look_at(engine: Engine, container: str) -> State:
    """Return a container's state. Blocks."""
    with engine_errors("look at a room"):
        state = engine.api.inspect_container(container)["State"]
    return State(bool(state["Running"]), bool(state.get("OOMKilled")))
