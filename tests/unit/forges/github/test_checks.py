"""What an external id says, so that any later process knows whose check it is."""

import pytest

from skilleval.forges.github import CheckId


def test_an_external_id_is_read_back() -> None:
    """Pull request, run, attempt and job travel in the id."""
    mark = CheckId(12, 9_000_000_001, 2, "evaluate.skilleval")

    assert str(mark) == "skilleval/12/9000000001/2/evaluate.skilleval"
    assert CheckId.parse(str(mark)) == mark


@pytest.mark.parametrize("text", ["", "skilleval", "other/12/1/1/x", "skilleval/x/1/1/y", "skilleval/1/2/3"])
def test_other_ids_are_not_ours(text: str) -> None:
    """A check of the same name by somebody else is never touched."""
    assert CheckId.parse(text) is None


@pytest.mark.parametrize(
    ("other", "is_before"),
    [
        (CheckId(12, 8, 1, "x"), True),
        (CheckId(12, 7, 2, "x"), True),
        (CheckId(12, 7, 1, "y"), False),
        (CheckId(12, 6, 9, "x"), False),
        (CheckId(13, 9, 1, "x"), False),
    ],
)
def test_only_older_runs_of_the_same_pull_request_are_older(other: CheckId, is_before: bool) -> None:
    """Another pull request with the same head, and another job of the same run, keep their checks."""
    assert CheckId(12, 7, 1, "x").is_before(other) is is_before
