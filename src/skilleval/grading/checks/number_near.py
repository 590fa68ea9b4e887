"""`number`: a number within a tolerance, anywhere in the target or in a line that names it."""

import regex

from skilleval.domain.suite import NumberCheck
from skilleval.grading.checks.mark import Mark, clip, fails, holds, unreadable
from skilleval.grading.exhibit import Exhibit

_NUMBER = regex.compile(
    r"(?<![\w.,])[-−]?\d{1,3}(?:[,\u00a0']\d{3})+(?:\.\d+)?(?!\w)|(?<![\w.])[-−]?\d+(?:\.\d+)?(?!\w)"
)
_SLACK = 1e-9


def mark(check: NumberCheck, exhibit: Exhibit) -> Mark:
    """Return whether such a number is there; the evidence is its line, or the nearest number."""
    reading = exhibit.read(check.target)
    if reading.text is None:
        return unreadable(reading)
    lines = [line for line in reading.text.splitlines() if check.near.casefold() in line.casefold()]
    if not lines:
        return fails(f"no line of {check.target} has “{clip(check.near)}”")
    nearest: tuple[float, str] | None = None
    for line in lines:
        for number in numbers_in(line):
            distance = abs(number - check.value)
            if distance <= check.tolerance + _SLACK:
                return holds(f"{number:g} in “{clip(line)}”")
            if nearest is None or distance < nearest[0]:
                nearest = (distance, f"{number:g} in “{clip(line)}”")
    return fails(f"nearest is {nearest[1]}" if nearest else f"no number in {check.target}")


def numbers_in(line: str) -> list[float]:
    """Return the numbers of a line: with separators of thousands, without those inside words and dates."""
    found = (regex.sub(r"[,\u00a0']", "", hit.group()).replace("−", "-") for hit in _NUMBER.finditer(line))
    return [float(number) for number in found]
