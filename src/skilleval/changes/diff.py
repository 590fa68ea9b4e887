"""A unified diff as hunks on the head side, for annotations."""

import io
import re
from collections.abc import Iterator
from typing import Final

from skilleval.domain.change import Hunk

_SECTION: Final = re.compile(rb"^diff --git ", re.MULTILINE)
_TARGET: Final = re.compile(
    rb'^\+\+\+ (?:"b/(?P<quoted>(?:[^"\\]|\\.)*)"|b/(?P<plain>[^\n]*?))\t?$', re.MULTILINE
)
_ESCAPE: Final = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_LETTERS: Final = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"v": b"\v", b"f": b"\f"}


def hunks_of(diff: bytes) -> tuple[Hunk, ...]:
    """Return the hunks of git's output, in its order; removed files have none."""
    starts = [match.start() for match in _SECTION.finditer(diff)]
    ends = [*starts, len(diff)][1:]
    sections = (diff[start:end] for start, end in zip(starts, ends, strict=True))
    return tuple(hunk for section in sections for hunk in _section_hunks(section))


def _section_hunks(section: bytes) -> Iterator[Hunk]:
    at = section.find(b"\n@@ ")
    target = _TARGET.search(section, 0, at + 1) if at >= 0 else None
    if target is None:
        return
    path = _unquoted(target["quoted"]) if target["quoted"] is not None else target["plain"]
    yield from _hunks(section[at + 1 :], path.decode("utf-8", "surrogateescape"))


def _hunks(body: bytes, path: str) -> Iterator[Hunk]:
    from unidiff.patch import PatchSet  # noqa: PLC0415 - only a change with text needs it

    # A header of ours: unidiff need not understand every name that git can hold. Lines end at \n alone.
    text = "--- a/file\n+++ b/file\n" + body.decode("utf-8", "replace")
    for hunk in PatchSet(io.StringIO(text, newline="\n"))[0]:
        added = tuple(line.target_line_no for line in hunk if line.is_added)
        yield Hunk(path=path, start=hunk.target_start, length=hunk.target_length, added_lines=added)


def _unquoted(name: bytes) -> bytes:
    def letter(match: re.Match[bytes]) -> bytes:
        said = match[1]
        return bytes([int(said, 8)]) if len(said) == 3 else _LETTERS.get(said, said)

    return _ESCAPE.sub(letter, name)
