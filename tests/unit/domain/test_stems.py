"""Stems of words."""

import pytest

from skilleval.domain.stems import stems


@pytest.mark.parametrize(("mine", "theirs"), [
    ("creating a project", "Create projects"), ("who pays for shipping", "Shipping is paid"),
    ("policies", "policy"),
])  # fmt: skip
def test_forms_of_a_word_are_one(mine: str, theirs: str) -> None:
    """Endings and a few irregular verbs."""
    assert stems(mine) == stems(theirs)


def test_words_without_meaning_are_left_out() -> None:
    """They tell nothing apart."""
    assert stems("that it is where you would go to") == {"go"}
