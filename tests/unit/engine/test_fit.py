"""What rooms need of an engine is checked at the start, named when it is missing, and comes with a remedy."""

import docker.errors
import pytest

from skilleval.engine.faults import engine_errors
from skilleval.engine.fit import LEAST_DISK_MB, api_to_speak, lacks
from skilleval.errors import SandboxError

Shape = dict[str, object]

OLD: Shape = {  # as 20.10.24 of Debian answered, cgroup v1
    "OSType": "linux",
    "Architecture": "x86_64",
    "Driver": "overlay2",
    "CgroupDriver": "cgroupfs",
    "CgroupVersion": "1",
    "MemoryLimit": True,
    "SwapLimit": True,
    "KernelMemory": True,
    "CpuCfsPeriod": True,
    "CpuCfsQuota": True,
    "PidsLimit": True,
    "InitBinary": "docker-init",
    "InitCommit": {"ID": "", "Expected": ""},
    "SecurityOptions": ["name=seccomp,profile=default"],
    "Plugins": {"Volume": ["local"], "Network": ["bridge", "host", "null"]},
    "ServerVersion": "20.10.24+dfsg1",
}
V24: Shape = OLD | {
    "CgroupDriver": "systemd",
    "CgroupVersion": "2",
    "InitCommit": {"ID": "de40ad0", "Expected": "de40ad0"},
    "SecurityOptions": ["name=apparmor", "name=seccomp,profile=builtin", "name=cgroupns"],
    "ServerVersion": "24.0.9",
}
V28: Shape = V24 | {
    "FirewallBackend": {"Driver": "iptables"},
    "DiscoveredDevices": None,
    "ServerVersion": "28.5.1",
}
V29: Shape = V28 | {  # images in containerd's store; `Expected` went
    "Driver": "overlayfs",
    "DriverStatus": [["driver-type", "io.containerd.snapshotter.v1"]],
    "InitCommit": {"ID": "de40ad0"},
    "ServerVersion": "29.0.2",
}
DESKTOP: Shape = V28 | {"Architecture": "aarch64", "OperatingSystem": "Docker Desktop"}
ROOTLESS: Shape = V24 | {
    "SecurityOptions": ["name=seccomp,profile=builtin", "name=rootless", "name=cgroupns"],
    "Driver": "fuse-overlayfs",
}
ROOTLESS_V1: Shape = ROOTLESS | {
    "CgroupDriver": "none",
    "CgroupVersion": "1",
    **dict.fromkeys(("MemoryLimit", "PidsLimit", "CpuCfsQuota", "CpuCfsPeriod"), False),
}
PODMAN: Shape = {
    "OSType": "linux",
    "Architecture": "amd64",
    "Driver": "overlay",
    "CgroupDriver": "systemd",
    "CgroupVersion": "2",
    "MemoryLimit": True,
    "CpuCfsQuota": True,
    "PidsLimit": True,
    "InitBinary": "",
    "InitCommit": {"ID": "", "Expected": ""},
    "SecurityOptions": ["name=seccomp,profile=default", "name=rootless"],
    "Plugins": {"Volume": ["local"], "Network": ["bridge", "macvlan"], "Log": ["k8s-file"]},
}
SPEAKS: dict[str, Shape] = {
    "20.10": {"ApiVersion": "1.41", "MinAPIVersion": "1.12"},
    "24": {"ApiVersion": "1.43", "MinAPIVersion": "1.12"},
    "28": {"ApiVersion": "1.51", "MinAPIVersion": "1.24"},
    "29": {"ApiVersion": "1.52", "MinAPIVersion": "1.44"},
}


@pytest.mark.parametrize(
    ("info", "version"),
    [
        pytest.param(OLD, "20.10", id="20.10"),
        pytest.param(V24, "24", id="24"),
        pytest.param(V28, "28", id="28"),
        pytest.param(V29, "29", id="29"),
        pytest.param(DESKTOP, "28", id="desktop"),
        pytest.param(ROOTLESS, "24", id="rootless with delegation"),
        pytest.param(PODMAN, "20.10", id="podman"),
    ],
)
def test_a_fit_engine_lacks_nothing(info: Shape, version: str) -> None:
    """Old and new ones, and those that answer in their shapes."""
    assert lacks(info, SPEAKS[version], free_mb=LEAST_DISK_MB) == ()


