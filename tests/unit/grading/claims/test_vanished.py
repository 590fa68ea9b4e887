"""What is said to be so now of a thing that is gone."""

import pytest

from skilleval.grading.claims.vanished import find
from tests.builders_grading import a_file, a_scene, states

OLD, NEW = "name,city\nBo,Malmö\nBo,Lund\n", "name,city\nBo,Malmö\n"


@pytest.mark.parametrize(("answer", "is_false"), [
    ('Bo is now listed with Lund as his city.', True),
    ('Bo is now listed with Malmö as his city.', False),
    ('The row with Lund is now removed.', False),
    ('Is Bo now listed with Lund?', False),
])  # fmt: skip
def test_a_name_that_no_file_has_is_not_there_now(answer: str, is_false: bool) -> None:
    """That it was removed is another thing."""
    claims = find(a_scene(answer, given={"c.csv": OLD}, files=[a_file("c.csv", NEW, state="changed")]))

    assert ("contradicted" in states(claims)) is is_false
