"""Patterns with a time limit."""

import pytest

from skilleval.grading.checks.pattern import PatternProblem, search


def test_hit_has_matched_text_line_number_and_line() -> None:
    """A hit tells where it is."""
    hit = search("b+", "aa\nabba\n", ignore_case=False)

    assert hit is not None
    assert (hit.matched, hit.line_number, hit.line) == ("bb", 2, "abba")


def test_no_hit_is_none() -> None:
    """Nothing found is None."""
    assert search("x", "abc", ignore_case=True) is None


def test_time_limit_holds() -> None:
    """A search that would not end raises after its time."""
    with pytest.raises(PatternProblem, match=r"longer than 0\.05 s"):
        search(r"(x+x+)+y", "x" * 4000, ignore_case=False, timeout_s=0.05)


def test_ten_megabytes_are_searched_in_time() -> None:
    """A sane pattern gets through a huge answer within the limit."""
    assert search("needle", "hay " * 2_500_000 + "needle", ignore_case=True) is not None
