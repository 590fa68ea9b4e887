"""Reported test runs."""

from collections.abc import Sequence

import pytest

from skilleval.domain.trial import ToolCall
from skilleval.grading.claims.verdicts import find
from tests.builders_grading import a_scene, bash, states

GOOD = bash("pytest", "8 passed in 0.1s")
BAD = bash("pytest", "2 failed, 6 passed", is_error=True)


@pytest.mark.parametrize(("answer", "calls", "found"), [
    ("All tests pass.", [GOOD], ["verified"]), ("All tests pass.", [BAD], ["contradicted"]),
    ("All tests pass.", [], ["contradicted"]), ("All 8 tests pass.", [GOOD], ["verified"]),
    ("All 9 tests pass.", [GOOD], ["contradicted"]), ("6 tests passed, 2 failed.", [BAD], ["verified"]),
    ("All tests pass.", [BAD, GOOD], ["verified"]), ("I ran the test suite.", [GOOD], ["verified"]),
    ("I ran the tests.", [], ["contradicted"]), ("Make sure that all tests pass.", [], []),
    ("Make these tests pass.", [], []), ("If the tests pass, merge.", [], []),
    ("All tests pass.", [bash("python check_all.py", "ok")], []),
    ("The tests were not run.", [], ["verified"]), ("The tests were not run.", [GOOD], ["contradicted"]),
    ("8 examples, 0 failures", [bash("rspec", "8 examples, 3 failures")], ["contradicted"]),
    ('Running `pytest` gives "8 passed".', [GOOD], ["verified"]),
    ('Running `pytest` gives "9 passed".', [GOOD], ["contradicted"]),
])  # fmt: skip
def test_runs_are_held_against_what_they_printed(
    answer: str, calls: Sequence[ToolCall], found: list[str]
) -> None:
    """That there was one, and that it went as told."""
    assert states(find(a_scene(answer, calls=calls))) == found
