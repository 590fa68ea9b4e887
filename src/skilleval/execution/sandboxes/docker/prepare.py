"""Everything that rooms need before the first one opens: an engine that can, nothing left over, the image."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from skilleval.engine.client import Engine, open_engine
from skilleval.engine.labels import sweep
from skilleval.engine.own import host_folder, own_container
from skilleval.execution.sandboxes.docker.image import BASE_IMAGE, Packages, Recipe, build_image
from skilleval.execution.sandboxes.docker.provider import DockerSandboxes, Doors, Slot

Programs = Callable[[Engine, str], Mapping[str, Path]]
"""Returns the programs to put into the image (name to file), given the engine and the base image."""


def no_programs(_engine: Engine, _base: str) -> Mapping[str, Path]:
    """Return none: for agents that work from the bot."""
    return {}


@dataclass(frozen=True)
class Wishes:
    """The settings' part: `sandbox-image` (empty = ours), `sandbox.packages`, where images are kept."""

    sandbox_image: str = ""
    packages: Packages = Packages()  # noqa: RUF009 - frozen
    image_cache: Path | None = None


@dataclass(frozen=True)
class Prepared:
    """An engine, and the tag of the image that rooms are made from."""

    engine: Engine
    image: str

    @contextmanager
    def rooms(
        self, sources: Sequence[str], doors: Doors | None = None, *, spares: bool = True
    ) -> Iterator[DockerSandboxes]:
        """Yield the provider, with a slot for each of the gateway's volumes or folders."""
        slots = [Slot(number, self._as_the_engine_knows(source)) for number, source in enumerate(sources)]
        sandboxes = DockerSandboxes(self.engine, self.image, slots=slots, doors=doors, spares=spares)
        try:
            yield sandboxes
        finally:
            sandboxes.close()

    def bare_rooms(self, *, at_once: int = 2) -> DockerSandboxes:
        """Return a provider of rooms without any door: what runs there reaches no gateway at all."""
        slots = [Slot(number) for number in range(at_once)]
        return DockerSandboxes(self.engine, self.image, slots=slots, spares=False)

    def _as_the_engine_knows(self, source: str) -> str:
        return host_folder(self.engine, Path(source)) if source.startswith("/") else source


@contextmanager
def prepare_docker(wishes: Wishes, *, programs: Programs = no_programs, now: float) -> Iterator[Prepared]:
    """Check the engine, remove what killed runs left, make or load the image. `now` = seconds of the epoch.

    Takes minutes when the image is new. Raises SandboxError with the remedy; never falls back to `process`.
    """
    engine = open_engine()
    try:
        own_container(engine)  # looked for before anything is made: what we make is labelled with it
        sweep(engine, now=now)
        base = wishes.sandbox_image or BASE_IMAGE
        files = programs(engine, base)
        recipe = Recipe(
            base=base,
            is_own=bool(wishes.sandbox_image),
            packages=wishes.packages,
            programs={name: digest_of(path) for name, path in files.items()},
        )
        yield Prepared(engine, build_image(engine, recipe, programs=files, cache=wishes.image_cache))
    finally:
        engine.close()


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file: it stands for a program in the image's recipe."""
    with path.open("rb") as file:
        digest = sha256()
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
