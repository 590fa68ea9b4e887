"""What a file is."""

import pytest

from skilleval.review.kinds import is_bytecode, is_known_media, is_text, kind_of, program_kind


@pytest.mark.parametrize(
    ("path", "raw", "kind"),
    [
        ("SKILL.md", "", ("prose", "markdown")),
        ("scripts/a.PY", "", ("code", "python")),
        ("run", "#!/usr/bin/env python3\n", ("code", "python")),
        ("Makefile", "", ("code", "make")),
        ("README", "", ("prose", "markdown")),
        ("a.json", "", ("data", "json")),
        ("a.min.js", "", ("data", "machine")),
        ("package-lock.json", "", ("data", "machine")),
    ],
)
def test_name_and_first_line_decide(path: str, raw: str, kind: tuple[str, str]) -> None:
    """Suffix, known names and the shebang say what a text is."""
    assert kind_of(path, raw) == kind


def test_first_bytes_decide() -> None:
    """Programs, media, text and bytecode are told apart."""
    assert program_kind(b"\x7fELF\0") == "ELF program"
    assert program_kind(b"plain") == ""
    assert is_known_media(b"\x89PNG\r\n")
    assert not is_text(b"a\0b")
    assert is_bytecode("a.cpython-311.pyc", b"")
