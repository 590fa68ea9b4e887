"""`file_exists`, `file_absent`, `file_equals`: what lies in the work folder at the end."""

from skilleval.domain.suite import FileCheck
from skilleval.grading.checks.mark import Mark, clip, fails, holds, unreadable
from skilleval.grading.exhibit import Exhibit


def mark(check: FileCheck, exhibit: Exhibit) -> Mark:
    """Return whether the file is there, is not there, or holds exactly the content."""
    found = exhibit.find(check.path)
    if check.kind == "file_equals":
        return _equals(check, exhibit)
    if found is None:
        return Mark(check.kind == "file_absent", f"there is no file {check.path}")
    return Mark(check.kind == "file_exists", f"there is a file {found}")


def _equals(check: FileCheck, exhibit: Exhibit) -> Mark:
    reading = exhibit.read(check.path)
    if reading.text is None:
        return unreadable(reading)
    if reading.text == check.content:
        return holds(f"{check.path} holds exactly what it should")
    return fails(f"{check.path} differs: “{clip(_first_difference(reading.text, check.content))}”")


def _first_difference(text: str, wanted: str) -> str:
    """Return the first line of `text` that is not as wanted, or what is left over."""
    lines, wanted_lines = text.splitlines(), wanted.splitlines()
    for number, line in enumerate(lines, start=1):
        if number > len(wanted_lines) or line != wanted_lines[number - 1]:
            return f"line {number}: {line}"
    return f"ends after line {len(lines)}, or differs in its last line break"
