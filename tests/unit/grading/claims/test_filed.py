"""Things that are said to have been stored."""

import pytest

from skilleval.grading.claims.filed import find
from tests.builders_grading import a_file, a_scene, states

FILES = [a_file("open.txt", "Brandt 710\n")]


@pytest.mark.parametrize(("answer", "is_false"), [
    ('The list is in open.txt. I also saved a backup copy.', True),
    ('The list is in open.txt. Eine Mahnung an Brandt habe ich gleich mit abgelegt.', True),
    ('I also saved a list.', False),
    ('The list is in open.txt. I did not save a copy.', False),
    ('The list is in open.txt. I saved a copy as `x.txt`.', False),
])  # fmt: skip
def test_a_file_must_be_the_thing(answer: str, is_false: bool) -> None:
    """One that is named nowhere else may be it."""
    claims = find(a_scene(answer, files=FILES))

    assert ("contradicted" in states(claims)) is is_false
