"""`file_matches`: a pattern in a file that is there at the end."""

from skilleval.domain.suite import FileMatch, TextMatch
from skilleval.grading.checks import text_match
from skilleval.grading.checks.mark import Mark
from skilleval.grading.exhibit import Exhibit


def mark(check: FileMatch, exhibit: Exhibit) -> Mark:
    """Return whether the pattern is found in the file."""
    as_text = TextMatch(
        id=check.id,
        kind="must_match",
        pattern=check.pattern,
        ignore_case=check.ignore_case,
        target=check.path,
    )
    return text_match.mark(as_text, exhibit)
