"""What a reader of an eval file works on: the file, its value, and the problems found so far."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from skilleval.changes.reading import Plain, json_of
from skilleval.domain.bundle import BundleFile
from skilleval.domain.suite import SuiteProblem
from skilleval.errors import SuiteError

Files = Mapping[str, BundleFile]
"""All files of a skill, evals included, by path relative to its folder."""


@dataclass
class Sheet:
    """One eval file being read. Problems are collected: one broken eval does not hide the others."""

    path: str
    files: Files
    problems: list[SuiteProblem] = field(default_factory=list)

    def error(self, where: str, message: str) -> None:
        """Note that what stands at the JSON pointer `where` is left out, and why."""
        self.problems.append(SuiteProblem(path=self.path, where=where, message=message))

    def warn(self, where: str, message: str) -> None:
        """Note something that a person should know and that stops nothing."""
        self.problems.append(SuiteProblem(path=self.path, where=where, message=message, level="warning"))

    def json(self) -> Plain:
        """Return the file's JSON value, or None with an error noted."""
        try:
            return json_of(self.files[self.path].content)
        except SuiteError as exc:
            self.error("", str(exc))
            return None

    def unknown_keys(self, item: Mapping[str, Plain], known: Iterable[str], where: str) -> None:
        """Warn of keys that are not read, with the nearest known one."""
        known = tuple(known)
        for key in item:
            if key not in known:
                near = get_close_matches(key, known, n=1)
                self.warn(
                    f"{where}/{key}", "this key is not read" + (f"; is {near[0]!r} meant?" if near else "")
                )


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


def id_of(value: Plain) -> str:
    """Return an id as text: 1 and "1" are the same id. "" where there is none."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return ""
    return str(value).strip()
