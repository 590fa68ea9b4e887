"""What came of a run."""

import pytest

from skilleval.grading.claims.tool_results import find
from tests.builders_grading import a_scene, bash, states

CALLS = [
    bash("flake8 util.py", "util.py:1:1: D103 Missing docstring in public function"),
    bash("node main.js", "20 items"),
]


@pytest.mark.parametrize(("answer", "is_false"), [
    ('flake8 was run and had no complaints.', True),
    ('flake8 still complains.', False),
    ('main.js was started.', False),
    ('other.py was started and printed 12.', True),
    ('`node main.js` printed "20 items".', False),
    ('`node main.js` printed "21 items".', True),
    ('I ran `node main.js` twice.', True),
    ('A missing docstring in public function: util.py, line 4.', True),
    ('A missing docstring in public function: util.py, line 1.', False),
])  # fmt: skip
def test_it_is_held_against_what_the_tools_returned(answer: str, is_false: bool) -> None:
    """Findings, outputs, and how often it ran."""
    claims = find(a_scene(answer, given={"util.py": "", "other.py": "", "main.js": ""}, calls=CALLS))

    assert ("contradicted" in states(claims)) is is_false
