"""Retries, attempts and duplicates."""

import pytest

from skilleval.grading.claims.repeats import find
from tests.builders_grading import a_scene, states

GIVEN = {"w.log": "job failed\nretry 1\nretry 2\nok\n", "l.csv": "mail\na@x.y\nb@x.y\nA@x.y\n"}


@pytest.mark.parametrize(("answer", "is_false"), [
    ('It recovered on its third retry.', True),
    ('It recovered on its second retry.', False),
    ('It took three retries.', True),
    ('I dropped one duplicate.', False),
    ('I dropped two duplicates.', True),
    ('It allows up to three retries.', False),
])  # fmt: skip
def test_the_lines_that_say_so_are_counted(answer: str, is_false: bool) -> None:
    """A limit is no count."""
    claims = find(a_scene(answer, given=GIVEN))

    assert ("contradicted" in states(claims)) is is_false
