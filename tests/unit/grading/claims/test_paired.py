"""A name and its number."""

import pytest

from skilleval.grading.claims.paired import find
from tests.builders_grading import a_file, a_scene, states

RENT = "name,due,paid\nAdler,620,620\nCzerny,580,300\n"
TODO = "- Mira: a\n- Mira: b\n- Jonas: c\n- Paul: d\n"


@pytest.mark.parametrize(("answer", "is_false"), [
    ('Last comes Czerny with 380.', True),
    ('Last comes Czerny with 280.', False),
    ('Last comes Czerny with 300.', False),
    ('Last comes Czerny with 99 percent.', False),
    ('| who | n |\n|---|---|\n| Mira | 2 |\n| Jonas | 1 |\n| Paul | 3 |', True),
    ('| who | n |\n|---|---|\n| Mira | 2 |\n| Jonas | 1 |\n| Paul | 1 |', False),
])  # fmt: skip
def test_the_lines_with_the_name_must_bear_it_out(answer: str, is_false: bool) -> None:
    """What stands in them, or can be worked out of them."""
    claims = find(a_scene(answer, given={"rent.csv": RENT}, files=[a_file("todo.md", TODO)]))

    assert ("contradicted" in states(claims)) is is_false
