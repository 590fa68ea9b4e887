"""What each noun counts in a text by its form: lines, columns, steps, headings, functions, messages.

Each function returns every honest count; an empty set means that this text has no such thing.
"""

from collections.abc import Callable, Mapping
from pathlib import PurePosixPath

import regex

from skilleval.grading.claims.grids import rows_of, steps_of, value_of
from skilleval.grading.claims.scene import Document


def lines_in(document: Document) -> set[int]:
    """Return the number of lines, with and without empty ones; of a table also of its data rows."""
    lines = document.text.splitlines()
    filled = [line for line in lines if line.strip()]
    return {len(lines), len(filled), document.text.count("\n"), *without_heading(document)}


def _line_items(document: Document) -> set[int]:
    """Return how many lines of a bill end with an amount, in each of its paragraphs and in all."""
    parts = [part.splitlines() for part in regex.split(r"\n\s*\n", document.text)]
    amounts = [
        sum(regex.search(r"\d[.,]\d\d\s*\S{0,3}\s*$", line) is not None for line in part) for part in parts
    ]
    return without_heading(document) or {count for count in (*amounts, sum(amounts)) if count}


def _rows(document: Document) -> set[int]:
    rows = rows_of(document)
    drawn = _drawn(document)
    if drawn:
        return {len(drawn), len(drawn) - 1, *({len(drawn) - 2} if len(drawn) > 2 else ())} | lines_in(
            document
        )
    if rows:
        totals = sum(row[0].strip().lower() in {"total", "sum", "totals", "summe"} for row in rows)
        return {len(rows), len(rows) - 1, len(rows) - 1 - totals, len(rows) - totals}
    return lines_in(document)


def _drawn(document: Document) -> list[str]:
    """Return the rows of a table that is drawn in Markdown, the heading with them."""
    rows = regex.findall(r"(?m)^\s*\|.*\|\s*$", document.text)
    return [row for row in rows if not regex.fullmatch(r"[\s|:-]+", row)]


def _data_rows(document: Document) -> set[int]:
    counts = without_heading(document)
    return counts or lines_in(document)


def without_heading(document: Document) -> set[int]:
    """Return the number of data rows, with and without a row of totals; nothing for other texts."""
    rows = rows_of(document)
    totals = sum(row[0].strip().lower() in {"total", "sum", "totals", "summe"} for row in rows)
    return {len(rows) - 1, len(rows) - 1 - totals} if rows else set()


def _columns(document: Document) -> set[int]:
    rows = rows_of(document)
    return {len(rows[0])} if rows else set()


def _words(document: Document) -> set[int]:
    return {len(document.text.split()), len(regex.findall(r"[\w'’]+", document.text))}


def _characters(document: Document) -> set[int]:
    return {len(document.text), len(document.text.strip()), len(document.text.encode())}


def _paragraphs(document: Document) -> set[int]:
    parts = [part.strip() for part in regex.split(r"\n\s*\n", document.text) if part.strip()]
    bare = [part for part in parts if not regex.fullmatch(r"#{1,6}\s.*", part)]
    prose = [part for part in bare if not regex.match(r"(?:[-*+•|>]|\d{1,3}[.)])\s|```", part)]
    return {len(bare), len(prose)} if bare else {len(parts)}


def _headings(document: Document) -> set[int]:
    levels = [len(found) for found in regex.findall(r"^(#{1,6})\s+\S", document.text, regex.MULTILINE)]
    if not levels:
        return set()
    return {len(levels), len(levels) - 1, *(levels.count(level) for level in set(levels))}


def _steps(document: Document) -> set[int]:
    labels = [label for label in steps_of(document) if label.isdigit()]
    return {len(labels)} if labels else _stops(document)


def _stops(document: Document) -> set[int]:
    """Return the points of a plan that has no numbers: of a text with several lists."""
    name = PurePosixPath(document.path).suffix.lower()
    return _items(document) if name in {".md", ".markdown"} else set()


