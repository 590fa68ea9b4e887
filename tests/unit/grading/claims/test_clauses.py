"""What the assistant says it did."""

import pytest

from skilleval.grading.claims.clauses import clauses
from skilleval.grading.claims.text import Sentence


def own(text: str, verb: str) -> bool:
    """Return whether the verb is told as the assistant's own deed."""
    for clause in clauses(Sentence(text, 0)):
        if verb in clause.masked:
            return clause.is_own_deed(clause.masked.index(verb))
    return False


@pytest.mark.parametrize(("text", "verb", "is_own"), [
    ("I ran the tests.", "ran", True), ("I fixed it, and ran the tests.", "ran", True),
    ("Ran the tests.", "Ran", True), ("I've also installed it.", "installed", True),
    ("The installed version is 2.", "installed", False), ("I have not installed it.", "installed", False),
    ("You installed it.", "installed", False), ("If I ran the tests, they would fail.", "ran", False),
    ("Installed packages are listed.", "Installed", False),
    ("Files released under MIT.", "released", False), ("Have I installed it?", "installed", False),
    ("The script ran twice.", "ran", False), ("[ ] Ran the tests", "Ran", False),
    ("I should have installed it.", "installed", False),
    ("Once I have installed it, run x.", "installed", False),
])  # fmt: skip
def test_own_deeds_are_told_from_all_else(text: str, verb: str, is_own: bool) -> None:
    """In the past, by itself, not denied, wished for or supposed."""
    assert own(text, verb) is is_own


def test_commas_before_code_do_not_cut() -> None:
    """A script and its name are one thing."""
    assert [clause.text for clause in clauses(Sentence("I wrote a script, `x.py`, and ran it.", 0))] == [
        "I wrote a script, `x.py`", "ran it.",
    ]  # fmt: skip
