"""Trials leave nothing: no container, volume, network, process or temporary file, however they end."""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from skilleval.domain.policy import Limits
from skilleval.engine.labels import CONTAINER, EXPIRES, OWNER, labels_of_this_process, sweep
from skilleval.errors import SandboxError
from skilleval.execution.sandboxes.docker import DockerSandboxes, Slot
from skilleval.gateway import ContainerLauncher, Gateway, GatewayConfig
from tests import builders_docker

pytestmark = [*builders_docker.needs_docker, pytest.mark.timeout(1800)]
TRIALS = int(os.environ.get("SKILLEVAL_LEFTOVER_TRIALS", "40"))
"""500 by hand or nightly; each takes a third of a second of two cores."""
SLOTS = 4
LIMITS = Limits(memory_mb=256)


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A temporary folder of this test alone: others run beside it."""
    with tempfile.TemporaryDirectory(prefix="left-") as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield Path(folder)
        monkeypatch.undo()


@pytest.fixture
def gateway(temporary: Path) -> Iterator[Gateway]:
    with Gateway(GatewayConfig(upstream="http://127.0.0.1:9", models=()), key="k", slots=SLOTS) as gateway:
        yield gateway


def rooms(gateway: Gateway) -> DockerSandboxes:
    slots = [Slot(number, source) for number, source in enumerate(gateway.sources)]
    return DockerSandboxes(
        builders_docker.engine(), builders_docker.plain_image(), slots=slots, doors=gateway
    )


def test_many_trials_leave_nothing(gateway: Gateway, temporary: Path) -> None:
    """Also trials that raise, that are cancelled, and that leave processes and big files behind."""
    provider = rooms(gateway)
    before, files_before = builders_docker.leftovers(), set(temporary.iterdir())

    async def trial(number: int) -> None:
        async with provider.open(f"t{number}", LIMITS) as room:
            await room.run(["sh", "-c", "head -c 1M /dev/zero > big; setsid sleep 60 &"], timeout_s=30)
            if number % 5 == 1:
                raise SandboxError("as if the trial had failed")
            if number % 5 == 2:
                await room.run(["sleep", "60"], timeout_s=60)

    async def cut_short(number: int) -> None:
        try:
            async with asyncio.timeout(5.0 if number % 5 == 2 else 120.0):
                await trial(number)
        except (SandboxError, TimeoutError):
            return

    async def all_of_them() -> None:
        seats = asyncio.Semaphore(SLOTS)

        async def one(number: int) -> None:
            async with seats:
                await cut_short(number)

        await asyncio.gather(*(one(number) for number in range(TRIALS)))

    asyncio.run(all_of_them())
    provider.close()

    assert builders_docker.leftovers() == before
    assert set(temporary.iterdir()) == files_before
    assert [list(Path(folder).iterdir()) for folder in gateway.sources] == [[]] * SLOTS


def test_what_a_killed_run_left_is_swept() -> None:
    """A bot that is killed outright leaves its rooms; the next run removes them, and only them."""
    script = f"""
import asyncio, os
from skilleval.domain.policy import Limits
from skilleval.engine import open_engine
from skilleval.engine.labels import OWNER, labels_of_this_process
from skilleval.execution.sandboxes.docker import DockerSandboxes, Slot
async def main():
    rooms = DockerSandboxes(open_engine(), {builders_docker.plain_image()!r}, slots=[Slot(0)])
    async with rooms.open("t", Limits()):
        print(labels_of_this_process()[OWNER], flush=True)
        os.kill(os.getpid(), 9)
asyncio.run(main())
"""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, check=False, capture_output=True, text=True
    )
    owner = done.stdout.strip()
    left = builders_docker.leftovers(owner)

    async def sweep_beside_a_room_of_ours() -> bool:
        async with builders_docker.rooms().open("ours", LIMITS) as ours:
            sweep(builders_docker.engine(), now=time.time())
            return await ours.is_alive()

    ours_stays = asyncio.run(sweep_beside_a_room_of_ours())

    assert done.returncode == -9
    assert left
    assert builders_docker.leftovers(owner) == set()
    assert ours_stays


def test_a_gateway_ends_with_its_killed_bot_and_is_swept() -> None:
    """Its stdin ends with the bot, so the key is gone at once; container and volumes go with the next run."""
    script = """
import os
from skilleval.engine.labels import OWNER, labels_of_this_process
from skilleval.gateway import Gateway, GatewayConfig
from tests.builders_launchers import container
config = GatewayConfig(upstream="http://127.0.0.1:9", models=())
with Gateway(config, key="k", slots=2, launcher=container()) as one:
    print(labels_of_this_process()[OWNER], one.launched.service.container, flush=True)
    os.kill(os.getpid(), 9)
"""
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, check=False, capture_output=True, text=True
    )
    owner, gateway = done.stdout.split()
    api = builders_docker.engine().api
    ended = api.wait(gateway, timeout=20)
    left = builders_docker.leftovers(owner)
    sweep(builders_docker.engine(), now=time.time())

    assert ended["StatusCode"] == 0
    assert len(left) == 3
    assert builders_docker.leftovers(owner) == set()


def test_a_gateway_that_cannot_start_leaves_no_volume() -> None:
    """Its volumes come first, so they go when nothing comes after them."""
    launcher = ContainerLauncher(builders_docker.engine(), "skilleval-no-such-image", "python3")
    before = builders_docker.leftovers()

    with pytest.raises(SandboxError):
        launcher.launch(2)
    assert builders_docker.leftovers() == before


def test_what_a_killed_container_left_is_swept() -> None:
    """Of a bot in a container only that container tells whether it lives; its process id may be anybody's."""
    api = builders_docker.engine().api
    mine = labels_of_this_process()
    api.create_volume(labels=mine | {CONTAINER: "no-such-container"})
    sweep(builders_docker.engine(), now=time.time())

    assert builders_docker.leftovers() == set()


def test_what_is_long_expired_is_swept() -> None:
    """Things of an owner on another machine that shares the engine go after a day."""
    api = builders_docker.engine().api
    owner = "other-boot/x/1/2"
    api.create_volume(labels={OWNER: owner, EXPIRES: str(int(time.time()) - 5)})
    sweep(builders_docker.engine(), now=time.time())

    assert builders_docker.leftovers(owner) == set()
