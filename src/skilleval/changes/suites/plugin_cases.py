"""Where the cases of `claude plugin eval` stand: folders with a prompt and graders below `evals/`."""

import re
from typing import Final

from skilleval.changes.suites.sheet import Files

_NOT_CASES: Final = frozenset({"files", "fixtures", "frozen", "results", "mocks"})
_PLACE: Final = re.compile(r"((?:\.\./)*evals/.+?)/(?:prompt\.md|case\.ya?ml|graders/[^/]+\.md)")
"""`../` before it: the evals of the plugin that the skill lies in."""


def case_folders(files: Files) -> list[str]:
    """Return the folders of all cases, sorted; a case inside of a case is no case."""
    places = {match[1] for path in files if (match := _PLACE.fullmatch(path))}
    graded = {place for place in places if _is_case(place, files)}
    outer = [place for place in graded if not any(place.startswith(f"{other}/") for other in graded)]
    return sorted(outer)


def _is_case(place: str, files: Files) -> bool:
    if _NOT_CASES & set(place.rpartition("evals/")[2].split("/")):
        return False
    return any(re.fullmatch(re.escape(place) + r"/(case\.ya?ml|graders/[^/]+\.md)", path) for path in files)
