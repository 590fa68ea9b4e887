"""What a text begins or ends with, and what comes before what."""

import pytest

from skilleval.grading.claims.ends import find
from tests.builders_grading import a_file, a_scene, states

LIST = "# Pack\n\n## Wear\n- Gaiters\n- Socks\n\n## Eat\n- Thermos\n- Nuts\n"


@pytest.mark.parametrize(("answer", "is_false"), [
    ('Nuts open the Eat group.', True),
    ('Thermos opens the Eat group.', False),
    ('Nuts close the list.', False),
    ('The list has Nuts, followed by Thermos.', True),
    ('The list has Gaiters, followed by Thermos.', False),
    ('It ends with "Nuts".', False),
    ('It ends with "Gaiters".', True),
    ('I\'d start with "Nuts".', False),
])  # fmt: skip
def test_some_part_must_bear_it_out(answer: str, is_false: bool) -> None:
    """Advice states nothing."""
    claims = find(a_scene(answer, files=[a_file("pack.md", LIST)]))

    assert ("contradicted" in states(claims)) is is_false
