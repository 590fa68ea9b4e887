"""Texts as data: the rows of a table, the numbered parts of a text, the value of a JSON or YAML file."""

import csv
import io
import json
from pathlib import PurePosixPath

import regex

from skilleval.grading.claims.scene import Document

YAML_LIMIT = 20_000


def singular_of(noun: str) -> str:
    """Return the singular of an English noun, as well as endings tell."""
    word = noun.lower()
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    return word.removesuffix("s") if not word.endswith("ss") else word


def rows_of(document: Document) -> list[list[str]]:
    """Return the rows of a CSV or TSV file, without empty ones; nothing for other files."""
    suffix = PurePosixPath(document.path).suffix.lower()
    if suffix not in {".csv", ".tsv"}:
        return []
    reader = csv.reader(io.StringIO(document.text), delimiter="\t" if suffix == ".tsv" else ",")
    try:
        return [row for row in reader if any(cell.strip() for cell in row)]
    except csv.Error:
        return []


def steps_of(document: Document) -> dict[str, str]:
    """Return the numbered or lettered parts of a document by their label, in lower case."""
    label = (
        r"^\s*(?:#+\s*)?(?:(?:step|section|part|clause|§)\s*)?(?P<label>\d{1,3}|"
        r"[A-Za-z])\s*[.):]\s+(?P<text>\S.*)$"
    )
    parts: dict[str, str] = {}
    last = ""
    for line in document.text.splitlines():
        found = regex.match(label, line, regex.IGNORECASE)
        if found and found["label"].lower() not in parts:
            last = found["label"].lower()
            parts[last] = found["text"]
        elif last and line.startswith((" ", "\t")) and line.strip():
            parts[last] += f"\n{line.strip()}"
        elif line.startswith("#"):
            last = ""
    return parts


def value_of(document: Document) -> object:
    """Return the value of a JSON file, or of a short YAML file; None for others."""
    suffix = PurePosixPath(document.path).suffix.lower()
    try:
        if suffix == ".json":
            return json.loads(document.text)
        if suffix in {".yml", ".yaml"} and len(document.text) < YAML_LIMIT and "&" not in document.text:
            return _yaml(document.text)
    except (ValueError, RecursionError):
        return None
    return None


def _yaml(text: str) -> object:
    """Return the value of a short YAML text without anchors: a hostile one could unfold for ever."""
    from ruamel.yaml import YAML  # noqa: PLC0415  slow to import
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415

    try:
        return YAML(typ="safe", pure=True).load(text)
    except YAMLError:
        return None
