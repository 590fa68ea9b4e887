"""Stated places."""

import pytest

from skilleval.grading.claims import located
from skilleval.grading.claims.located import find
from tests.builders_grading import a_scene, states

CODE = {"cart.py": "TAX = 0.2\n\ndef total(items):\n    return 0\n"}
GUIDE = {"guide.md": "1. Sign in to the console.\n2. Create a project.\n3. Open the settings page.\n"}


@pytest.mark.parametrize(("answer", "found"), [
    ("`TAX = 0.2` is on line 1.", ["verified"]), ("`return 0` (line 3)", ["contradicted"]),
    ("cart.py:4 – `return 0`", ["verified"]), ("cart.py:3 – `return 0`", ["contradicted"]),
    ("See line 40 of cart.py.", ["contradicted"]), ("Line 3 is `def total(items):`.", ["verified"]),
    ("`return 0` on lines 3-4.", ["verified"]), ("`x = 1` on line 2", []),
    ("The last line is `return 0`.", ["verified"]), ("The first line reads `return 0`.", ["contradicted"]),
    ("On line 2 it says \"no such words here\".", ["contradicted"]),
    ("Change `TAX` before the first line.", []), ("Replace `TAX` and then go to line 3.", []),
])  # fmt: skip
def test_lines_are_looked_up(answer: str, found: list[str]) -> None:
    """A quoted text and its line; what is not in the file may be a proposal."""
    assert states(find(a_scene(answer, given=CODE))) == found


@pytest.mark.parametrize(("answer", "found"), [
    ('Step 2 says "Create a project".', ["verified"]),
    ('Step 3 says "Create a project".', ["contradicted"]),
    ("Step 2 tells you to open the settings page.", ["contradicted"]),
    ("Step 3 is to open the settings page.", ["verified"]), ("Step 2 is unclear.", []),
    ("Step 9 says to open the settings page.", []),
    ("The third step says to sign in to the console.", ["contradicted"]),
])  # fmt: skip
def test_steps_are_looked_up(answer: str, found: list[str]) -> None:
    """Quoted, or told in words that stand in one other step alone."""
    assert states(find(a_scene(answer, given=GUIDE))) == found


def test_each_text_belongs_to_the_nearest_place() -> None:
    """Two places in one sentence are not mixed up."""
    scene = a_scene("`TAX = 0.2` on line 1 comes before the `return 0` on line 4.", given=CODE)

    assert states(find(scene)) == ["verified", "verified"]


@pytest.mark.parametrize(("answer", "found"), [
    ("`TAX` is hard-coded (line 3).", ["contradicted"]),
    ("`TAX` is assigned a number (line 1).", ["verified"]),
    ("`TAX` is set to a constant on line 1.", ["verified"]),
    ("`return 0` was left on (see line 2)", ["contradicted"]),
    ("On line 3 a hard-coded zero comes back: `return 0`.", ["contradicted"]),
    ("On line 4 a hard-coded zero comes back: `return 0`.", ["verified"]),
    ("On line 3, replace the value with this: `return 0`.", []), ("`total` prints the tax (line 4).", []),
    ("`TAX` is not set (line 3).", []), ("`TAX` and `total` are defined (line 3).", ["verified"]),
    ("`FEE` is switched on (line 2).", []), ("On line 3 there should be a value: `return 0`.", []),
])  # fmt: skip
def test_the_only_text_and_the_only_place(answer: str, found: list[str]) -> None:
    """In more words between them; a proposal, and what somebody does there, are left alone."""
    assert states(find(a_scene(answer, given=CODE))) == found


def test_work_on_one_sentence_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many places and texts a hostile sentence has."""
    asked: list[object] = []
    monkeypatch.setattr(located, "_judged", lambda *given: asked.append(given))
    scene = a_scene("See " + "`x` line 1 " * 170, given=CODE)

    assert list(find(scene)) == []
    assert 0 < len(asked) <= located.PLACES_LIMIT * len(scene.sentences)
