"""What is said of the points of a list as a whole."""

import pytest

from skilleval.grading.claims.own_list import find
from tests.builders_grading import a_scene, states

LIST = "Here they are:\n\n1. Spring is here, at last\n2. Fresh colours and a sale\n3. The sale ends soon\n\n"


@pytest.mark.parametrize(("answer", "is_false"), [
    ('None of them contains a comma.', True),
    ('None of them contains a colon.', False),
    ('The word "sale" turns up in three of the lines.', True),
    ('The word "sale" turns up in two of the lines.', False),
    ('The longest has 40 characters.', True),
    ('The longest has 24 characters.', False),
    ('The longest should have 40 characters.', False),
])  # fmt: skip
def test_the_points_are_counted_again(answer: str, is_false: bool) -> None:
    """Those of the answer itself, where no file was made."""
    claims = find(a_scene(LIST + answer))

    assert ("contradicted" in states(claims)) is is_false
