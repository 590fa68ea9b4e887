"""`field_match`: a named field of the result, in JSON or in a line `field: value`."""

import json

import regex

from skilleval.domain.suite import FieldMatch
from skilleval.grading.checks.csv_path import number_from
from skilleval.grading.checks.json_path import MISSING, json_in
from skilleval.grading.checks.mark import Mark, clip, fails, unreadable
from skilleval.grading.checks.same_value import is_same
from skilleval.grading.exhibit import Exhibit

_ESCALATED = regex.compile(
    r"\bescalat(?:e|ed|ing)\b(?!\s+(?:policy|policies|path|matrix))|"
    r"\b(?:hand(?:ed|ing)? (?:this |it )?over|forwarded|transferred|passed on) to (?:a|the) "
    r"(?:human|person|colleague|specialist|(?:support )?team)",
    regex.IGNORECASE,
)


def mark(check: FieldMatch, exhibit: Exhibit) -> Mark:
    """Return whether the field has the expected value."""
    reading = exhibit.read(check.target)
    if reading.text is None:
        return unreadable(reading)
    value = field_of(reading.text, check.field)
    if value is MISSING:
        return fails(f"no field {check.field} in {check.target}")
    wanted = check.expected
    if isinstance(value, str) and isinstance(wanted, int | float) and not isinstance(wanted, bool):
        value = number if (number := number_from(value)) is not None else value
    if isinstance(value, str) and isinstance(wanted, str):
        value, wanted = value.strip().casefold(), wanted.strip().casefold()
    same = is_same(value, wanted, tolerance=check.tolerance)
    return Mark(same, f"{check.field} is {clip(json.dumps(value, ensure_ascii=False, default=str))}")


def field_of(text: str, field: str) -> object:
    """Return the value of a field: of a JSON object (dots step into it), or of a line `field: value`."""
    here = json_in(text, anywhere=True)
    for step in field.split("."):
        here = here[step] if isinstance(here, dict) and step in here else MISSING
    if here is not MISSING:
        return here
    name = regex.escape(field).replace("_", "[ _-]")
    found = regex.search(
        rf"^[\s>*_-]*{name}[*_\s]*[:=][*_\s]*(?P<value>\S.*)$", text, regex.MULTILINE | regex.IGNORECASE
    )
    return found["value"].strip(" *_`") if found else MISSING


def is_escalated(answer: str) -> bool:
    """Return whether the answer hands the matter over to a person."""
    outcome = field_of(answer, "outcome")
    return (isinstance(outcome, str) and "escalat" in outcome.lower()) or _ESCALATED.search(
        answer
    ) is not None
