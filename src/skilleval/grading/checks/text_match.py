"""`must_match` and `must_not_match`: a pattern in the answer or in a file that is there at the end.

A file that is not there fails both: a statement about it cannot hold. A binary file cannot match, and
whether it must not is left open.
"""

from skilleval.domain.suite import TextMatch
from skilleval.grading.checks.mark import Mark, cannot_tell, clip, unreadable
from skilleval.grading.checks.pattern import Hit, PatternProblem, search
from skilleval.grading.exhibit import Exhibit


def mark(check: TextMatch, exhibit: Exhibit) -> Mark:
    """Return whether the pattern is, or is not, in the target."""
    reading = exhibit.read(check.target)
    if reading.text is None:
        return unreadable(reading)
    try:
        hit = search(check.pattern, reading.text, ignore_case=check.ignore_case)
    except PatternProblem as exc:
        return cannot_tell(str(exc))
    return Mark((hit is not None) == (check.kind == "must_match"), _evidence(check, hit))


def _evidence(check: TextMatch, hit: Hit | None) -> str:
    if hit is None:
        return f"no match in {check.target}"
    return f"{check.target}, line {hit.line_number}: “{clip(hit.line)}”"
