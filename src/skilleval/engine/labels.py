"""Labels on all that we make in the engine, and the removal of what killed runs left behind."""

import os
import secrets
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from skilleval.engine.client import Engine
from skilleval.engine.faults import GoneError, engine_errors

OWNER = "skilleval.owner"
EXPIRES = "skilleval.expires"
CONTAINER = "skilleval.container"
"""The container that the owner runs in: when that has ended, so has the owner, whoever has its id now."""
KEPT_S = 24 * 3600
"""After a day things of an owner on another machine are leftovers: no run lasts that long."""


def labels_of_this_process(now: float | None = None) -> dict[str, str]:
    """Return the labels for things that belong to this process: they outlive it only by accident."""
    expires = (time.time() if now is None else now) + KEPT_S
    return {OWNER: _owner(os.getpid()), EXPIRES: str(int(expires))}


def labels_of(engine: Engine) -> dict[str, str]:
    """Return the same, and which container of the engine this process is in, if that was looked for."""
    return labels_of_this_process() | ({CONTAINER: engine.own} if engine.own else {})


def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return "unknown"


def _started(pid: int) -> str:
    """Return a process's start in ticks (field 22 of /proc/pid/stat), empty when it is gone."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return text.rpartition(")")[2].split()[19]


def _namespace() -> str:
    try:
        return str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        return "unknown"


def _owner(pid: int) -> str:
    return f"{_boot()}/{_namespace()}/{pid}/{_started(pid)}"


def is_leftover(labels: dict[str, str], now: float, *, running: Collection[str] = ()) -> bool:
    """Return whether the owner is surely gone: dead on this machine, its container not among those that run
    in the engine that holds it, or long expired.
    """
    if labels.get(CONTAINER) and labels[CONTAINER] not in running:
        return True
    boot, namespace, pid, started = (labels.get(OWNER, "") + "///").split("/")[:4]
    if boot == _boot() and namespace == _namespace() and pid.isdigit():
        return _started(int(pid)) != started
    expires = labels.get(EXPIRES, "")
    return expires.isdigit() and now > int(expires)


@dataclass(frozen=True)
class Swept:
    """How many containers and volumes were removed."""

    containers: int = 0
    volumes: int = 0


def sweep(engine: Engine, *, now: float) -> Swept:
    """Remove containers and volumes of runs that were killed; return how many. Blocks."""
    with engine_errors("list what is there"):
        volumes = engine.api.volumes(filters={"label": OWNER}).get("Volumes") or []
        containers = engine.api.containers(all=True, filters={"label": OWNER})
        # last: whoever starts from now on has nothing in these lists
        running = {str(one["Id"]) for one in engine.api.containers()}

    def is_stale(one: Mapping[str, object]) -> bool:
        labels = one.get("Labels")
        return is_leftover(labels if isinstance(labels, dict) else {}, now, running=running)

    stale = [str(one["Id"]) for one in containers if is_stale(one)]
    old = [str(one["Name"]) for one in volumes if is_stale(one)]
    for container in stale:
        remove_container(engine, container)
    for volume in old:
        remove_volume(engine, volume)
    return Swept(len(stale), len(old))


def remove_container(engine: Engine, container: str) -> None:
    """Kill and remove a container with its unnamed volumes. Removing it twice is no error."""
    try:
        with engine_errors("remove a container"):
            engine.api.remove_container(container, v=True, force=True)
    except GoneError:
        return


def create_volumes(engine: Engine, count: int) -> tuple[str, ...]:
    """Create so many volumes of ours; return their names. Blocks. Whoever creates them removes them."""
    word = secrets.token_hex(6)
    made: list[str] = []
    try:
        with engine_errors("create volumes"):
            for number in range(count):
                name = f"skilleval-slot-{word}-{number}"
                engine.api.create_volume(name, labels=labels_of(engine))
                made.append(name)
    except BaseException:
        for name in made:
            remove_volume(engine, name)
        raise
    return tuple(made)


def remove_volume(engine: Engine, volume: str) -> None:
    """Remove a volume. Removing it twice is no error."""
    try:
        with engine_errors("remove a volume"):
            engine.api.remove_volume(volume, force=True)
    except GoneError:
        return
