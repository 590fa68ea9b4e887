"""How much a text grew or shrank."""

import pytest

from skilleval.grading.claims.growth import find
from tests.builders_grading import a_file, a_scene, states

OLD, NEW = "a\n\nb\nc\nd\n", "a\nb\nc\n"


@pytest.mark.parametrize(("answer", "is_false"), [
    ('`t.txt` shrank from five lines to 3.', False),
    ('`t.txt` shrank from six lines to 3.', True),
    ('It went from 5 lines to 4.', True),
    ('`t.txt` is two lines shorter than before.', False),
    ('`t.txt` is four lines shorter than before.', True),
    ('It takes from 5 to 9 minutes.', False),
    ('`t.txt` is one line shorter than before.', False),
])  # fmt: skip
def test_both_ends_and_the_difference_are_counted(answer: str, is_false: bool) -> None:
    """All lines, and those that are not empty."""
    claims = find(a_scene(answer, given={"t.txt": OLD}, files=[a_file("t.txt", NEW, state="changed")]))

    assert ("contradicted" in states(claims)) is is_false
