"""What two versions have in common, and what one has more."""

import pytest

from skilleval.grading.claims.compared import find
from tests.builders_grading import a_file, a_scene, states

OLD, NEW = "1. a\n2. b\n3. c\n", "1. a\n2. B\n3. c\ngzip on\ngzip_types x\n"


@pytest.mark.parametrize(("answer", "is_false"), [
    ('The other two are identical.', False),
    ('The other three are identical.', True),
    ('I added three lines.', False),
    ('I added five lines.', True),
    ('It has three new gzip directives.', True),
    ('It has two new gzip directives.', False),
])  # fmt: skip
def test_the_lines_are_compared(answer: str, is_false: bool) -> None:
    """With and without their numbers."""
    claims = find(a_scene(answer, given={"p.txt": OLD}, files=[a_file("p.txt", NEW, state="changed")]))

    assert ("contradicted" in states(claims)) is is_false
