"""Hunks out of git's diffs."""

from pathlib import Path

import pytest

from skilleval.changes.diff import hunks_of
from tests.builders_changes import Checkout


def hunks(tmp_path: Path, old: dict[str, str | bytes | None], new: dict[str, str | bytes | None]) -> object:
    """Return path, start, length and added lines of what git says between two states."""
    checkout = Checkout(tmp_path)
    base = checkout.write(old).commit()
    head = checkout.write(new).commit()
    paths = [
        path
        for change in checkout.objects.changed_paths(base, head)
        for path in (change.old_path, change.path)
    ]
    found = hunks_of(checkout.objects.diff(base, head, list(dict.fromkeys(paths))))
    return [(hunk.path, hunk.start, hunk.length, hunk.added_lines) for hunk in found]


def test_lines_of_the_head(tmp_path: Path) -> None:
    """Each place of change is a hunk with the lines it added; a removal has none."""
    old = "".join(f"{number}\n" for number in range(1, 21))
    new = old.replace("3\n", "three\nand more\n", 1).replace("17\n", "")

    assert hunks(tmp_path, {"a.md": old}, {"a.md": new}) == [
        ("a.md", 3, 2, (3, 4)),
        ("a.md", 17, 0, ()),
    ]


def test_files_without_hunks(tmp_path: Path) -> None:
    """Removed files and pure mode changes have none; an empty diff is empty."""
    assert hunks(tmp_path, {"a.md": "x\n", "b.md": "y\n"}, {"a.md": None, "b.md": "y\n"}) == []
    assert hunks_of(b"") == ()


@pytest.mark.parametrize(
    "text",
    [
        "no newline at the end",
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n",
        "diff --git a/x b/x\n",
        "form\x0cfeed\x0bline\x85\u2028sep\n",
        "cr\r\nlf\n",
        "\\ No newline at end of file\n",
    ],
)
def test_contents_that_look_like_a_diff(tmp_path: Path, text: str) -> None:
    """What a file says is never taken for the diff's own lines."""
    lines = text.count("\n") + (not text.endswith("\n"))

    assert hunks(tmp_path, {"b.md": "x"}, {"a.md": text}) == [("a.md", 1, lines, tuple(range(1, lines + 1)))]


def test_a_rename_with_an_edit(tmp_path: Path) -> None:
    """The hunk carries the new name."""
    text = "".join(f"line {number}\n" for number in range(30))

    assert hunks(tmp_path, {"old.md": text}, {"old.md": None, "new.md": text + "more\n"}) == [
        ("new.md", 31, 1, (31,))
    ]
