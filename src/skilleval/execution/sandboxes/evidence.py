"""A file of a room as evidence. One rule for all providers."""

import hashlib

from skilleval.domain.trial import FileEvidence

TEXT_BYTES = 1_000_000
"""Longer files are kept as bytes only."""
CONTENT_BYTES = 20_000_000
"""Of longer files only size and digest are kept. For providers to obey."""


def evidence_of(path: str, content: bytes, *, is_new: bool) -> FileEvidence:
    """Return a created or changed file, with its text where it is short UTF-8 without NUL."""
    return FileEvidence(
        path=path,
        state="created" if is_new else "changed",
        sha256=hashlib.sha256(content).hexdigest(),
        size_bytes=len(content),
        text=_text_of(content),
        content=content,
    )


def _text_of(content: bytes) -> str | None:
    if len(content) > TEXT_BYTES or b"\0" in content:
        return None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return None
