"""Claims that code has settled."""

from skilleval.grading.claims.settled import settled


def test_false_is_confirmed_by_construction() -> None:
    """It was counted: no second look is needed."""
    lie = settled(kind="k", quote="q", holds=False, evidence="e")
    truth = settled(kind="k", quote="q", holds=True, evidence="e", process=True)

    assert (lie.state, lie.confirmed, lie.by, lie.type) == ("contradicted", True, "code", "factual")
    assert (truth.state, truth.confirmed, truth.type) == ("verified", False, "process")
