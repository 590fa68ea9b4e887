"""What git's plumbing prints, as values."""

from collections.abc import Iterator

from skilleval.forges.git_process import text_of
from skilleval.ports import PathChange, TreeEntry


def tree_entry(line: bytes, prefix: str) -> TreeEntry:
    """Return a line of `ls-tree -l -z` as an entry; `prefix` is the folder that was listed."""
    meta, path = line.split(b"\t", 1)
    mode, _, oid, size = meta.split()
    size_bytes = None if size == b"-" else int(size)
    return TreeEntry(path=prefix + text_of(path), mode=mode.decode(), oid=oid.decode(), size_bytes=size_bytes)


def path_changes(raw: bytes) -> Iterator[PathChange]:
    """Yield the changes of `diff-tree --raw -z`."""
    fields = iter(raw.split(b"\0")[:-1])
    for meta in fields:
        old_mode, mode, _, _, status = meta.lstrip(b":").decode("ascii").split()
        old_path = path = text_of(next(fields))
        if status[0] in "RC":
            path = text_of(next(fields))
        yield PathChange.model_validate(
            {
                "status": status[0],
                "path": path,
                "old_path": old_path,
                "old_mode": old_mode,
                "mode": mode,
                "similarity": int(status[1:] or 0),
            }
        )


def blobs_of(raw: bytes) -> Iterator[tuple[str, bytes | None]]:
    """Yield object id and bytes of `cat-file --batch`; None for an object that is not there."""
    at = 0
    while at < len(raw):
        end = raw.index(b"\n", at)
        oid, *rest = raw[at:end].decode("ascii").split()
        if len(rest) != 2:
            yield oid, None
            at = end + 1
            continue
        size = int(rest[1])
        yield oid, raw[end + 1 : end + 1 + size]
        at = end + size + 2
