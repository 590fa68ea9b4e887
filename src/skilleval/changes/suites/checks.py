"""Checks as eval files write them: our shapes (domain/suite.py), patterns in JavaScript's flavour."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

from pydantic import TypeAdapter, ValidationError

from skilleval.changes.js_regex import translate
from skilleval.changes.reading import Plain
from skilleval.changes.suites.check_files import with_files
from skilleval.changes.suites.sheet import Sheet, id_of, kind_of
from skilleval.domain.suite import Check
from skilleval.errors import SuiteError

_CHECK: Final[TypeAdapter[Check]] = TypeAdapter(Check)
MAX_CHECKS: Final = 50
KINDS: Final = (
    "must_match",
    "must_not_match",
    "file_exists",
    "file_absent",
    "file_equals",
    "file_matches",
    "json_path",
    "csv_path",
    "number",
    "document_matches",
    "document_not_matches",
    "field_match",
    "command",
    "python",
    "tool_used",
    "tool_not_used",
    "tool_order",
    "budget",
)
_WORDS: Final = {"must_match": "matches", "must_not_match": "does not match"}


def read_checks(
    value: Plain, sheet: Sheet, where: str, *, before: tuple[Check, ...] = ()
) -> tuple[Check, ...]:
    """Return the checks of a list after those that came `before`; what cannot be read is an error."""
    if value is None:
        return before
    if not isinstance(value, list):
        sheet.error(where, f"checks must be a list, this is {kind_of(value)}")
        return before
    found = list(before)
    if len(value) > MAX_CHECKS:
        sheet.error(where, f"{len(value)} checks, the first {MAX_CHECKS} are read")
    for index, item in enumerate(value[:MAX_CHECKS]):
        check = read_check(item, sheet, f"{where}/{index}", default_id=f"C{index + 1}")
        if check and any(check.id == other.id for other in found):
            sheet.error(f"{where}/{index}/id", f"the check id {check.id!r} is used twice")
        elif check:
            found.append(check)
    return tuple(found)


def read_check(item: Plain, sheet: Sheet, where: str, *, default_id: str) -> Check | None:
    """Return the check, or None with an error noted for all that is wrong with it."""
    if not isinstance(item, dict):
        sheet.error(where, f"a check must be an object, this is {kind_of(item)}")
        return None
    kind = item.get("kind")
    if kind not in KINDS:
        near = get_close_matches(str(kind), KINDS, n=1)
        hint = f"; is {near[0]!r} meant?" if near else ""
        sheet.error(f"{where}/kind", f"no check is of kind {kind!r}{hint} Known: {', '.join(KINDS)}")
        return None
    whole = with_files(item, sheet, where)
    if whole is None:
        return None
    try:
        whole |= _translated(item)
        return _CHECK.validate_python({**whole, "id": id_of(item.get("id")) or default_id})
    except SuiteError as exc:
        sheet.error(where, str(exc))
    except ValidationError as exc:
        for fault in exc.errors(include_url=False):
            place = "/".join(str(part) for part in fault["loc"][1:])
            sheet.error(f"{where}/{place}", f"{fault['msg']}: {str(fault['input'])[:80]!r}")
    return None


def _translated(item: Mapping[str, Plain]) -> dict[str, Plain]:
    """Return the check's patterns in the grammar of `regex`, with the original kept for people."""
    found: dict[str, Plain] = {}
    pattern = item.get("pattern")
    if isinstance(pattern, str):
        flags = "" if item.get("ignore_case") is False else "i"
        found["pattern"] = translate(pattern, flags=flags)
        found["text"] = item.get("text") or f"{_WORDS.get(str(item['kind']), '')} /{pattern}/{flags}"
    for key in ("stdout_pattern", "input_pattern"):
        value = item.get(key)
        if isinstance(value, str) and value:
            found[key] = translate(value, flags="")
    several = item.get("input_patterns")
    if isinstance(several, list):
        found["input_patterns"] = [
            translate(one, flags="") if isinstance(one, str) and one else one for one in several
        ]
    return found
