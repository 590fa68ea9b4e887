"""Who wrote a suite: the author of the skill knows what it says, an independent writer does not."""

from typing import Final

from skilleval.changes.reading import Plain
from skilleval.changes.suites.sheet import Sheet
from skilleval.domain.suite import WrittenBy

WRITER_KEYS: Final = ("written-by", "written_by")


def written_by(value: Plain, sheet: Sheet) -> WrittenBy:
    """Return who the file says has written it."""
    keys = value if isinstance(value, dict) else {}
    said = next((keys[key] for key in WRITER_KEYS if key in keys), None)
    match said:
        case "author" | "independent" | "generated":
            return said
        case None:
            return "unknown"
        case _:
            sheet.warn("/written-by", f"{said!r} is none of author, independent, generated")
            return "unknown"
