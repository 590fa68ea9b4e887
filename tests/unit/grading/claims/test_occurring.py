"""How often a named thing occurs."""

import pytest

from skilleval.grading.claims.occurring import find
from tests.builders_grading import a_scene, states

GIVEN = {
    "app.log": "WARN slow\nPOST /a\nWARN full\n",
    "talk.txt": "Ana: Why? When?\nBo: Soon.\nAna: Where?\n",
}


@pytest.mark.parametrize(("answer", "is_false"), [
    ('In app.log POST was used twice.', True),
    ('In app.log POST was used once.', False),
    ('Only one warning was logged in app.log.', True),
    ('Two warnings were logged in app.log.', False),
    ('Ana asks four questions.', True),
    ('Ana asks three questions.', False),
    ('Bo speaks twice.', True),
    ('Bo speaks once.', False),
    ('If POST was used twice, app.log is wrong.', False),
])  # fmt: skip
def test_no_honest_count_gives_it(answer: str, is_false: bool) -> None:
    """By words and by lines; a condition states nothing."""
    claims = find(a_scene(answer, given=GIVEN))

    assert ("contradicted" in states(claims)) is is_false
