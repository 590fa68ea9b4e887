"""Tools that a deed is told with."""

import pytest

from skilleval.grading.claims.by_tool import find
from tests.builders_grading import a_scene, bash, states

CALLS = [bash("python -m json.tool x.json", "ok")]


@pytest.mark.parametrize(("answer", "is_false"), [
    ('I checked the syntax with `jq`.', True),
    ('I checked the syntax with `python -m json.tool`.', False),
    ('You can check the syntax with `jq`.', False),
    ('I did not check it with `jq`.', False),
    ('Zip checked with `unzip -t`', True),
])  # fmt: skip
def test_a_command_must_have_the_tool(answer: str, is_false: bool) -> None:
    """What is denied or left to others is no deed."""
    claims = find(a_scene(answer, given={"x.json": "{}"}, calls=CALLS))

    assert ("contradicted" in states(claims)) is is_false
