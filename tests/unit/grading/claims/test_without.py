"""Figures without one of the rows, and the first and last of dates."""

import pytest

from skilleval.grading.claims.without import find
from tests.builders_grading import a_scene, states

GIVEN = {
    "p.csv": "id,temp\ns1,20\ns2,30\ns3,22\n",
    "t.md": "| a | 2024-05-20 |\n|---|---|\n| b | 2024-06-01 |\n| c | 2024-05-25 |\n",
}


@pytest.mark.parametrize(("answer", "is_false"), [
    ('Without s2 the mean would drop to 21.0.', False),
    ('Without s2 the mean would drop to 19.9.', True),
    ('The latest is 2024-05-25.', True),
    ('The latest is 2024-06-01.', False),
])  # fmt: skip
def test_it_is_worked_out_again(answer: str, is_false: bool) -> None:
    """From the table that has the row."""
    claims = find(a_scene(answer, given=GIVEN))

    assert ("contradicted" in states(claims)) is is_false
