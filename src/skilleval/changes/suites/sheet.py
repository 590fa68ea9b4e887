"""What a reader of an eval file works on: the file, its value, and the problems found so far."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

from skilleval.changes.reading import Plain, json_of, text_of
from skilleval.changes.yaml_text import yaml_of
from skilleval.domain.bundle import BundleFile
from skilleval.domain.suite import SuiteProblem
from skilleval.errors import SuiteError

MAX_ITEMS: Final = 500
"""Evals, queries or tasks of one file. Nobody pays for more, and reading must end."""
ENDINGS: Final = (".json", ".jsonl", ".yaml", ".yml")
Files = Mapping[str, BundleFile]
"""All files of a skill, evals included, by path relative to its folder."""


@dataclass
class Sheet:
    """One eval file being read. Problems are collected: one broken eval does not hide the others."""

    path: str
    files: Files
    problems: list[SuiteProblem] = field(default_factory=list)
    _named: set[str] = field(default_factory=set, init=False, repr=False)

    def error(self, where: str, message: str) -> None:
        """Note that what stands at the JSON pointer `where` is left out, and why."""
        self.problems.append(SuiteProblem(path=self.path, where=where, message=message))

    def warn(self, where: str, message: str) -> None:
        """Note something that a person should know and that stops nothing."""
        self.problems.append(SuiteProblem(path=self.path, where=where, message=message, level="warning"))

    def value(self) -> Plain:
        """Return the file's value, read by its ending (JSON, JSON lines, YAML); None with an error noted."""
        try:
            return value_of(self.files[self.path])
        except SuiteError as exc:
            self.error("", str(exc))
            return None

    def bounded(self, items: list[Plain], where: str) -> list[Plain]:
        """Return the items that are read; an error says how many more there are."""
        if len(items) > MAX_ITEMS:
            self.error(where, f"{len(items)} entries, the first {MAX_ITEMS} are read")
        return items[:MAX_ITEMS]

    def unknown_keys(self, item: Mapping[str, Plain], known: Iterable[str], where: str) -> None:
        """Warn of keys that are not read, each once a file, with the nearest known one."""
        known = tuple(known)
        for key in item:
            if key not in known and key not in self._named:
                self._named.add(key)
                near = get_close_matches(key, known, n=1)
                meant = f"; is {near[0]!r} meant?" if near else ""
                self.warn(f"{where}/{key}", f"this key is not read{meant}")


def unnamed_files(files: Files) -> list[str]:
    """Return the files straight in evals/ whose format is to be seen from what they hold.

    Few and small ones only: looking into thousands of them would take minutes.
    """
    found = [
        path
        for path, file in sorted(files.items())
        if path.startswith("evals/")
        and path.count("/") == 1
        and path.endswith(ENDINGS)
        and file.size_bytes <= (20_000 if path.endswith(ENDINGS[2:]) else 1_000_000)
    ]
    return found[:40]


def value_of(file: BundleFile) -> Plain:
    """Return the value of a JSON, JSON lines or YAML file; raises SuiteError. Shared: never changed."""
    return _read(file.content, file.path.rpartition(".")[2])


@lru_cache(maxsize=16)  # each format looks at each file
def _read(content: bytes, ending: str) -> Plain:
    if ending in {"yaml", "yml"}:
        return yaml_of(text_of(content))
    return _json_lines(content) if ending == "jsonl" else json_of(content)


def _json_lines(raw: bytes) -> Plain:
    found: list[Plain] = []
    for number, line in enumerate(raw.split(b"\n"), start=1):
        try:
            found += [json_of(line)] if line.strip() else []
        except SuiteError as exc:
            raise SuiteError(f"line {number} of the file: {exc.message}", hint=exc.hint) from exc
    return found


def kind_of(value: Plain) -> str:
    """Return the JSON name of a value's type, for messages."""
    names = {
        bool: "a boolean",
        int: "a number",
        float: "a number",
        str: "text",
        list: "a list",
        dict: "an object",
    }
    return names.get(type(value), "null")


def text_at(item: Mapping[str, Plain], keys: Iterable[str]) -> str:
    """Return the first text that is not blank under these keys, or ""."""
    for key in keys:
        value = item.get(key)
        if isinstance(value, str) and value.strip():
            return value
    return ""


def lacking(item: Mapping[str, Plain], keys: Iterable[str]) -> tuple[str, str]:
    """Return the key at which a text is wanted, and what stands there instead, for messages."""
    keys = tuple(keys)
    key = next((key for key in keys if item.get(key) is not None), keys[0])
    if item.get(key) is None:
        return key, ""
    found = "empty" if isinstance(item[key], str) else kind_of(item[key])
    return key, f": text is wanted, this is {found}"


def id_of(value: Plain) -> str:
    """Return an id as text: 1 and "1" are the same id. "" where there is none that can be used."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return ""
    found = str(value).strip()
    return found if len(found) <= 120 and found.isprintable() else ""


def list_at(value: Plain, keys: Iterable[str]) -> tuple[list[Plain], str] | None:
    """Return a list that stands alone or under one of the keys, with its JSON pointer; else None."""
    if isinstance(value, list):
        return value, ""
    if isinstance(value, dict):
        for key in keys:
            inner = value.get(key)
            if isinstance(inner, list):
                return inner, f"/{key}"
    return None
