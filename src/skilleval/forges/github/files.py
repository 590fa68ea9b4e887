"""The files of a pull request as GitHub lists them, held against the trees of both pinned commits.

Fields as in docs.github.com, "List pull requests files": at most 3000 files, of the head as it is now. So
the list alone is no ground to stand on: what it lacks, or has of another head, is an error.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from skilleval.errors import RepositoryError
from skilleval.forges.github.lines import diff_lines
from skilleval.forges.github.trees import WAY_OUT
from skilleval.ports import JsonObject, PathChange, TreeEntry

MOST_FILES: Final = 3000
Letter = Literal["A", "D", "M", "R", "C", "T"]
Trees = tuple[Mapping[str, TreeEntry], Mapping[str, TreeEntry]]
"""The entries of base and head by path."""

_LETTERS: Final[Mapping[str, Letter]] = {
    "added": "A",
    "removed": "D",
    "modified": "M",
    "changed": "M",
    "renamed": "R",
    "copied": "C",
}
_NOTHING: Final = "000000"


def check_cap(rows: Sequence[JsonObject]) -> None:
    """Raise RepositoryError where GitHub may have left files out."""
    if len(rows) >= MOST_FILES:
        raise RepositoryError(
            f"this pull request changes {MOST_FILES} files or more, and GitHub's API lists no more",
            hint=WAY_OUT,
        )


def tree_changes(trees: Trees) -> tuple[PathChange, ...]:
    """Return what differs between two trees, without looking for renames; sorted by path."""
    old, new = trees
    paths = (path for path in old.keys() | new.keys() if _key(old.get(path)) != _key(new.get(path)))
    found = [_change(_letter(old.get(path), new.get(path)), path, path, trees) for path in paths]
    return tuple(sorted(found, key=lambda change: change.path.encode("utf-8", "surrogateescape")))


def pull_changes(rows: Sequence[JsonObject], trees: Trees) -> tuple[PathChange, ...]:
    """Return the changes as GitHub lists them, with its renames.

    Raises RepositoryError where the list is not that of these two trees.
    """
    old, new = trees
    found = []
    for row in rows:
        letter = _LETTERS.get(str(row.get("status")))
        if letter is not None:  # `unchanged` rows say nothing
            path = _path(row.get("filename"))
            old_path = _path(row.get("previous_filename") or row.get("filename"))
            side = old if letter == "D" else new
            if path not in side or side[path].oid != row.get("sha"):
                raise _other_head()
            letter = _letter(old.get(path), new.get(path)) if letter == "M" else letter
            found.append(_change(letter, old_path, path, trees))
    listed = {path for change in found for path in _touched(change)}
    if listed != {change.path for change in tree_changes(trees)}:
        raise _other_head()
    return tuple(sorted(found, key=lambda change: change.path.encode("utf-8", "surrogateescape")))


def section(change: PathChange, old: bytes, new: bytes) -> bytes:
    """Return the section of a unified diff for one file, as git writes it, without context lines."""
    before, after = _quoted(change.old_path), _quoted(change.path)
    target = b"/dev/null" if change.status == "D" else b'"b/' + after + b'"'
    head = (b'diff --git "a/', before, b'" "b/', after, b'"\n--- "a/', before, b'"\n+++ ', target, b"\n")
    return b"".join((*head, diff_lines(old, new)))


def _touched(change: PathChange) -> tuple[str, ...]:
    return (change.path, change.old_path) if change.status == "R" else (change.path,)


def _change(letter: Letter, old_path: str, path: str, trees: Trees) -> PathChange:
    old, new = trees
    before, after = old.get(old_path), new.get(path)
    is_same = before is not None and after is not None and before.oid == after.oid
    return PathChange(
        status=letter,
        path=path,
        old_path=old_path,
        old_mode=before.mode if before else _NOTHING,
        mode=after.mode if after else _NOTHING,
        similarity=100 if letter in {"R", "C"} and is_same else 0,
    )


def _letter(before: TreeEntry | None, after: TreeEntry | None) -> Letter:
    if before is None:
        return "A"
    if after is None:
        return "D"
    return "M" if before.mode[:3] == after.mode[:3] else "T"


def _key(entry: TreeEntry | None) -> tuple[str, str] | None:
    return None if entry is None else (entry.mode, entry.oid)


def _quoted(path: str) -> bytes:
    raw = path.encode("utf-8", "surrogateescape")
    plain = (chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:03o}" for byte in raw)
    return "".join(plain).encode("ascii")


def _path(said: object) -> str:
    return str(said).replace("\ufffd", "\udcff")  # as in the trees


def _other_head() -> RepositoryError:
    return RepositoryError(
        "GitHub's list of changed files is not that of the pinned commits",
        hint=f"was there a push in between? run again, or {WAY_OUT}",
    )