@pytest.mark.parametrize(
    ("info", "what", "remedy"),
    [
        (OLD | {"MemoryLimit": False}, "memory limits", "cgroups"),
        (OLD | {"PidsLimit": False}, "process limits", "cgroups"),
        (OLD | {"CpuCfsQuota": False}, "CPU quotas", "cgroups"),
        (ROOTLESS_V1, "memory limits and process limits and CPU quotas", "delegate"),
        ({"OSType": "windows", "Architecture": "x86_64"}, "it runs windows", "Linux containers"),
        (OLD | {"Architecture": "riscv64"}, "riscv64", "ARM64"),
        (OLD | {"SecurityOptions": ["name=apparmor"]}, "seccomp", "CONFIG_SECCOMP"),
        (OLD | {"SecurityOptions": None}, "seccomp", "CONFIG_SECCOMP"),
        (V24 | {"SecurityOptions": ["name=seccomp,profile=unconfined"]}, "unconfined", "daemon.json"),
        (
            OLD | {"SecurityOptions": ["name=seccomp,profile=default", "name=userns"]},
            "userns-remap",
            "without `userns-remap`",
        ),
        (OLD | {"InitCommit": {"ID": "N/A", "Expected": "N/A"}}, "docker-init", "init-path"),
        (OLD | {"Plugins": {"Volume": []}}, "volumes of the driver `local`", "enable"),
    ],
)
def test_what_is_missing_is_named_with_its_remedy(info: Shape, what: str, remedy: str) -> None:
    """One thing missing, one name, one way out."""
    (found,) = lacks(info, SPEAKS["20.10"])

    assert what in found.what
    assert remedy in found.remedy


@pytest.mark.parametrize("spoken", ["1.40", "1.9", "", "x"])
def test_an_engine_that_is_too_old_is_told_the_version(spoken: str) -> None:
    """Versions are compared as numbers: 1.9 is older than 1.41."""
    (found,) = lacks(OLD, {"ApiVersion": spoken})

    assert "API 1.41" in found.what
    assert "20.10" in found.remedy


def test_a_full_disk_is_named_before_the_image_is_built() -> None:
    """How much is left, and how to get more; where it is not known nothing is said."""
    (found,) = lacks(OLD, SPEAKS["20.10"], free_mb=100)

    assert "100 MiB" in found.what
    assert "docker system prune" in found.remedy
    assert lacks(OLD, SPEAKS["20.10"], free_mb=None) == ()


@pytest.mark.parametrize(
    ("version", "spoken"),
    [("20.10", "1.41"), ("24", "1.43"), ("28", "1.45"), ("29", "1.45")],
)
def test_both_sides_know_the_api_version_that_is_spoken(version: str, spoken: str) -> None:
    """Never newer than the SDK knows, never older than the engine takes: 29 takes nothing below 1.44."""
    assert api_to_speak(SPEAKS[version]) == spoken
    assert api_to_speak({"ApiVersion": "1.60", "MinAPIVersion": "1.50"}) == "1.50"


@pytest.mark.parametrize(
    ("said", "remedy"),
    [
        ("write /var/lib/docker/tmp/x: no space left on device", "docker system prune"),
        ('error mounting "/usr/bin/docker-init" to rootfs: no such file or directory', "init-path"),
        ("something else", ""),
    ],
)
def test_what_runs_out_later_has_a_remedy_too(said: str, remedy: str) -> None:
    """The check at the start cannot see everything."""
    with pytest.raises(SandboxError) as caught, engine_errors("start a room"):
        raise docker.errors.APIError("500", explanation=said)

    assert remedy in caught.value.hint
    assert bool(caught.value.hint) == bool(remedy)
