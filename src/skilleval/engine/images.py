"""Images: derived by create, run, put, commit (no builder, so no BuildKit is assumed); kept as tar files."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from skilleval.engine.archive import PackedFile, pack
from skilleval.engine.client import Engine
from skilleval.engine.execs import Command, run_exec
from skilleval.engine.faults import GoneError, engine_errors
from skilleval.engine.labels import labels_of, remove_container
from skilleval.errors import SandboxError

_STEP_S = 900.0


def image_id(engine: Engine, name: str) -> str | None:
    """Return an image's id, or None when the engine does not have it. Blocks."""
    try:
        with engine_errors("look at an image"):
            return str(engine.api.inspect_image(name)["Id"])  # type: ignore[no-untyped-call]
    except GoneError:
        return None


def need_image(engine: Engine, name: str) -> str:
    """Return an image's id, pulling it first when the engine does not have it. Blocks.

    Raises SandboxError with the way out when it cannot be had.
    """
    found = image_id(engine, name)
    if found:
        return found
    repository, _, tag = name.partition(":") if "@" not in name else (name, "", "")
    try:
        with engine_errors(f"pull {name}"):
            engine.api.pull(repository, tag=tag or None)
    except SandboxError as exc:
        raise SandboxError(f"no image {name!r}", hint="pull or build it, or set sandbox-image") from exc
    found = image_id(engine, name)
    if found is None:
        raise SandboxError(f"no image {name!r}", hint="pull or build it, or set sandbox-image")
    return found


class Workbench:
    """A throwaway container with network, in which an image is made. Runs nothing of a pull request."""

    def __init__(self, engine: Engine, container: str) -> None:
        """Use `bench`, which also removes the container."""
        self._engine = engine
        self._container = container

    def run(self, script: str, *, hint: str = "") -> bytes:
        """Run a shell script as root and return its stdout. Raises SandboxError when it fails."""
        command = Command(("/bin/sh", "-euc", script), user="0", deadline_s=_STEP_S)
        result = run_exec(self._engine, self._container, command)
        if result.exit_code != 0:
            tail = (result.stderr or result.stdout).decode(errors="replace").strip()[-400:]
            raise SandboxError(f"making the sandbox image failed at `{script[:80]}`: {tail}", hint=hint)
        return result.stdout

    def put(self, folder: str, files: tuple[PackedFile, ...]) -> None:
        """Put files below an existing folder, owned by root."""
        with engine_errors(f"put files into {folder}"):
            self._engine.api.put_archive(self._container, folder, pack(files, owner=0))

    def commit(self, tag: str, labels: Mapping[str, str]) -> str:
        """Make an image of what is there; return its id."""
        changes = [f"LABEL {key}={value}" for key, value in labels.items()]
        changes += ['CMD ["sleep", "infinity"]', "ENTRYPOINT []"]
        # Labels of the workbench mark a leftover; the image must not have them.
        changes += [f"LABEL {key}=" for key in labels_of(self._engine)]
        repository, _, version = tag.partition(":")
        with engine_errors("commit an image"):
            made = self._engine.api.commit(self._container, repository, version, changes=changes)
        return str(made["Id"])

    def take(self, path: str) -> bytes:
        """Return the tar of a file or folder."""
        with engine_errors(f"read {path}"):
            stream, _ = self._engine.api.get_archive(self._container, path)
            return b"".join(stream)


@contextmanager
def bench(engine: Engine, base: str) -> Iterator[Workbench]:
    """Open a workbench in a container of `base`; it is removed on leaving. Blocks.

    Host networking, because a build reaches package hosts on machines whose bridge cannot.
    """
    with engine_errors("open a workbench"):
        container = engine.api.create_container(
            base,
            ["sleep", str(int(_STEP_S * 4))],
            user="0",
            entrypoint=[],
            name=f"skilleval-bench-{secrets.token_hex(4)}",
            labels=labels_of(engine),
            host_config=engine.api.create_host_config(network_mode="host", init=True),
        )["Id"]
    try:
        with engine_errors("start a workbench"):
            engine.api.start(container)
        yield Workbench(engine, container)
    finally:
        remove_container(engine, container)


def derive(
    engine: Engine, *, base: str, tag: str, make: Callable[[Workbench], None], labels: Mapping[str, str]
) -> str:
    """Make `tag` from `base` by what `make` does in a container of it; return its id. Blocks."""
    with bench(engine, base) as place:
        make(place)
        return place.commit(tag, labels)


def save(engine: Engine, tag: str, path: Path) -> None:
    """Write an image as a tar file, whole or not at all. Blocks."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{secrets.token_hex(4)}.part")
    try:
        with engine_errors("save an image"), part.open("wb") as file:
            for chunk in engine.api.get_image(tag):
                file.write(chunk)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def load(engine: Engine, path: Path) -> None:
    """Load an image from a tar file. Blocks."""
    with engine_errors("load an image"), path.open("rb") as file:
        for _ in engine.api.load_image(file):  # type: ignore[no-untyped-call]
            pass
