"""Glob patterns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.execution.agents.messages.globs import pattern_from_glob


@pytest.mark.parametrize(
    ("glob", "path", "fits"),
    [
        ("*.py", "a.py", True),
        ("*.py", "d/a.py", False),
        ("**/*.py", "a.py", True),
        ("**/*.py", "d/e/a.py", True),
        ("d/**", "d/e/a.py", True),
        ("d/**", "e/a.py", False),
        ("?.txt", "a.txt", True),
        ("?.txt", "ab.txt", False),
        ("[ab].txt", "b.txt", True),
        ("[!ab].txt", "b.txt", False),
        ("[a-c].txt", "b.txt", True),
        ("*.{py,md}", "a.md", True),
        ("*.{py,md}", "a.txt", False),
        ("./a.txt", "a.txt", True),
        ("a.b", "axb", False),
        ("a\nb", "a\nb", True),
    ],
)
def test_patterns(glob: str, path: str, fits: bool) -> None:
    """`*` stays within a name, `**` goes over folders, braces and brackets choose."""
    assert bool(pattern_from_glob(glob).fullmatch(path)) is fits


@given(st.text(max_size=30))
def test_any_text_is_a_pattern(glob: str) -> None:
    """Whatever a model writes can be compiled."""
    pattern_from_glob(glob)


@given(st.text(alphabet="abc./_- ", min_size=1, max_size=20))
def test_a_plain_path_fits_itself(path: str) -> None:
    """Without special characters a pattern is the path."""
    assert pattern_from_glob(path).fullmatch(path.removeprefix("./"))
