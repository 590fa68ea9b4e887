"""What differs between two states of a work folder."""

from collections.abc import Iterable, Mapping

from skilleval.domain.trial import FileEvidence
from skilleval.engine.archive import TakenFile

TEXT_BYTES = 1_000_000


def changes(before: Mapping[str, str], after: Iterable[TakenFile]) -> tuple[FileEvidence, ...]:
    """Return files created, changed or deleted, by path. `before` maps paths to digests."""
    now = {file.path: file for file in after}
    gone = [FileEvidence(path=path, state="deleted") for path in before.keys() - now.keys()]
    kept = [
        _evidence(file, is_new=path not in before)
        for path, file in now.items()
        if before.get(path) != file.sha256
    ]
    return tuple(sorted([*gone, *kept], key=lambda one: one.path))


def _evidence(file: TakenFile, *, is_new: bool) -> FileEvidence:
    return FileEvidence(
        path=file.path,
        state="created" if is_new else "changed",
        sha256=file.sha256,
        size_bytes=file.size_bytes,
        text=_text(file),
        content=file.content if file.is_whole else b"",
    )


def _text(file: TakenFile) -> str | None:
    if not file.is_whole or file.size_bytes > TEXT_BYTES or b"\0" in file.content:
        return None
    try:
        return file.content.decode("utf-8")
    except UnicodeDecodeError:
        return None
