"""Where and how often a file was edited."""

import pytest

from skilleval.grading.claims.edited import find
from tests.builders_grading import a_file, a_scene, states

OLD, NEW = "a\nb = 1\nc\nd = 1\n", "a\nb = 2\nc\nd = 2\n"


@pytest.mark.parametrize(("answer", "is_false"), [
    ('p.ini: line 2.', False),
    ('p.ini: line 3.', True),
    ('I changed two places.', False),
    ('I changed five places.', True),
    ('Five places still need to be changed.', False),
])  # fmt: skip
def test_the_two_versions_differ_there(answer: str, is_false: bool) -> None:
    """In so many lines, stretches or words."""
    claims = find(a_scene(answer, given={"p.ini": OLD}, files=[a_file("p.ini", NEW, state="changed")]))

    assert ("contradicted" in states(claims)) is is_false
