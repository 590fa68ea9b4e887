"""Quantities, however they are put."""

import pytest

from skilleval.grading.claims.quantities import find
from tests.builders_grading import a_scene, states

STOCK = {"stock.csv": "item,qty\nbolts,4\nnuts,0\nwashers,2\n"}
LOG = {"app.log": "INFO a\nERROR b\nERROR c\nWARN d\n"}
FILE = {"Dockerfile": "FROM a\nRUN b\nRUN c\nCMD d\n"}


@pytest.mark.parametrize(("answer", "state"), [
    ("3 rows, two columns.", "verified"), ("A total of five rows.", "contradicted"),
    ("It is made up of four columns.", "contradicted"), ("Out of the nine rows, one is empty.",
    "contradicted"),
    ("The table comprises half a dozen rows.", "contradicted"), ("It has twenty-one rows.", "contradicted"),
    ("The file runs to three data rows.", "verified"), ("There are at least two rows.", "verified"),
    ("You get a pair of columns.", "verified"), ("stock.csv counts a dozen rows in all.", "contradicted"),
    ("Die Datei enthält zwei Spalten.", "verified"), ("Die Datei enthält sieben Spalten.", "contradicted"),
    ("Le fichier compte cinq colonnes.", "contradicted"), ("El archivo tiene tres filas.", "verified"),
])  # fmt: skip
def test_rows_and_columns(answer: str, state: str) -> None:
    """In words or digits, in a sentence or without one, in four languages."""
    assert states(find(a_scene(answer, given=STOCK)))[:1] == [state]


@pytest.mark.parametrize(("answer", "state"), [
    ("I count two errors and one warning.", "verified"), ("Three errors in total.", "contradicted"),
    ("In all there are 2 ERROR lines.", "verified"), ("a total of four are errors", "contradicted"),
])  # fmt: skip
def test_levels_of_a_log(answer: str, state: str) -> None:
    """A word that stands in capitals in the file is counted there."""
    assert states(find(a_scene(answer, given=LOG)))[:1] == [state]


def test_code_that_narrows_a_noun() -> None:
    """Lines that begin with the code are what "two `RUN` instructions" counts."""
    assert states(find(a_scene("It has two `RUN` instructions.", given=FILE))) == ["verified"]
    assert states(find(a_scene("It has three `RUN` instructions.", given=FILE))) == ["contradicted"]


@pytest.mark.parametrize("answer", [
    "Use four columns.", "It should have four columns.", "Does it have four columns?",
    "If there are nine rows, stop.",
    "Kai has four columns.", "Nine rows of them are wrong.", "It skips four rows.",
    "`other.csv` has nine rows.",
    "`Parser` (43 lines) does this.", "It needs four columns per page.", "Two to four columns.",
    "Wait for nine rows.",
    "Three people liked it.", "I found nine problems.",
])  # fmt: skip
def test_what_is_no_statement_of_the_file(answer: str) -> None:
    """Wishes, questions, parts, other files, and what nothing can count."""
    assert states(find(a_scene(answer, given=STOCK))) == []
