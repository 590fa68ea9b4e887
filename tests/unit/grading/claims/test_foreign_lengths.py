"""Lengths in German, French and Spanish."""

import pytest

from skilleval.grading.claims.foreign_lengths import find
from tests.builders_grading import a_scene, states

DE = "„Leichter Rucksack aus Segeltuch, wasserfest.“\n\n"
FR = "« Un sac léger en toile. »\n\n"
ES = "> Mochila ligera de lona.\n\n"
MAIL = "Betreff: Ihre Bestellung\n\nText: Sie kommt heute.\n\n"


@pytest.mark.parametrize(("answer", "found"), [
    (f"{DE}Die Beschreibung hat 5 Wörter und ist damit kurz.", ["verified"]),
    (f"{DE}Die Beschreibung umfasst genau 7 Wörter.", ["contradicted"]),
    (f"{DE}Das sind 44 Zeichen, und die Grenze ist gewahrt.", ["verified"]),
    (f"{DE}Die Grenze ist höchstens 20 Wörter.", []), (f"{DE}Die Beschreibung hat etwa 9 Wörter.", []),
    (f"{DE}{DE}Die Beschreibung hat 9 Wörter und ist kurz.", []),
    (f"{FR}La description compte 5 mots.", ["verified"]),
    (f"{FR}Le texte contient 9 mots et reste court.", ["contradicted"]),
    (f"{FR}La limite est de 9 mots au plus.", []),
    (f"{ES}La descripción tiene 4 palabras y es corta.", ["verified"]),
    (f"{ES}El texto tiene exactamente 31 caracteres.", ["contradicted"]),
    (f"{MAIL}Der Betreff hat 15 Zeichen und der Rest ist kurz.", ["verified"]),
    (f"{MAIL}Der Betreff hat 20 Zeichen und der Rest ist kurz.", ["contradicted"]),
    (f"{MAIL}Die Antwort hat 20 Zeichen und ist kurz.", []),
    ("Die Beschreibung hat 5 Wörter.", []), (f"{DE}The pitch has 9 words and is of the best.", []),
])  # fmt: skip
def test_lengths_of_the_only_text(answer: str, found: list[str]) -> None:
    """The one that is shown, or that has a label of that name."""
    assert states(find(a_scene(answer))) == found
