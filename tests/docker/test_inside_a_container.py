"""The bot in a container whose code is mounted: it finds itself; rooms reach the gateway beside it."""

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests import builders_docker

pytestmark = [*builders_docker.needs_docker, pytest.mark.timeout(300)]

SCRIPT = """
import asyncio, os, sys
from pathlib import Path
from skilleval.domain.policy import Limits
from skilleval.engine.own import host_folder, image_with, own_container
from skilleval.execution.sandboxes.docker.prepare import Prepared
from skilleval.engine import open_engine
from skilleval.gateway import Gateway, GatewayConfig, ProcessLauncher
engine = open_engine()
assert own_container(engine), "our own container was not found"
assert image_with(engine, [Path("/usr/lib/python3.11")]), "our own image was not found"
assert image_with(engine, [Path("/src/skilleval")]) is None, "code in a mount was taken for the image's"
config = GatewayConfig(upstream="http://127.0.0.1:9", models=("m",))
launcher = ProcessLauncher(os.environ, Path("/github/runner_temp"))
with Gateway(config, key="k", slots=1, launcher=launcher) as gateway:
    with Prepared(engine, sys.argv[1]).rooms(gateway.sources, gateway, spares=False) as rooms:
        async def main():
            async with rooms.open("t", Limits(memory_mb=256)) as room:
                return await room.run(["curl", "-s", "http://127.0.0.1:8787/nothing"], timeout_s=20)
        print(asyncio.run(main()).stdout)
    print(len(gateway.account("t").refused), "refused")
try:
    host_folder(engine, Path("/tmp"))
except Exception as exc:
    print(exc)
engine.close()
"""


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the image has Python 3.11")
def test_rooms_of_a_bot_in_a_container_reach_its_gateway(tmp_path: Path) -> None:
    """The slots lie in a folder that the host shares with the bot; where none is shared, that is said."""
    image = builders_docker.plain_image()
    source = Path(__file__).parents[2] / "src"
    packages = Path(sysconfig.get_paths()["purelib"]).resolve()
    mounts = [f"{source}:/src:ro", f"{packages}:/packages:ro", f"{tmp_path}:/github/runner_temp"]
    mounts.append("/var/run/docker.sock:/var/run/docker.sock")
    done = subprocess.run(
        ["docker", "run", "--rm", "--network", "none", "-e", "PYTHONPATH=/src:/packages"]
        + [word for mount in mounts for word in ("-v", mount)]
        + [image, "python3", "-c", SCRIPT, image],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )

    assert "no such path at the gateway" in done.stdout, done.stderr[-2000:]
    assert "1 refused" in done.stdout
    assert "shares /tmp with nobody" in done.stdout
