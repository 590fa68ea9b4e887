"""Whether an engine can hold rooms: what the recipe needs and `/info` does not offer, each with its remedy.

Source of the fields: the Docker Engine API, `GET /info` and `GET /version`; Podman answers the same shapes.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

OLDEST_API = (1, 41)
"""Docker Engine 20.10: the oldest that has all that we use."""
NEWEST_API = (1, 45)
"""What the SDK knows. A newer engine is asked in this version, as its own command line would do."""
LEAST_DISK_MB = 1024
"""Base image, an agent's CLI, some packages."""
FREE_DISK = "free some: `docker system df` says what takes it, `docker system prune` removes what nobody uses"
_CPUS = {"x86_64", "amd64", "aarch64", "arm64"}
_LIMITS = {"MemoryLimit": "memory limits", "PidsLimit": "process limits", "CpuCfsQuota": "CPU quotas"}


class Lack(NamedTuple):
    """Something that rooms need and the engine has not, and what to do."""

    what: str
    remedy: str


def lacks(
    info: Mapping[str, object], version: Mapping[str, object], *, free_mb: int | None = None
) -> tuple[Lack, ...]:
    """Return all that is missing; nothing for an engine that can hold rooms.

    `free_mb` = the disk space that its images have left, in MiB; None = not known.
    """
    kind = str(info.get("OSType") or "")
    if kind != "linux":
        found = Lack(
            f"Linux containers (it runs {kind or 'none'})",
            "switch Docker Desktop to Linux containers, or use a runner with Linux",
        )
        return (found,)  # what such an engine says of limits and profiles means something else
    return (
        *_api(version),
        *_machine(info),
        *_limits(info),
        *_seccomp(info),
        *_init(info),
        *_folders(info),
        *_disk(free_mb),
    )


def api_to_speak(version: Mapping[str, object]) -> str:
    """Return the newest API version that both sides know, or the engine's oldest when that is newer still."""
    newest, oldest = _number(version.get("ApiVersion")), _number(version.get("MinAPIVersion"))
    return ".".join(map(str, max(min(newest, NEWEST_API), oldest)))


def _api(version: Mapping[str, object]) -> Iterator[Lack]:
    spoken = _number(version.get("ApiVersion"))
    if spoken < OLDEST_API:
        wanted, found = (".".join(map(str, one)) for one in (OLDEST_API, spoken))
        yield Lack(f"API {wanted} (it speaks {found})", "update to Docker Engine 20.10 or newer")


def _machine(info: Mapping[str, object]) -> Iterator[Lack]:
    cpu = str(info.get("Architecture") or "")
    if cpu.lower() not in _CPUS:
        yield Lack(
            f"a processor that agents are made for (it has {cpu or 'an unknown one'})",
            "use a runner with x86-64 or ARM64",
        )


def _limits(info: Mapping[str, object]) -> Iterator[Lack]:
    missing = [words for key, words in _LIMITS.items() if not info.get(key)]
    if not missing:
        return
    remedy = "start the engine's machine with cgroups: controllers cpu, memory and pids"
    if _has(info, "rootless"):
        remedy = (
            "a rootless engine needs cgroup v2 and systemd to delegate the controllers cpu, memory and pids: "
            "`Delegate=cpu cpuset io memory pids` in user@.service.d, see Docker's page on rootless mode"
        )
    yield Lack(" and ".join(missing), remedy)


def _seccomp(info: Mapping[str, object]) -> Iterator[Lack]:
    options = [option for option in _options(info) if option.startswith("name=seccomp")]
    if not options:
        yield Lack("seccomp", "use a kernel with CONFIG_SECCOMP, and an engine built with it")
    elif any("profile=unconfined" in option for option in options):
        yield Lack(
            "a seccomp profile (it runs containers unconfined)",
            "remove `seccomp-profile: unconfined` from the engine's daemon.json",
        )


def _init(info: Mapping[str, object]) -> Iterator[Lack]:
    commit = info.get("InitCommit")
    if isinstance(commit, Mapping) and commit.get("ID") == "N/A":  # it asked the program, which is not there
        yield Lack(
            f"the init program {info.get('InitBinary') or 'docker-init'}",
            "install the package that holds docker-init (docker-init, or tini), or set `init-path`",
        )


def _disk(free_mb: int | None) -> Iterator[Lack]:
    if free_mb is not None and free_mb < LEAST_DISK_MB:
        yield Lack(
            f"disk space ({free_mb} MiB are free for images, an image takes {LEAST_DISK_MB})", FREE_DISK
        )


def _folders(info: Mapping[str, object]) -> Iterator[Lack]:
    plugins = info.get("Plugins")
    volumes = plugins.get("Volume") if isinstance(plugins, Mapping) else None
    if not isinstance(volumes, list) or "local" not in volumes:
        yield Lack("volumes of the driver `local`", "enable it: rooms have their folders in it")
    if _has(info, "userns"):
        yield Lack(
            "the host's network and folders of a room's user (it runs with userns-remap)",
            "run trials on an engine without `userns-remap`",
        )


def _has(info: Mapping[str, object], name: str) -> bool:
    return any(option.split(",")[0] == f"name={name}" for option in _options(info))


def _options(info: Mapping[str, object]) -> list[str]:
    options = info.get("SecurityOptions")
    return [str(option) for option in options] if isinstance(options, list) else []


def _number(text: object) -> tuple[int, ...]:
    """Return a version's numbers; what is no version is older than all."""
    try:
        return tuple(int(part) for part in str(text).split("."))
    except ValueError:
        return (0,)
