"""A file as evidence."""

import hashlib

import pytest

from skilleval.execution.sandboxes.evidence import TEXT_BYTES, evidence_of


@pytest.mark.parametrize(
    ("content", "text"),
    [(b"", ""), ("ü".encode(), "ü"), (b"\xff", None), (b"a\0b", None), (b"x" * (TEXT_BYTES + 1), None)],
)
def test_text_is_short_utf8_without_nul(content: bytes, text: str | None) -> None:
    """Digest, size and bytes are there either way."""
    file = evidence_of("a", content, is_new=True)

    assert (file.text, file.size_bytes, file.content) == (text, len(content), content)
    assert file.sha256 == hashlib.sha256(content).hexdigest()
    assert (file.state, evidence_of("a", content, is_new=False).state) == ("created", "changed")
