"""What is said of every part of a text."""

import pytest

from skilleval.grading.claims.universals import find
from tests.builders_grading import a_file, a_scene, states

QUIZ = (
    "# Quiz\n\n1. Which is it?\n2. How is it?\n3. When was it?\n\n"
    "## Answers\n\n1. Jupiter\n2. Two\n3. In the year 1846\n"
)


@pytest.mark.parametrize(("answer", "is_false"), [
    ('Every question starts with "Which" or "How".', True),
    ('Every question ends with a question mark.', False),
    ('Every question should start with "Which".', False),
    ('No line is longer than 12 characters.', True),
    ('Every line is shorter than 40 characters.', False),
    ('The longest answer is "Jupiter".', True),
    ('The longest answer is "In the year 1846".', False),
])  # fmt: skip
def test_one_part_that_is_another_way_makes_it_false(answer: str, is_false: bool) -> None:
    """In every row of parts that may be meant."""
    claims = find(a_scene(answer, files=[a_file("quiz.md", QUIZ)]))

    assert ("contradicted" in states(claims)) is is_false
