"""Counts of what the answer has listed already."""

import pytest

from skilleval.grading.claims.groups import find
from tests.builders_grading import a_scene, states

THREE = "1. a\n2. b\n3. c\n\n"
TWICE = "Cats:\n\n- a\n- b\n\nDogs:\n\n- c\n- d\n- e\n\n"
RHYMES = "Rhymes: train, plain, grain, chain, main\n\n"


@pytest.mark.parametrize(("answer", "found"), [
    (f"{THREE}So that makes four findings altogether.", ["contradicted"]),
    (f"{THREE}That makes three findings.", ["verified"]),
    (f"{THREE}In total, five problems.", ["contradicted"]),
    (f"{THREE}All in all that makes three problems.", ["verified"]),
    (f"{TWICE}That adds up to five issues.", ["verified"]),
    (f"{TWICE}These are 6 points in total.", ["contradicted"]),
    (f"{THREE}This gives two options.", []), (f"{THREE}Those are two things.", []),
    (f"{THREE}Two findings matter most.", []), (f"{THREE}Text.\n\nThat makes four findings.", []),
    ("That makes four findings.", []), (f"{THREE}Does that make four findings?", []),
    (f"{THREE}That makes at least two findings.", ["verified"]),
])  # fmt: skip
def test_totals_after_a_list(answer: str, found: list[str]) -> None:
    """Of the list just above, or of all lists so far; what only follows from a list is no total."""
    assert states(find(a_scene(answer))) == found


@pytest.mark.parametrize(("answer", "found"), [
    (f"{RHYMES}There you have it: a poem, and six rhymes.", ["contradicted"]),
    (f"{RHYMES}You now have five rhymes.", ["verified"]), (f"{RHYMES}Two rhymes are weak.", []),
    (f"{RHYMES}There are two rhymes, which I like.", []),
    (f"There are six rhymes.\n\n{RHYMES}", ["contradicted"]),
    (f"{RHYMES}{RHYMES}All six rhymes.", []), (f"{TWICE}Here are two cats and four dogs.", ["contradicted"]),
    (f"{TWICE}I listed two cats, three dogs.", ["verified"]),
    ("Risks: none, really, so far\n\nIt has 2 risks.", []),
    ("Notes: a, b and c\n\nThese are 3 notes in total.", ["verified"]),
    ("Dry goods: a, b, c\nFresh goods: d, e, f, g\n\nYou get 3 dry goods, 3 fresh goods.", ["contradicted"]),
    ("Dry goods: a, b, c\nFresh goods: d, e, f, g\n\nYou get three goods.", []),
    (f"{RHYMES}It has 112 rhymes.", []),
])  # fmt: skip
def test_named_groups(answer: str, found: list[str]) -> None:
    """Short things behind a label, or the list below it; not where two lists have that name."""
    assert states(find(a_scene(answer)))[-1:] == found


def test_a_document_may_have_such_things_as_well() -> None:
    """Then its count is as honest."""
    given = {"poem.md": "# Rhymes\n- a\n- b\n- c\n- d\n- e\n- f\n"}

    assert states(find(a_scene(f"{RHYMES}There are six rhymes.", given=given))) == ["verified"]
