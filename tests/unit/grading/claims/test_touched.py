"""Files that are said to have been changed or left alone, in whatever words."""

import pytest

from skilleval.grading.claims.touched import find
from tests.builders_grading import a_file, a_scene, states

GIVEN = {"README.md": "# App\n", "src/version.js": "2\n", "a.py": "x = 1\n"}


@pytest.mark.parametrize(("answer", "is_false"), [
    ('The README was brought in line as well.', True),
    ('src/version.js: bumped too.', True),
    ('a.py was brought up to date.', False),
    ('The README was not brought in line.', False),
    ('The README should be updated.', False),
    ('`a.py` is untouched.', True),
    ('`README.md` stays untouched.', False),
    ('The order of a.py was left as it was.', False),
])  # fmt: skip
def test_a_file_is_held_against_what_became_of_it(answer: str, is_false: bool) -> None:
    """By its name or its stem; what is denied or wished for is no deed."""
    claims = find(a_scene(answer, given=GIVEN, files=[a_file("a.py", "x = 2\n", state="changed")]))

    assert ("contradicted" in states(claims)) is is_false
