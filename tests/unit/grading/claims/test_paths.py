"""Names of files in prose."""

import pytest
import regex

from skilleval.grading.claims.paths import PATH, is_same_path


@pytest.mark.parametrize(("text", "path"), [
    ("see `docs/a.md`.", "docs/a.md"), ("in .env.example", ".env.example"), ("the Dockerfile", "Dockerfile"),
    ("`.mcp.json` is", ".mcp.json"), ("test_text.py,", "test_text.py"), ("config.timeout", None),
    ("console.log calls", None), ("a license", None), ("v1.2", None), ("foo.bar()", None), ("os.path", None),
])  # fmt: skip
def test_files_are_told_from_code(text: str, path: str | None) -> None:
    """By their extension, and a few names without one."""
    found = regex.search(PATH, text, regex.IGNORECASE)

    assert (found["path"] if found else None) == path


@pytest.mark.parametrize(("known", "said", "same"), [
    ("src/a.py", "a.py", True), ("a.py", "src/a.py", True), ("src/a.py", "/src/a.py", True),
    ("test_text.py", "text.py", False), ("src/a.py", "lib/a.py", False), ("README.md", "README", True),
])  # fmt: skip
def test_paths_are_compared_part_by_part(known: str, said: str, same: bool) -> None:
    """One may be the end of the other."""
    assert is_same_path(known, said) is same
