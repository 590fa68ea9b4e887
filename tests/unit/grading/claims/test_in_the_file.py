"""Words that are said to be those of a file that was left."""

import pytest

from skilleval.grading.claims.in_the_file import find
from tests.builders_grading import a_file, a_scene, states

GIVEN = {"soup.md": "Simmer for 20 minutes.\n"}
FILES = [a_file("soup10.md", "Simmer for 25 minutes.\nReleased under the MIT licence.\n")]


@pytest.mark.parametrize(("answer", "is_false"), [
    ('The last line reads "Released under the MIT License."', True),
    ('The last line reads "Released under the MIT licence."', False),
    ('It takes 30 minutes instead of 20.', True),
    ('It takes 25 minutes instead of 20.', False),
    ('An entry `footer.legal` was added.', True),
    ('No entry `footer.legal` was added.', False),
    ('I plotted it to `probe.png` as well.', True),
    ('You could plot it to `probe.png`.', False),
    ('I saved it as `soup10.md`.', False),
])  # fmt: skip
def test_they_stand_there_or_it_is_false(answer: str, is_false: bool) -> None:
    """What is wished for or denied is not told."""
    claims = find(a_scene(answer, given=GIVEN, files=FILES))

    assert ("contradicted" in states(claims)) is is_false
