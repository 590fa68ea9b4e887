"""Places of things, by grammar."""

import pytest

from skilleval.grading.claims.located import find
from tests.builders_grading import a_scene, states

CODE = {"main.c": "// TODO: free\nint x;\n// TODO: parse\nCOPY(a);\nint port;\n"}
STEPS = {"bread.md": "## Steps\n1. Mix flour and water.\n2. Wait.\n3. Add the salt.\n4. Back up the dough.\n"}


@pytest.mark.parametrize(("answer", "state"), [
    ("`port` can be found in line 5.", "verified"), ("`port` can be found in line 4.", "contradicted"),
    ("The `COPY` macro sits on line 2.", "contradicted"), ("The last TODO is on line 3.", "verified"),
    ("The last TODO is found on line 1.", "contradicted"), ("The first TODO is at the top (line 1).",
    "verified"),
    ("`x` is declared on the second line.", "verified"), ("COPY stands at L4.", "verified"),
])  # fmt: skip
def test_lines(answer: str, state: str) -> None:
    """A thing in backticks or capitals, before its place."""
    assert states(find(a_scene(answer, given=CODE))) == [state]


@pytest.mark.parametrize(("answer", "state"), [
    ("The salt goes in at step 3.", "verified"), ("The salt goes in at step 2.", "contradicted"),
    ("Mixing happens in step 1.", "verified"), ("The backup comes in step 2.", "contradicted"),
    ("Step 2 is about salt.", "contradicted"), ("Step 1 covers flour and water.", "verified"),
])  # fmt: skip
def test_steps(answer: str, state: str) -> None:
    """A thing in words, where it stands in one step alone."""
    assert states(find(a_scene(answer, given=STEPS))) == [state]


@pytest.mark.parametrize("answer", [
    "Add the salt before step 2.", "Move the salt to step 2.", "The dough rests in step 2.",
    "Is the salt in step 2?",
    "The salt should go in at step 2.", "The salt goes in at step 9.", "Patience pays off in step 2.",
])  # fmt: skip
def test_what_is_no_place(answer: str) -> None:
    """Orders, wishes, questions, and what stands nowhere."""
    assert "contradicted" not in states(find(a_scene(answer, given=STEPS)))