def _names(document: Document) -> set[int]:
    """Return the lines of a list of names: a plain text whose lines are a word or two each."""
    lines = [line for line in document.text.splitlines() if line.strip()]
    is_list = bool(lines) and PurePosixPath(document.path).suffix.lower() in {".txt", ".lst", ""}
    return {len(lines)} if is_list and all(len(line.split()) < 3 for line in lines) else set()


def _clauses(document: Document) -> set[int]:
    counts = _headings(document)
    parts = len(steps_of(document))
    return counts | ({parts} if parts else set())


def _items(document: Document) -> set[int]:
    bullets = regex.findall(r"^(\s*)(?:[-*+•]|\d{1,3}[.)])\s+\S", document.text, regex.MULTILINE)
    if rows_of(document):
        return without_heading(document)
    if not bullets:
        return set()
    lists = regex.findall(r"(?m)(?:^\s*(?:[-*+•]|\d{1,3}[.)])\s+\S.*\n?)+", document.text)
    return {len(bullets), sum(not indent for indent in bullets), *(len(one.splitlines()) for one in lists)}


def entries_in(document: Document) -> set[int]:
    """Return the number of list items, of records, or else of lines."""
    return _items(document) or _json_length(document) or lines_in(document)


def _matching(pattern: str) -> Callable[[Document], set[int]]:
    def count(document: Document) -> set[int]:
        found = len(regex.findall(pattern, document.text, regex.MULTILINE))
        return {found} if found else set()

    return count


def _instructions(document: Document) -> set[int]:
    if not PurePosixPath(document.path).name.lower().startswith("dockerfile"):
        return _steps(document)
    return _matching(r"^[A-Z]{3,}\s")(document)


def _json_length(document: Document) -> set[int]:
    value = value_of(document)
    return {len(value)} if isinstance(value, list | dict) else set()


def _fields(document: Document) -> set[int]:
    return _columns(document) or _json_length(document)


def _settings(document: Document) -> set[int]:
    """Return the number of `key = value` or `KEY=value` lines of a settings file."""
    name = PurePosixPath(document.path).name.lower()
    if not name.endswith((".env", ".ini", ".toml", ".cfg", ".conf", ".properties")) and not name.startswith(
        ".env"
    ):
        return _json_length(document)
    return _matching(r"^\s*(?![#;])[\w.-]+\s*[=:]")(document)


def _packages(document: Document) -> set[int]:
    name = PurePosixPath(document.path).name.lower()
    if not regex.match(r"(?:.*requirements.*|packages?|constraints.*)\.(?:txt|in|lst)$", name):
        return set()
    lines = [line for line in document.text.splitlines() if regex.match(r"^\s*[A-Za-z0-9]", line)]
    return {len(lines)} if lines else set()


def _checkboxes(document: Document) -> set[int]:
    boxes = len(regex.findall(r"^\s*[-*+]\s+\[[ xX]\]", document.text, regex.MULTILINE))
    return {boxes} if boxes else set() if rows_of(document) else _items(document)


def _messages(document: Document) -> set[int]:
    """Return the number of messages of a thread or transcript: by `From:` lines, or by turns `Name: …`."""
    mails = len(regex.findall(r"^From:\s", document.text, regex.MULTILINE))
    turns = len(_speakers(document))
    return {mails} if mails else {turns} if turns else set()


_PRESENT = regex.compile(
    r"^\W*(?:present|attendees?|participants?|attending|people|team|members|anwesend|teilnehmer\w*|présents?)\W*:\W*(.+)$",
    regex.MULTILINE | regex.IGNORECASE,
)


def _people(document: Document) -> set[int]:
    if listed := _PRESENT.findall(document.text):
        return {len(regex.split(r",|\band\b|\bund\b|;", one)) for one in listed}
    senders = set(regex.findall(r"^From:\s*(.+?)\s*$", document.text, regex.MULTILINE))
    speakers = set(_speakers(document))
    return {len(senders)} if senders else {len(speakers)} if len(speakers) > 1 else set()


def _speakers(document: Document) -> list[str]:
    if PurePosixPath(document.path).suffix.lower() not in {".txt", ".md", ".log", ""}:
        return []
    return list(regex.findall(r"^([A-Z][\w.' -]{0,30}):\s+\S", document.text, regex.MULTILINE))


