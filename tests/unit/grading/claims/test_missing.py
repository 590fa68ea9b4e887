"""Stated absences, by grammar."""

import pytest

from skilleval.grading.claims.missing import find
from tests.builders_grading import a_scene, states

POLICY = {
    "policy.md": "# House\n\nPets are welcome for 20 euros. Parking costs 10. See the refund page.\nKEY=1\n"
}


@pytest.mark.parametrize("said", [
    "There is no mention of {}.", "It says nothing about {}.", "The policy is silent on {}.",
    "None of the rules mentions {}.", "There isn't anything about {} in it.", "{} is nowhere mentioned.",
    "{} never comes up.", "No reference to {} anywhere.", "{} isn't covered.", "{} is left out entirely.",
    "None of the rules concerns {}.", "{} wird nirgends erwähnt.", "Aucune mention de {}.",
    "No se menciona {}.", "Über {} wird nichts gesagt.",
])  # fmt: skip
def test_what_is_there_all_the_same(said: str) -> None:
    """Each way to say it is false of parking, and true of breakfast."""
    assert states(find(a_scene(said.format("parking"), given=POLICY)))[:1] == ["contradicted"]
    assert states(find(a_scene(said.format("breakfast"), given=POLICY)))[:1] == ["verified"]


def test_word_that_is_used_and_not_treated() -> None:
    """A page is named; refunds are still not covered."""
    assert states(find(a_scene("Refunds are not covered.", given=POLICY))) == ["verified"]
    assert states(find(a_scene("Refunds are never mentioned.", given=POLICY))) == ["contradicted"]


@pytest.mark.parametrize(("answer", "state"), [
    ("There's no `KEY`.", "contradicted"), ("`KEY` is nowhere to be seen.", "contradicted"),
    ("`TOKEN` isn't set.", "verified"), ("The number 600 never comes up.", "verified"),
    ("It has no `KEY` entry.", "contradicted"),
    ("There is not a single `KEY` block.", "contradicted"), ("There is not one `TOKEN`.", "verified"),
    ("`KEY` is missing.", "contradicted"),
])  # fmt: skip
def test_named_things(answer: str, state: str) -> None:
    """In backticks, or a number."""
    assert states(find(a_scene(answer, given=POLICY)))[:1] == [state]


@pytest.mark.parametrize("answer", [
    "If parking is not mentioned, ask.", "Parking is not mentioned in the second part.",
    "Is parking not mentioned?",
    "It says nothing about parking beyond that.", "I did not mention parking.",
    "No `KEY` for production is set.",
    "Parking should not be mentioned.",
])  # fmt: skip
def test_what_is_no_absence(answer: str) -> None:
    """Conditions, parts, questions, and what the assistant left out itself."""
    assert "contradicted" not in states(find(a_scene(answer, given=POLICY)))
