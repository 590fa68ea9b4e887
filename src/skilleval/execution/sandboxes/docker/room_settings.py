"""Where things are in a room: the same in all trials, so that arms differ in nothing but the skill."""

from skilleval.domain.policy import Limits
from skilleval.engine.containers import Caps, Door, RoomSpec, Scratch
from skilleval.execution.sandboxes.docker.image import AGENT_UID, KEEPER_UID, ROOM_FOLDER

WORK = "/work"
HOME = "/home/agent"
DOOR_FOLDER = "/run/skilleval"
SOCKET = f"{DOOR_FOLDER}/model.sock"
PORT = 8787
GATEWAY_URL = f"http://127.0.0.1:{PORT}"
"""Where the gateway answers inside a room that has a door."""
_PROXY_NAMES = ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY", "all_proxy")
_SUPERVISOR_MB = 64


def environment(*, has_door: bool) -> dict[str, str]:
    """Return all that a command gets to see by itself. The proxies lead to the gateway, which refuses."""
    plain = {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": HOME,
        "TMPDIR": "/tmp",  # noqa: S108 - inside the room
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "USER": "agent",
        "LOGNAME": "agent",
        "SHELL": "/bin/bash",
    }
    if not has_door:
        return plain
    no_proxy = {"NO_PROXY": "127.0.0.1,localhost", "no_proxy": "127.0.0.1,localhost"}
    return plain | dict.fromkeys(_PROXY_NAMES, GATEWAY_URL) | no_proxy


def room_spec(image: str, limits: Limits, door: Door | None, labels: dict[str, str]) -> RoomSpec:
    """Return what the engine shall make for one trial."""
    folder_mb = max(16, limits.memory_mb // 2)
    argv = ["python3", "-I", "-S", f"{ROOM_FOLDER}/keep.py"]
    return RoomSpec(
        image=image,
        argv=tuple([*argv, SOCKET, str(PORT)] if door else argv),
        user=f"{KEEPER_UID}:{KEEPER_UID}",
        caps=Caps(memory_mb=limits.memory_mb + _SUPERVISOR_MB, cpus=limits.cpus),
        scratch=(
            Scratch(WORK, folder_mb, AGENT_UID),
            Scratch(HOME, folder_mb, AGENT_UID),
        ),
        door=door,
        labels=labels,
    )
