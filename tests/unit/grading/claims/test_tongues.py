"""Quantities in German, French and Spanish."""

import pytest

from skilleval.grading.claims.tongues import is_foreign, quantities


@pytest.mark.parametrize(("sentence", "found"), [
    ("Die Datei hat zwölf Zeilen und drei Spalten.", [(12, "line"), (3, "column")]),
    ("Le document contient deux sections.", [(2, "section")]),
    ("La lista tiene siete puntos y dos párrafos.", [(7, "item"), (2, "paragraph")]),
    ("Das Protokoll enthält vier Beschlüsse.", [(4, "Beschlüsse")]),
    ("Die Datei hat drei Zeilen mit Fehlern.", []),
    ("The file has six lines and the six are fine.", []),
])  # fmt: skip
def test_numbers_and_nouns(sentence: str, found: list[tuple[int, str]]) -> None:
    """Known nouns become English, others stay; a narrowed one is left alone, and so is English."""
    assert [(said.number, said.noun) for said in quantities(sentence)] == found


def test_language_of_a_sentence() -> None:
    """By its small words."""
    assert is_foreign("Es ist die Datei.")
    assert not is_foreign("It is the file.")
