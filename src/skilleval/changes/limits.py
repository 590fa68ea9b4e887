"""How large a skill may be. An agent reads it, and every trial carries it."""

from typing import Final

from skilleval.changes.paths import shown
from skilleval.errors import SkillError
from skilleval.ports import TreeEntry

MAX_FILES: Final = 2_000
MAX_FILE_BYTES: Final = 20_000_000
MAX_TOTAL_BYTES: Final = 60_000_000
MAX_DEPTH: Final = 20


def check_size(skill: str, entries: tuple[TreeEntry, ...]) -> None:
    """Raise SkillError where the folder's entries are too many, too large or too deep."""
    if len(entries) > MAX_FILES:
        raise SkillError(f"{shown(skill)} has {len(entries)} files, at most {MAX_FILES} are allowed")
    total = sum(entry.size_bytes or 0 for entry in entries)
    if total > MAX_TOTAL_BYTES:
        raise SkillError(f"{shown(skill)} has {total} bytes, at most {MAX_TOTAL_BYTES} are allowed")
    for entry in entries:
        if (entry.size_bytes or 0) > MAX_FILE_BYTES:
            raise SkillError(
                f"{shown(entry.path)} has {entry.size_bytes} bytes, at most {MAX_FILE_BYTES} are allowed"
            )
        if entry.path.count("/") - skill.count("/") > MAX_DEPTH:
            raise SkillError(f"{shown(entry.path)} lies deeper than {MAX_DEPTH} folders")
