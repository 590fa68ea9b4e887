"""Looks around in a room and prints what it sees as JSON. Runs inside, standard library only, Python 3.8.

Devices, routes, what can be resolved or reached, sockets, files that tell an agent of the repository or of a
user, environments of all processes it may read, rights.
"""

import json
import os
import socket
import stat
import sys
from typing import Dict, Iterator, List, Tuple  # noqa: UP035 - images may have Python 3.8

_NAMES = ("example.com", "host.docker.internal", "gateway.docker.internal", "metadata.google.internal")
_HOSTS = ("172.17.0.1", "172.18.0.1", "10.0.2.2", "192.168.65.254", "169.254.169.254", "1.1.1.1", "8.8.8.8")
_PORTS = (22, 53, 80, 443, 2375)
_TELLING = {"CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "SKILL.md", "evals.json", ".mcp.json"}
_TELLING |= {"settings.json", "settings.local.json", "triggers.json", "FREEZE.txt"}
_SKIPPED = ("/proc", "/sys", "/dev", "/usr/share", "/usr/lib")


def _devices() -> List[str]:  # noqa: UP006
    with open("/proc/net/dev", encoding="ascii") as file:  # noqa: PTH123
        return [line.partition(":")[0].strip() for line in file if ":" in line]


def _routes() -> List[str]:  # noqa: UP006
    lines = []
    with open("/proc/net/route", encoding="ascii") as file:  # noqa: PTH123
        lines += [line.strip() for line in list(file)[1:]]
    return [line for line in lines if line]


def _reachable() -> Iterator[str]:
    for name in _NAMES:
        try:
            socket.getaddrinfo(name, 80)
            yield f"name {name}"
        except OSError:
            continue
    for host in _HOSTS:
        for port in _PORTS:
            with socket.socket() as sock:
                sock.settimeout(0.3)
                try:
                    sock.connect((host, port))
                    yield f"{host}:{port}"
                except OSError:
                    continue


def _tree() -> Tuple[List[str], List[str]]:  # noqa: UP006
    """Return all sockets, and the files whose names tell of skills, evals or a user's settings."""
    sockets, telling = [], []
    for folder, folders, names in os.walk("/"):
        folders[:] = [one for one in folders if not os.path.join(folder, one).startswith(_SKIPPED)]  # noqa: PTH118
        for name in names:
            path = os.path.join(folder, name)  # noqa: PTH118
            try:
                mode = os.lstat(path).st_mode
            except OSError:
                continue
            if stat.S_ISSOCK(mode):
                sockets.append(path)
            elif name in _TELLING:
                telling.append(path)
    return sockets, telling


def _environments() -> Dict[str, str]:  # noqa: UP006
    found = {"own": "\n".join(f"{key}={value}" for key, value in os.environ.items())}
    for name in os.listdir("/proc"):  # noqa: PTH208
        try:
            with open(f"/proc/{name}/environ", "rb") as file:  # noqa: PTH123
                found[name] = file.read().decode("utf-8", "replace")
        except OSError:
            continue
    return found


def _capabilities() -> List[str]:  # noqa: UP006
    with open("/proc/self/status", encoding="ascii") as file:  # noqa: PTH123
        lines = dict(line.split(":", 1) for line in file if ":" in line)
    found = [f"{key} {lines[key].strip()}" for key in ("CapEff", "CapBnd") if int(lines[key], 16)]
    found += [] if lines["NoNewPrivs"].strip() == "1" else ["new privileges"]
    found += [] if lines["Seccomp"].strip() == "2" else ["no seccomp"]
    return found


if __name__ == "__main__":
    sockets, files = _tree()
    json.dump(
        {
            "devices": _devices(),
            "routes": _routes(),
            "reachable": list(_reachable()),
            "sockets": sockets,
            "files": files,
            "environments": _environments(),
            "capabilities": _capabilities(),
        },
        sys.stdout,
    )
