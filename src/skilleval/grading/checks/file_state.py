"""`file_exists`, `file_absent`, `file_equals`: what lies in the work folder at the end."""

import re

from skilleval.domain.suite import FileCheck
from skilleval.grading.checks.mark import Mark, cannot_tell, clip, fails, holds, unreadable
from skilleval.grading.checks.pattern import PATTERN_TIMEOUT_S, PatternProblem, search
from skilleval.grading.exhibit import Exhibit, plain_path

_WILD = re.compile(r"\*\*/|\*\*|\*|\?")
_MEANS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def mark(check: FileCheck, exhibit: Exhibit) -> Mark:
    """Return whether the file is there, is not there, or holds exactly the content."""
    if check.kind == "file_equals":
        return _equals(check, exhibit)
    try:
        found = _created(check.path, exhibit) if check.created else exhibit.find(check.path)
    except PatternProblem as exc:
        return cannot_tell(str(exc))
    made = "made" if check.created else "there"
    if found is None:
        return Mark(check.kind == "file_absent", f"no file {check.path} was {made}")
    return Mark(check.kind == "file_exists", f"the file {found} was {made}")


def _created(glob: str, exhibit: Exhibit) -> str | None:
    """Return the first file that the agent created and the glob names; `*` stops at a slash.

    Raises PatternProblem for a glob that takes for ever.
    """
    wanted = plain_path(glob)
    pieces, at = [], 0
    for wild in _WILD.finditer(wanted):
        pieces += [re.escape(wanted[at : wild.start()]), _MEANS[wild[0]]]
        at = wild.end()
    pattern = rf"(?s)\A{''.join([*pieces, re.escape(wanted[at:])])}\Z"
    made = sorted(file.path for file in exhibit.evidence.files if file.state == "created")
    timeout_s = PATTERN_TIMEOUT_S / max(1, len(made))
    return next(
        (path for path in made if search(pattern, path, ignore_case=False, timeout_s=timeout_s)), None
    )


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
