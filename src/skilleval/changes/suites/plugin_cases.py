"""Where the cases of `claude plugin eval` stand: folders with a prompt or graders below `evals/`."""

import re
from typing import Final

from skilleval.changes.suites.sheet import Files

_NOT_CASES: Final = frozenset({"files", "fixtures", "frozen", "results", "mocks"})
_PLACE: Final = re.compile(r"((?:\.\./)*evals/.+?)/(?:prompt\.md|case\.ya?ml|graders/[^/]+\.md)")
"""`../` before it: the evals of the plugin that the skill lies in."""


def case_folders(files: Files) -> list[str]:
    """Return the folders of all cases, sorted; a case inside of a case is no case.

    A prompt alone is a case, too: one that cannot be graded, which somebody should hear.
    """
    places = {match[1] for path in files if (match := _PLACE.fullmatch(path))}
    cases = {place for place in places if not _NOT_CASES & set(place.rpartition("evals/")[2].split("/"))}
    graded = _outermost({place for place in cases if _is_graded(place, files)})
    lone = {
        place
        for place in cases
        if not any(_is_within(place, one) or _is_within(one, place) for one in graded)
    }
    return sorted(graded | _outermost(lone))


def _outermost(places: set[str]) -> set[str]:
    return {one for one in places if not any(one != other and _is_within(one, other) for other in places)}


def _is_within(place: str, other: str) -> bool:
    return f"{place}/".startswith(f"{other}/")


def _is_graded(place: str, files: Files) -> bool:
    return any(re.fullmatch(re.escape(place) + r"/(case\.ya?ml|graders/[^/]+\.md)", path) for path in files)
