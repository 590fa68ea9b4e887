"""The parts of a text that a length may honestly be of: all of it, paragraphs in a row, sections, lines."""

from collections.abc import Iterator
from functools import lru_cache

import regex

from skilleval.grading.claims.outline import sequences
from skilleval.grading.claims.scene import Document

PARAGRAPHS = 16
"""Paragraphs of which every run is a part; of a longer text only its paragraphs and sections are."""
_HEADING = regex.compile(r"^(?:#{1,6}\s.*|.{1,60}:)\n+", regex.MULTILINE)
_LABEL = regex.compile(r"^\s*(?:[-*+•]|\[?\d{1,3}[.)\]]|[A-Z][\w ]{0,20}:)\s+")


@lru_cache(maxsize=64)
def regions(document: Document) -> tuple[str, ...]:
    """Return every part of a document that may be measured, each with and without its heading or label."""
    found = dict.fromkeys(_regions(document))
    bare = [_HEADING.sub("", part, count=1) for part in found]
    unlabelled = ["\n".join(_LABEL.sub("", line) for line in part.splitlines()) for part in (*found, *bare)]
    return tuple(part for part in dict.fromkeys((*found, *bare, *unlabelled)) if part.strip())


def _regions(document: Document) -> Iterator[str]:
    yield document.text
    yield from regex.findall(r"(?m)^.*\S.*$", document.text)[:2000]
    paragraphs = [part for part in regex.split(r"\n\s*\n", document.text) if part.strip()]
    long = len(paragraphs) > PARAGRAPHS
    for low in range(len(paragraphs)):
        for high in range(low + 1, min(len(paragraphs), low + 1 if long else len(paragraphs)) + 1):
            yield "\n\n".join(paragraphs[low:high])
    for unit in ("section", "item", "clause"):
        for parts in sequences(unit, document):
            yield from (part.text for part in parts)
    if document.path.lower().endswith(".json"):
        yield from regex.findall(r":\s*\"([^\"\n]+)\"", document.text)[:2000]
    lines = document.text.splitlines()
    if len(lines) <= PARAGRAPHS:
        for low in range(len(lines)):
            yield "\n".join(lines[low:])
