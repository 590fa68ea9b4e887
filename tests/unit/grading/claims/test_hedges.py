"""Bounds and estimates."""

import pytest

from skilleval.grading.claims.hedges import bound_of, is_true


@pytest.mark.parametrize(("before", "after", "bound"), [
    ("it has ", " words", "exact"), ("it has about ", " words", "about"), ("stays under ", "", "below"),
    ("at most ", "", "at_most"), ("within the ", "", "at_most"), ("more than ", "", "above"),
    ("at least ", "", "at_least"), ("has ", " lines or fewer", "at_most"), ("has ", " or more", "at_least"),
])  # fmt: skip
def test_words_around_a_number(before: str, after: str, bound: str) -> None:
    """They say how it is meant."""
    assert bound_of(before, after) == bound


@pytest.mark.parametrize(("stated", "count", "bound", "true"), [
    (5, 5, "exact", True), (5, 6, "exact", False), (150, 170, "about", True), (150, 200, "about", False),
    (60, 59, "below", True), (60, 60, "below", False), (60, 60, "at_most", True), (3, 4, "above", True),
    (3, 3, "above", False), (3, 3, "at_least", True),
])  # fmt: skip
def test_truth_of_a_bound(stated: float, count: float, bound: str, true: bool) -> None:
    """A bound holds or not; an estimate may be off by a fifth."""
    assert is_true(stated, {count}, bound) is true  # type: ignore[arg-type]


def test_any_honest_count_will_do() -> None:
    """A text may be counted in more than one way."""
    assert is_true(5, {4, 5}, "exact")
