"""Counts of what a document holds: by the form of what is counted, or by what the document itself calls so.

Each function returns every honest count; an empty set means that this document has no such thing to
count, so nothing can be said.
"""

from pathlib import PurePosixPath

import regex

from skilleval.grading.claims.counters import COUNTERS, entries_in, lines_in, without_heading
from skilleval.grading.claims.grids import rows_of, singular_of, value_of
from skilleval.grading.claims.scene import Document


def counts_of(noun: str, document: Document) -> set[int]:
    """Return how many of `noun` (any number) the document has."""
    singular = singular_of(noun)
    counter = COUNTERS.get(singular)
    counts = counter(document) if counter is not None else set()
    return counts | _by_content(singular, document)


def occurrences(phrase: str, text: str) -> set[int]:
    """Return how often a phrase stands in a text: in any case, as a word or inside one, or by lines."""
    exact = text.count(phrase)
    folded = text.casefold().count(phrase.casefold())
    word = len(regex.findall(rf"(?<!\w){regex.escape(phrase)}(?!\w)", text, regex.IGNORECASE))
    lines = sum(phrase.casefold() in line.casefold() for line in text.splitlines())
    return {exact, folded, word, lines}


def lines_holding(token: str, document: Document) -> set[int]:
    """Return how often a token stands in a document, as written and as a whole word: by lines, and in all.

    Nothing where it does not stand at all: then something else may be meant. A token like `RUN` is also
    counted by the lines that begin with it.
    """
    whole = regex.compile(rf"(?<![\w-]){regex.escape(token)}(?![\w-])")
    lines = [line for line in document.text.splitlines() if whole.search(line)]
    if not lines:
        return set()
    first = sum(whole.match(line.lstrip(" \t#/*-[")) is not None for line in lines)
    every = len(whole.findall(document.text))
    return {len(lines), every, *({first} if first else ())}


def lines_matching(pattern: str, document: Document) -> set[int]:
    """Return how many lines have a pattern; nothing where none has."""
    count = sum(regex.search(pattern, line) is not None for line in document.text.splitlines())
    return {count} if count else set()


def _by_content(singular: str, document: Document) -> set[int]:
    """Return counts by what the document itself calls `singular`: a column, key, heading, keyword, itself."""
    counts = (
        _distinct(singular, document) | _below_key(singular, document) | _below_heading(singular, document)
    )
    starts = regex.findall(rf"^\s*{regex.escape(singular)}\b(?!\s*[:,])", document.text, regex.MULTILINE)
    if starts and not rows_of(document):
        counts.add(len(starts))
    stem = PurePosixPath(document.path).stem.lower()
    if singular_of(stem) == singular and stem != singular:
        counts |= without_heading(document) or lines_in(document) | entries_in(document)
    return counts


def _distinct(singular: str, document: Document) -> set[int]:
    """Return the number of different values of the column of that name; "people" stands for "person"."""
    rows = rows_of(document)
    names = [cell.strip().lower() for cell in rows[0]] if rows else []
    wanted = {"people": "person"}.get(singular, singular)
    column = next((i for i, name in enumerate(names) if singular_of(name) == wanted), None)
    if column is None:
        return set()
    values = [row[column].strip() for row in rows[1:] if len(row) > column and row[column].strip()]
    named = [value for value in values if value.lower() not in {"total", "sum", "totals", "summe"}]
    return {len(values), len(set(values)), len(named), len(set(named))}


def _below_key(singular: str, document: Document) -> set[int]:
    """Return the lengths of lists and objects under a key of that name, at any depth."""
    return set(_lengths_below(value_of(document), singular, depth=0))


def _lengths_below(value: object, singular: str, *, depth: int) -> list[int]:
    found: list[int] = []
    if depth < 20 and isinstance(value, dict):
        for key, inner in value.items():
            if singular_of(str(key)) == singular and isinstance(inner, list | dict):
                found.append(len(inner))
            found += _lengths_below(inner, singular, depth=depth + 1)
    elif depth < 20 and isinstance(value, list):
        found += [length for inner in value for length in _lengths_below(inner, singular, depth=depth + 1)]
    return found


def _below_heading(singular: str, document: Document) -> set[int]:
    """Return the number of points in the list below a line that reads as the noun."""
    pattern = (
        rf"^[#*\s]*{regex.escape(singular)}(?:s|es)?\b[:*\s]*\n(?P<list>(?:\s*(?:[-*+•]|"
        rf"\d{{1,3}}[.)])\s.*\n?)+)"
    )
    found = regex.search(pattern, document.text, regex.MULTILINE | regex.IGNORECASE)
    return {len([line for line in found["list"].splitlines() if line.strip()])} if found else set()
