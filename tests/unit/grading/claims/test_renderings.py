"""What is said to stand in the new version."""

import pytest

from skilleval.grading.claims.renderings import find
from tests.builders_grading import a_file, a_scene, states

GIVEN = {"req.txt": "flask==2.0\nrequests\n", "plan.md": "Parking: open\nBooth: Mira\n"}
NEW = [("req.txt", "flask==3.0\nrequests\n"), ("plan.md", "- Mira: booth\n")]


@pytest.mark.parametrize(("answer", "is_false"), [
    ('I pinned it to 3.0.', False),
    ('I pinned it to 2.31.0.', True),
    ('The title was changed to "Team plan".', True),
    ('You should pin it to 2.31.0.', False),
    ('I did not pin it to 2.31.0.', False),
    ('Parking was put at the bottom.', True),
    ('Mira was put at the top.', False),
    ('I changed "requests" to "httpx".', True),
    ('I changed `flask==2.0` to `flask==3.0`.', False),
])  # fmt: skip
def test_a_new_value_stands_in_a_file_or_a_call(answer: str, is_false: bool) -> None:
    """And one that is replaced stands there no more; what is wished for is no deed."""
    claims = find(
        a_scene(answer, given=GIVEN, files=[a_file(path, text, state="changed") for path, text in NEW])
    )

    assert ("contradicted" in states(claims)) is is_false
