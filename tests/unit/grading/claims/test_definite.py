"""Things that are spoken of as so many."""

import pytest

from skilleval.grading.claims.definite import find
from tests.builders_grading import a_scene, states

SALES = "date,region,amount\nMo,North,380\nTu,South,240\nTu,East,95\n"


@pytest.mark.parametrize(("answer", "is_false"), [
    ('I summed the eight sales by region.', True),
    ('I summed the three sales by region.', False),
    ('I summed the eight sales that you marked.', False),
    ('I fixed the eight issues.', False),
])  # fmt: skip
def test_some_count_must_give_it(answer: str, is_false: bool) -> None:
    """Nothing that is narrowed, or that no file has."""
    claims = find(a_scene(answer, given={"sales.csv": SALES}))

    assert ("contradicted" in states(claims)) is is_false
