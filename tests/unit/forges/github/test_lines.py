"""Hunks of our own, against what git says."""

import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skilleval.changes.diff import hunks_of
from skilleval.forges.github.files import section
from skilleval.forges.github.lines import MOST_PAIRS, diff_lines
from skilleval.ports import PathChange

LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"\n", b"a\r\n", b"--- a\n", b"+++ b\n", b"@@ -1 +1 @@\n"]))
TEXTS = st.builds(lambda lines, end: b"".join(lines) + end, LINES, st.sampled_from([b"", b"end", b"\xff"]))


def applied(old: bytes, patch: bytes) -> bytes:
    """Return what `git apply` makes of the old text."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "f").write_bytes(old)
        head = b"diff --git a/f b/f\n--- a/f\n+++ b/f\n"
        subprocess.run(
            ["git", "apply", "--unidiff-zero", "--whitespace=nowarn", "-"],
            cwd=folder,
            input=head + patch,
            check=True,
            capture_output=True,
        )
        return Path(folder, "f").read_bytes()


@given(TEXTS, TEXTS)
@settings(max_examples=60, deadline=None)
def test_git_applies_what_we_write(old: bytes, new: bytes) -> None:
    """The hunks turn one text into the other, to the byte; equal texts have none."""
    patch = diff_lines(old, new)

    assert (patch == b"") == (old == new)
    assert patch == b"" or applied(old, patch) == new


def test_only_what_differs_is_in_a_hunk() -> None:
    """No context, and a place of its own for each change."""
    old, new = b"a\nb\nc\nd\ne\n", b"a\nB\nc\nd\nd2\ne\n"

    assert diff_lines(old, new) == b"@@ -2,1 +2,1 @@\n-b\n+B\n@@ -4,0 +5,1 @@\n+d2\n"


def test_texts_that_would_take_for_ever() -> None:
    """Past the limit the middle is one hunk, found at once."""
    count = int(MOST_PAIRS**0.5) + 1
    old = b"same\n" + b"x\n" * count + b"end\n"
    new = b"same\n" + b"y\nx\n" * count + b"end\n"

    assert diff_lines(old, new).startswith(f"@@ -2,{count - 1} +2,{2 * count - 1} @@\n".encode())


@pytest.mark.parametrize("name", ["a b.md", "new\nline.md", 'q"uote.md', "é.md", "back\\slash.md", "x\udce9"])
def test_names_come_back(name: str) -> None:
    """The reader of git's diffs reads ours: every name that git can hold, renames and removals."""
    change = PathChange(status="M", path=name, old_path=name, old_mode="100644", mode="100644")
    gone = change.model_copy(update={"status": "D"})

    (hunk,) = hunks_of(section(change, b"one\n", b"one\ntwo\n"))

    assert (hunk.path, hunk.added_lines) == (name, (2,))
    assert hunks_of(section(gone, b"one\n", b"")) == ()
