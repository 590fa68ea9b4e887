"""Totals, averages, medians, and how many are above a number."""

import pytest

from skilleval.grading.claims.figures import find
from tests.builders_grading import a_scene, states

SALES = "region,amount\nNorth,380\nSouth,240\nEast,95\nWest,45\n"


@pytest.mark.parametrize(("answer", "is_false"), [
    ('The median is 167.5.', False),
    ('The median is 240.', True),
    ('The amounts total 760 euros.', False),
    ('The amounts total 750 euros.', True),
    ('In total 750 euros without tax.', False),
    ('No region stayed below 50.', True),
    ('No region stayed below 40.', False),
    ('Two of the four came in over 200.', False),
    ('Three of the four came in over 200.', True),
])  # fmt: skip
def test_a_row_of_numbers_must_give_it(answer: str, is_false: bool) -> None:
    """Whichever of them is meant."""
    claims = find(a_scene(answer, given={"sales.csv": SALES}))

    assert ("contradicted" in states(claims)) is is_false
