"""On which line a named thing stands."""

import pytest

from skilleval.grading.claims.lined import find
from tests.builders_grading import a_scene, states

GIVEN = {"x.log": "INFO a\nERROR b\nINFO c\nERROR d\n", "lease.md": "## 3. Deposit\nx\n## 4. Pets\n"}


@pytest.mark.parametrize(("answer", "is_false"), [
    ('The first error is on line 3 of x.log.', True),
    ('The first error is on line 2 of x.log.', False),
    ('*Deposit (section 4).*', True),
    ('*Deposit (section 3).*', False),
    ('`INFO c` went by; it is on line 4.', True),
    ('`INFO c` went by; it is on line 3.', False),
    ('`INFO c` should be on line 4.', False),
])  # fmt: skip
def test_another_line_has_it(answer: str, is_false: bool) -> None:
    """The text nearest to the number is meant."""
    claims = find(a_scene(answer, given=GIVEN))

    assert ("contradicted" in states(claims)) is is_false
