"""`file_matches`."""

from skilleval.domain.suite import FileMatch
from skilleval.domain.trial import Evidence
from skilleval.grading.checks.file_match import mark
from skilleval.grading.exhibit import Exhibit
from tests.builders_grading import a_file


def test_pattern_is_searched_in_the_file_alone() -> None:
    """The answer does not help."""
    check = FileMatch(id="C", kind="file_matches", path="*.md", pattern="total: 62")
    with_file = Exhibit(Evidence(answer="no", files=(a_file("r.md", "Total: 62.00"),)))
    without = Exhibit(Evidence(answer="Total: 62.00"))

    assert mark(check, with_file).passed is True
    assert mark(check, without).passed is False
