"""The CLI's program for rooms: fetched from the package registry at a pinned version, kept in a cache.

It is not ours to redistribute, so it is in no image that we publish.
"""

import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path

from skilleval.engine.client import Engine
from skilleval.engine.images import bench
from skilleval.errors import SandboxError

_PACKAGE = "@anthropic-ai/claude-code-linux-{cpu}"
_CPUS = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}
_HINT = "needs npm and the package registry, or the program's path in SKILLEVAL_CLAUDE"
_FETCH_S = 600.0


def claude_program(
    version: str, *, engine: Engine, base: str, cache: Path, environment: Mapping[str, str]
) -> Path:
    """Return the path of the CLI's native program for the engine's CPU. Blocks. Raises SandboxError.

    `SKILLEVAL_CLAUDE` in `environment` names a program to take instead. Without npm on this machine
    the package is fetched in a throwaway container of `base`.
    """
    own = environment.get("SKILLEVAL_CLAUDE", "")
    if own:
        return Path(own)
    cpu = _CPUS.get(str(engine.info.get("Architecture")), "")
    if not cpu:
        raise SandboxError(f"no CLI for CPU {engine.info.get('Architecture')!r}", hint=_HINT)
    kept = cache / f"claude-code-{version}-{cpu}" / "claude"
    if not kept.exists():
        package = f"{_PACKAGE.format(cpu=cpu)}@{version}"
        npm = shutil.which("npm", path=environment.get("PATH"))
        with tempfile.TemporaryDirectory() as folder:
            if npm:
                _pack(npm, package, Path(folder), environment)
            else:
                _pack_in_container(engine, base, package, Path(folder))
            _keep(Path(folder), kept)
    return kept


def _pack(npm: str, package: str, folder: Path, environment: Mapping[str, str]) -> None:
    done = subprocess.run(
        [npm, "pack", "--silent", package],
        cwd=folder,
        env=dict(environment),
        capture_output=True,
        text=True,
        timeout=_FETCH_S,
        check=False,
    )
    if done.returncode:
        raise SandboxError(f"cannot fetch {package}: {done.stderr.strip()[-300:]}", hint=_HINT)


def _pack_in_container(engine: Engine, base: str, package: str, folder: Path) -> None:
    with bench(engine, base) as place:
        place.run(
            "apt-get update -qq; DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "
            "--no-install-recommends npm ca-certificates >/dev/null",
            hint=_HINT,
        )
        place.run(f"mkdir /out; cd /out; npm pack --silent {package}", hint=_HINT)
        (folder / "out.tar").write_bytes(place.take("/out"))
    with tarfile.open(folder / "out.tar") as tar:
        member = next(one for one in tar if one.name.endswith(".tgz"))
        source = tar.extractfile(member)
        if source is not None:
            (folder / "package.tgz").write_bytes(source.read())
    (folder / "out.tar").unlink()


def _keep(folder: Path, kept: Path) -> None:
    """Take the program out of the package, whole or not at all."""
    package = next(folder.glob("*.tgz"))
    kept.parent.mkdir(parents=True, exist_ok=True)
    part = kept.with_suffix(".part")
    with tarfile.open(package) as tar:
        source = tar.extractfile("package/claude")
        if source is None:
            raise SandboxError("the CLI's package holds no program", hint=_HINT)
        with part.open("wb") as file:
            shutil.copyfileobj(source, file)
    part.chmod(0o755)
    part.replace(kept)
