"""Paths: shown, matched, kept inside."""

import pytest

from skilleval.changes.paths import below, inside, matches, shown


@pytest.mark.parametrize(
    ("path", "simple"),
    [
        ("a/b.txt", "a/b.txt"),
        ("./a//b.txt", "a/b.txt"),
        ("a/../b", "b"),
        ("a\\b", "a/b"),
        ("..", None),
        ("../a", None),
        ("a/../../b", None),
        ("/etc/passwd", None),
        ("\\\\host\\x", None),
        ("C:\\x", None),
        ("c:x", None),
        ("a\0b", None),
    ],
)
def test_inside(path: str, simple: str | None) -> None:
    """Absolute paths, drives and ways up lead nowhere, in either kind of slash."""
    assert inside(path) == simple


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("skills/*", "skills/a", True),
        ("skills/*", "skills/a/nested", True),
        ("skills/*", "more/skills/a", False),
        ("**/skills/*", "more/skills/a", True),
        ("**/skills/*", "skills/a", True),
        ("skills/**", "skills/a/b", True),
        ("skills/a?", "skills/ab", True),
        ("skills/a?", "skills/a", False),
        ("skills/a/", "skills/a", True),
        ("tests", "tests/data/x", True),
        ("test", "tests/x", False),
        ("**", "", True),
        ("*", "", True),
        ("a.b", "axb", False),
    ],
)
def test_matches(pattern: str, path: str, expected: bool) -> None:
    """A glob names a folder and everything below it; a star stops at a slash."""
    assert matches(path, pattern) == expected


def test_below() -> None:
    """A folder is not above what only begins with its name."""
    assert (below("a/b", "a"), below("ab/c", "a"), below("a", ""), below("a", "a")) == ("b", None, "a", None)


def test_shown() -> None:
    """What cannot be printed is escaped, so that it can be in a message and in JSON."""
    assert shown("caf\udce9/\x1b[0m\n") == "caf\\xe9/\\x1b[0m\\n"
