"""The sandbox image: base, tools, the user's packages, the agent's CLI, our scripts. Built once a recipe."""

import json
import shlex
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from pydantic import Field

from skilleval.domain.value import Value
from skilleval.engine.archive import PackedFile
from skilleval.engine.client import Engine
from skilleval.engine.images import Workbench, derive, image_id, load, need_image, save

BASE_IMAGE = "debian:bookworm-slim"
TOOLS = ("ca-certificates", "curl", "git", "jq", "procps", "python3", "ripgrep")
"""What skills' scripts may expect on any machine."""
ROOM_FOLDER = "/opt/skilleval"
AGENT_UID = 10_000
KEEPER_UID = 10_001
_SCRIPTS = Path(__file__).with_name("inside")
_APT = "apt-get update -qq; DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends"
_LEAN = "rm -rf /var/lib/apt/lists/* /var/cache/apt/* /root/.cache /root/.npm"


class Packages(Value):
    """The user's packages, each pinned as its manager writes it (`jq=1.6-2.1`, `pandas==2.2.3`)."""

    apt: tuple[str, ...] = ()
    pip: tuple[str, ...] = ()
    npm: tuple[str, ...] = ()


class Recipe(Value):
    """What an image is made of. `is_own` = the user's image: only scripts and programs are put in."""

    base: str = BASE_IMAGE
    is_own: bool = False
    packages: Packages = Packages()
    programs: dict[str, str] = Field(default_factory=dict)
    """Programs to put into /usr/local/bin: name to a version or digest that stands for their bytes."""


def recipe_digest(recipe: Recipe, base_id: str) -> str:
    """Return the digest that names the image: over the recipe, the base's id and our scripts."""
    parts = [base_id, json.dumps(recipe.model_dump(), sort_keys=True), *TOOLS]
    parts += [file.content.decode() for file in _scripts()]
    return sha256("\n".join(parts).encode()).hexdigest()


def build_image(
    engine: Engine, recipe: Recipe, *, programs: Mapping[str, Path], cache: Path | None = None
) -> str:
    """Return the tag of the recipe's image: there already, loaded from `cache`, or built and saved there.

    `programs` are the files behind `recipe.programs`. Blocks, up to minutes. Raises SandboxError.
    """
    base = need_image(engine, recipe.base)
    digest = recipe_digest(recipe, base)
    tag = f"skilleval-sandbox:{digest[:16]}"
    if image_id(engine, tag):
        return tag
    saved = cache / f"sandbox-{digest[:16]}.tar" if cache else None
    if saved and saved.exists():
        load(engine, saved)
        if image_id(engine, tag):
            return tag

    def make(bench: Workbench) -> None:
        _install(bench, recipe)
        bench.put("/usr/local/bin", tuple(_program(name, path) for name, path in programs.items()))
        bench.put("/opt", _scripts())

    derive(engine, base=recipe.base, tag=tag, make=make, labels={"skilleval.recipe": digest})
    if saved:
        save(engine, tag, saved)
    return tag


def _install(bench: Workbench, recipe: Recipe) -> None:
    if recipe.is_own:
        bench.run("python3 -c 'import asyncio, ctypes'", hint="sandbox-image needs python3 (3.8 or newer)")
        return
    packages = recipe.packages
    apt = (*TOOLS, *packages.apt)
    apt += ("python3-pip",) if packages.pip else ()
    apt += ("nodejs", "npm") if packages.npm else ()
    hint = "check names and versions in sandbox.packages"
    bench.run(f"{_APT} {_quoted(apt)} >/dev/null", hint=hint)
    if packages.pip:
        bench.run(f"python3 -m pip install -q --break-system-packages {_quoted(packages.pip)}", hint=hint)
    if packages.npm:
        bench.run(f"npm install -g --silent {_quoted(packages.npm)}", hint=hint)
    bench.run(
        f"useradd -u {AGENT_UID} -M -d /home/agent -s /bin/bash agent; useradd -u {KEEPER_UID} -M keeper; "
        f"mkdir -p /work /home/agent /opt; {_LEAN}"
    )


def _quoted(words: tuple[str, ...]) -> str:
    return " ".join(shlex.quote(word) for word in words)


def _program(name: str, path: Path) -> PackedFile:
    return PackedFile(name, path.read_bytes(), 0o755)


def _scripts() -> tuple[PackedFile, ...]:
    folder = ROOM_FOLDER.removeprefix("/opt/")
    return tuple(
        PackedFile(f"{folder}/{name}", (_SCRIPTS / name).read_bytes()) for name in ("keep.py", "supervise.py")
    )
