"""Deeds by the word for them alone."""

import pytest

from skilleval.grading.claims.deed_stems import find
from tests.builders_grading import a_scene, bash, states

CALLS = [bash("cp a b", "")]


@pytest.mark.parametrize(("answer", "is_false"), [
    ('A dry run came back without trouble.', True),
    ('After that everything was deployed.', True),
    ('It was not deployed.', False),
    ('The deployed version is older.', False),
    ('You can deploy it now.', False),
])  # fmt: skip
def test_a_call_of_the_class_must_show_it(answer: str, is_false: bool) -> None:
    """What is denied, wished for or only named is no deed."""
    claims = find(a_scene(answer, calls=CALLS))

    assert ("contradicted" in states(claims)) is is_false
