"""Kinds of false claims."""

import pytest

from skilleval.grading.claims.kinds import COUNT, KINDS, kind_of


@pytest.mark.parametrize("kind", KINDS)
def test_known_kinds_stay_as_they_are(kind: str) -> None:
    """Also with a capital and a full stop."""
    assert kind_of(kind) == kind_of(f"{kind.capitalize()}.") == kind


@pytest.mark.parametrize(("said", "kind"), [
    ("other: wrong line number", "gives a wrong line or step number"),
    ("Misquotes the policy", "quotes what is not there"),
    ("word count is wrong", "states a wrong word count"),
    ("claims tests passed", "misreports the result of a run"), ("number of regions", COUNT),
    ("other: wrong colour", "wrong colour"), ("", "states a wrong fact"),
])  # fmt: skip
def test_free_words_are_clustered(said: str, kind: str) -> None:
    """The same mistake in other words is the same kind; a new one keeps its name."""
    assert kind_of(said) == kind
