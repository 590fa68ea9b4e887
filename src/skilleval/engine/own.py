"""Which container we run in, if any, and where its folders lie on the engine's machine.

Host name and mountinfo are no proof (act gives the container the host's name), so we put a secret word
into a file of ours and ask the engine which container has it.
"""

import secrets
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from skilleval.engine.archive import unpack
from skilleval.engine.client import Engine
from skilleval.engine.faults import engine_errors
from skilleval.errors import SandboxError


def own_container(engine: Engine) -> str | None:
    """Return the id of the container this process runs in, or None when it is in none. Looks once. Blocks."""
    if engine.own is None:
        engine.own = _found(engine)
    return engine.own or None


def _found(engine: Engine) -> str:
    word = secrets.token_hex(16).encode()
    with tempfile.TemporaryDirectory(prefix="skilleval-") as folder:
        (Path(folder) / "word").write_bytes(word)
        with engine_errors("list containers"):
            running = [str(one["Id"]) for one in engine.api.containers()]
        return next((one for one in running if _read(engine, one, folder) == word), "")


def image_with(engine: Engine, folders: Sequence[Path]) -> str | None:
    """Return the image that we run from, when these folders of ours are the image's own. Blocks.

    None when we run in no container, or when a mount or a later installation put something there.
    """
    own = own_container(engine)
    if own is None:
        return None
    with engine_errors("look at our own container"):
        found = engine.api.inspect_container(own)
        changed = [str(one["Path"]) for one in engine.api.diff(own) or ()]
    mounted = [str(one["Destination"]) for one in found.get("Mounts") or []]
    is_own = not any(
        folder.is_relative_to(place) or PurePosixPath(place).is_relative_to(folder)
        for folder in folders
        for place in mounted
    )
    is_same = not any(
        path.endswith(".py") and PurePosixPath(path).is_relative_to(folder)
        for folder in folders
        for path in changed
    )
    return str(found["Image"]) if is_own and is_same else None


def host_folder(engine: Engine, folder: Path) -> str:
    """Return a folder's path as the engine's machine knows it, so that a room can mount it. Blocks.

    Outside a container that is its path. Raises SandboxError when our container shares no such folder.
    """
    own = own_container(engine)
    if own is None:
        return str(folder)
    with engine_errors("look at our own container"):
        mounts = engine.api.inspect_container(own).get("Mounts") or []
    found = translated(PurePosixPath(folder), mounts)
    if found is None:
        raise SandboxError(
            f"our container shares {folder} with nobody, so rooms cannot reach the gateway",
            hint="run the published image as it is, or mount a writable folder of the host as RUNNER_TEMP",
        )
    return found


def translated(folder: PurePosixPath, mounts: list[Mapping[str, object]]) -> str | None:
    """Return `folder` by the innermost writable mount that holds it, or None. Volumes have a source, too."""
    held = [
        (PurePosixPath(str(one["Destination"])), PurePosixPath(str(one["Source"])))
        for one in mounts
        if one.get("RW") and one.get("Source") and folder.is_relative_to(str(one["Destination"]))
    ]
    if not held:
        return None
    inside, outside = max(held, key=lambda pair: len(pair[0].parts))
    return str(outside / folder.relative_to(inside))


def _read(engine: Engine, container: str, folder: str) -> bytes:
    try:
        with engine_errors("read a file"):
            stream, _ = engine.api.get_archive(container, folder)
            return b"".join(file.content for file in unpack(stream, keep_bytes=64))
    except SandboxError:
        return b""
