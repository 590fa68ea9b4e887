"""Which paths may enter a room."""

import posixpath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.errors import SandboxError
from skilleval.execution.sandboxes.paths import parts_of


@given(st.text(alphabet="ab./\0\\", max_size=12))
def test_what_is_let_in_stays_inside(path: str) -> None:
    """A path is refused, or it is its own normal form below the root."""
    try:
        parts = parts_of(path)
    except SandboxError:
        return
    assert posixpath.normpath(posixpath.join("/room", path)) == "/room/" + "/".join(parts) == f"/room/{path}"


@pytest.mark.parametrize("path", ["a", "a/b", ".hidden", "..a", "a..", "a b/-c", "a\\b"])
def test_plain_paths(path: str) -> None:
    """Odd but harmless names are let in."""
    assert "/".join(parts_of(path)) == path
