"""What differs between two states of a work folder."""

from collections.abc import Iterable, Mapping

from skilleval.domain.trial import FileEvidence
from skilleval.engine.archive import TakenFile
from skilleval.execution.sandboxes.evidence import evidence_of


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
    if file.is_whole:
        return evidence_of(file.path, file.content, is_new=is_new)
    return FileEvidence(
        path=file.path,
        state="created" if is_new else "changed",
        sha256=file.sha256,
        size_bytes=file.size_bytes,
    )
