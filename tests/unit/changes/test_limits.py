"""A skill that is too large is named, and never half read."""

import pytest

from skilleval.changes.limits import MAX_DEPTH, MAX_FILE_BYTES, MAX_FILES, MAX_TOTAL_BYTES, check_size
from skilleval.errors import SkillError
from skilleval.ports import TreeEntry


def entry(path: str = "s/evals/files/bill.csv", size: int = 10) -> TreeEntry:
    """Return a file of a tree."""
    return TreeEntry(path=path, mode="100644", oid="0" * 40, size_bytes=size)


def test_skill_within_the_limits() -> None:
    """Up to the limit is fine."""
    check_size("s", (entry(size=MAX_FILE_BYTES), *(entry(f"s/{n}") for n in range(100))))


@pytest.mark.parametrize(("entries", "said"), [
    ((entry(size=MAX_FILE_BYTES + 1),), "s/evals/files/bill.csv has"),
    (tuple(entry(f"s/{n}", MAX_FILE_BYTES) for n in range(4)), f"bytes, at most {MAX_TOTAL_BYTES}"),
    (tuple(entry(f"s/{n}") for n in range(MAX_FILES + 1)), "files, at most"),
    ((entry("s/" + "d/" * (MAX_DEPTH + 1) + "f"),), "lies deeper"),
])  # fmt: skip
def test_what_is_over_a_limit_is_named(entries: tuple[TreeEntry, ...], said: str) -> None:
    """A fixture, the whole folder, the number of files, the depth."""
    with pytest.raises(SkillError, match=said):
        check_size("s", entries)
