"""A text as sequences of places: its lines, rows, steps, sections, paragraphs, list items, records, columns.

A word for a place ("section", "step", "the last talk") may mean more than one sequence; each is a reading.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

import regex

from skilleval.grading.claims.grids import rows_of
from skilleval.grading.claims.scene import Document

PARTS_LIMIT = 4_000


@dataclass(frozen=True)
class Part:
    """A place: the labels it may be called by, and the text that stands there."""

    labels: tuple[str, ...]
    text: str


Sequence = tuple[Part, ...]

_LABEL = regex.compile(
    r"^\s*(?:#+\s*)?(?:\*\*)?(?:(?:step|section|part|clause|article|rule|item|point|chapter|question|q|"
    r"§)\s*)?"
    r"(?P<label>\d{1,3}|[A-Za-z])\s*[.):]\s+(?P<text>\S.*)$",
    regex.IGNORECASE,
)
_HEADING = regex.compile(r"^(?P<level>#{1,6})\s+(?P<text>\S.*)$")
_UNDERLINE = regex.compile(r"^(?:=+|-+|~+)\s*$")
_ITEM = regex.compile(r"^(?P<indent>\s*)(?:[-*+•]|\d{1,3}[.)])\s+(?P<text>\S.*)$")
_DEFINITION = regex.compile(
    r"^\s*(?:async\s+|export\s+|default\s+|public\s+|private\s+|static\s+)*(?:def|function|func|fn|"
    r"class)\s+\w"
)
_NUMBERED = {
    "step", "clause", "section", "part", "article", "rule", "item", "point", "paragraph", "§", "instruction",
    "entry", "bullet", "question", "chapter", "condition", "requirement",
}  # fmt: skip
_HEADED = {"section", "chapter", "part", "heading", "clause", "article", "§"}
_LISTED = {"bullet", "item", "point", "entry", "step", "change", "task", "ingredient"}
_DEFINED = {"function", "method", "class", "test", "definition"}
_LOGGED = {"entry", "record", "event", "message", "request", "statement", "row", "query", "call"}
"""What the lines of a log are called."""
_TOLD_BY_LINES = {"line", "ln", "l"}


def sequences(unit: str, document: Document) -> tuple[Sequence, ...]:
    """Return each sequence of a document that a word for a place may mean; none that has no parts."""
    return tuple(found for found in _sequences(unit.lower(), document) if found)


@lru_cache(maxsize=128)
def _sequences(unit: str, document: Document) -> tuple[Sequence, ...]:
    return tuple(tuple(parts) for parts in _readings(unit, document))


def _readings(unit: str, document: Document) -> Iterator[list[Part]]:
    lines = document.text.splitlines()[:PARTS_LIMIT]
    rows = rows_of(document)[:PARTS_LIMIT]
    if unit in _TOLD_BY_LINES:
        yield _lines(lines, is_table=bool(rows))
        return
    if unit in {"column", "field", "key"}:
        yield _labelled(rows[0]) if rows else []
        return
    numbered = _numbered(lines) if unit in _NUMBERED else []
    yield numbered
    if numbered and unit == "step":
        return
    yield _one_a_line(unit, document)
    if unit in _HEADED:
        yield from _headed(lines)
    if unit in _LISTED or unit not in _NUMBERED | _HEADED | _DEFINED:
        yield from _records(document, rows)
    if unit in _LISTED:
        yield from _lists(lines)
    if unit in _LOGGED and PurePosixPath(document.path).suffix.lower() == ".log":
        yield _labelled(line for line in lines if line.strip())


def _lines(lines: list[str], *, is_table: bool) -> list[Part]:
    """Return the lines; in a table, "line 2" may also mean the second row below the heading."""
    return [
        Part((str(n), str(n - 1)) if is_table and n > 1 else (str(n),), line)
        for n, line in enumerate(lines, start=1)
    ]


def _one_a_line(unit: str, document: Document) -> list[Part]:
    """Return what a paragraph, a question or a definition is known by."""
    lines = document.text.splitlines()[:PARTS_LIMIT]
    if unit == "paragraph":
        return _labelled(text for text in regex.split(r"\n\s*\n", document.text) if text.strip())
    if unit == "question":
        return _labelled(line for line in lines if line.rstrip(" *_").endswith("?"))
    return _labelled(line for line in lines if _DEFINITION.match(line)) if unit in _DEFINED else []


def _labelled(texts: Iterator[str] | list[str]) -> list[Part]:
    return [Part((str(n),), text) for n, text in enumerate(texts, start=1)]


def _numbered(lines: list[str]) -> list[Part]:
    """Return the numbered or lettered parts, each with the lines up to the next: "1. Scope", and its text."""
    parts: list[tuple[str, list[str]]] = []
    seen: set[str] = set()
    for line in lines:
        found = _LABEL.match(line)
        label = found["label"].lower() if found else ""
        if found and label not in seen:
            seen.add(label)
            parts.append((label, [found["text"]]))
        elif line.startswith("#") and not found:
            parts.append(("", [line])) if parts else None
        elif parts:
            parts[-1][1].append(line)
    return [Part((label,), "\n".join(text)) for label, text in parts if label]


def _headed(lines: list[str]) -> Iterator[list[Part]]:
    """Yield the sections by their headings: of each level, and of all but the title."""
    found = [(number, heading) for number, line in enumerate(lines) if (heading := _HEADING.match(line))]
    levels = [len(heading["level"]) for _, heading in found]
    for level in sorted(set(levels)):
        chosen = [number for number, heading in found if len(heading["level"]) == level]
        ends = [number for number, heading in found if len(heading["level"]) <= level] + [len(lines)]
        yield _labelled("\n".join(lines[start : min(end for end in ends if end > start)]) for start in chosen)
    if len(set(levels)) > 1 and levels.count(min(levels)) == 1:
        starts = [number for number, heading in found if len(heading["level"]) > min(levels)]
        yield _labelled("\n".join(lines[a:b]) for a, b in zip(starts, [*starts[1:], len(lines)], strict=True))


def _records(document: Document, rows: list[list[str]]) -> Iterator[list[Part]]:
    """Yield data rows, or the objects of a list; also in the order of a column of numbers, dates or times."""
    records = [list(map(str, row)) for row in rows[1:]] or _objects(document)
    if not records:
        return
    numbered = [
        Part((str(n), *((str(n + 1),) if rows else ())), " ".join(row)) for n, row in enumerate(records, 1)
    ]
    yield numbered
    width = min(len(row) for row in records)
    for column in range(width):
        keys = [_order(row[column]) for row in records]
        if all(key is not None for key in keys):
            ordered = [
                row for _, row in sorted(zip(keys, records, strict=True), key=lambda pair: pair[0] or 0)
            ]
            yield _labelled(" ".join(row) for row in ordered)


def _objects(document: Document) -> list[list[str]]:
    if PurePosixPath(document.path).suffix.lower() != ".json":
        return []
    try:
        value = json.loads(document.text)
    except (ValueError, RecursionError):
        return []
    if isinstance(value, dict):
        value = next((inner for inner in value.values() if isinstance(inner, list)), [])
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        return []
    return [[str(inner) for inner in one.values()] for one in value[:PARTS_LIMIT]]


def _order(cell: str) -> float | None:
    """Return a cell as a number to sort by: a number, a time of day, or a date that begins with its year."""
    plain = cell.strip()
    if found := regex.fullmatch(r"(\d{1,2}):(\d{2})(?::\d{2})?", plain):
        return int(found[1]) * 60 + int(found[2])
    if regex.fullmatch(r"\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+Z?)?", plain):
        return float(regex.sub(r"\D", "", plain)[:8])
    bare = regex.sub(r"[\s$€£%,]", "", plain)
    return float(bare) if regex.fullmatch(r"-?\d+(?:\.\d+)?", bare) else None


def _lists(lines: list[str]) -> Iterator[list[Part]]:
    """Yield each list, and all of them in one."""
    runs: list[list[str]] = [[]]
    for line in lines:
        if found := _ITEM.match(line):
            runs[-1].append(found["text"])
        elif not line.startswith((" ", "\t")) and runs[-1]:
            runs.append([])
    runs = [run for run in runs if run]
    yield from (_labelled(run) for run in runs)
    if len(runs) > 1:
        yield _labelled(text for run in runs for text in run)