def _releases(document: Document) -> set[int]:
    """Return the number of releases of a changelog by its headings, with and without what is unreleased."""
    name = PurePosixPath(document.path).stem.lower()
    if name not in {"changelog", "changes", "history", "releases", "news", "release-notes", "release_notes"}:
        return set()
    heading = r"^(?:#{1,4}\s*|\*\*|=+\s*)?(?:version\s+|release\s+)?\[?v?\d+(?:\.\d+)+(?=\D|$)(?!.*[.;:]\s\w)"
    found = len(regex.findall(heading, document.text, regex.MULTILINE | regex.IGNORECASE))
    pending = regex.search(r"^#{1,4}\s*\[?unreleased\b", document.text, regex.MULTILINE | regex.IGNORECASE)
    return {found, *({found + 1} if pending else ())} if found else set()


def _rules(document: Document) -> set[int]:
    if PurePosixPath(document.path).suffix.lower() in {".css", ".scss"}:
        return {document.text.count("{")}
    return _clauses(document)


COUNTERS: Mapping[str, Callable[[Document], set[int]]] = {
    "line": lines_in,
    "row": _rows,
    "line item": _line_items,
    "data row": _data_rows,
    "column": _columns,
    "word": _words,
    "character": _characters,
    "paragraph": _paragraphs,
    "heading": _headings,
    "section": _clauses,
    "step": _steps,
    "clause": _clauses,
    "name": _names,
    "bullet": _items,
    "item": _items,
    "bullet point": _items,
    "entry": entries_in,
    "record": entries_in,
    "instruction": _instructions,
    "function": _matching(
        r"^\s*(?:async\s+)?(?:def|function|func|fn|export function|export default function)\s+\w+"
    ),
    "class": _matching(r"^\s*(?:export\s+)?class\s+\w+"),
    "method": _matching(r"^\s+(?:async\s+)?def\s+\w+"),
    "test": _matching(
        r"^\s*(?:(?:async\s+)?def\s+test_\w+|(?:it|test)\s*\(|func\s+Test\w+|#\[test\]|@Test\b|fn\s+test_\w+)"
    ),
    "question": _matching(r"\?\s*$"),
    "target": _matching(r"^[\w.-]+\s*:(?!=)"),
    "box": _matching(r"^\s*[-*+]\s+\[[ xX]\]"),
    "checkbox": _matching(r"^\s*[-*+]\s+\[[ xX]\]"),
    "top-level key": _json_length,
    "key": _json_length,
    "image": _matching(r"<img\b|!\[[^\]]*\]\("),
    "link": _matching(r"<a\s|(?<!!)\[[^\]]+\]\("),
    "button": _matching(r"<button\b"),
    "import": _matching(r"^\s*(?:import|from)\s+\S+"),
    "field": _fields,
    "message": _messages,
    "turn": _messages,
    "reply": _messages,
    "person": _people,
    "people": _people,
    "speaker": _people,
    "participant": _people,
    "sender": _people,
    "request": _matching(r"\b(?:GET|POST|PUT|DELETE|PATCH|HEAD)\s+/"),
    "property": _json_length,
    "setting": _settings,
    "option": _settings,
    "variable": _settings,
    "package": _packages,
    "dependency": _packages,
    "requirement": _packages,
    "task": _checkboxes,
    "todo": _checkboxes,
    "element": _items,
    "point": _items,
    "chapter": _headings,
    "table": _matching(r"(?i)^\s*create\s+(?:temp(?:orary)?\s+)?table\b|<table\b"),
    "index": _matching(r"(?i)^\s*create\s+(?:unique\s+)?index\b"),
    "view": _matching(r"(?i)^\s*create\s+(?:or\s+replace\s+)?view\b"),
    "stage": _matching(r"^FROM\s"),
    "stanza": _paragraphs,
    "verse": _paragraphs,
    "input": _matching(r"<input\b"),
    "form": _matching(r"<form\b"),
    "script tag": _matching(r"<script\b"),
    "rule": _rules,
    "release": _releases,
    "version": _releases,
}
