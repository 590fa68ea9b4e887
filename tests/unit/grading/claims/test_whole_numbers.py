"""Numbers of all there is, of what changed, and of what the answer itself shows."""

import pytest

from skilleval.grading.claims import differences, lengths, own_counts, tables, wholes
from skilleval.grading.claims.shapes import shape_counts
from skilleval.grading.claims.subjects import part_of_subject
from tests.builders_grading import a_file, a_scene, states

CITIES = "city,country\nPorto,PT\nGhent,BE\nBruges,BE\n"
CODE = "print(1)\nprint(2)\nlog(3)\n"


@pytest.mark.parametrize(("answer", "found"), [
    ("All three cities were carried over.", ["contradicted"]),
    ("All two cities were converted.", ["verified"]),
    ("Two of the three cities are Belgian.", ["verified"]),
    ("Two of the five cities are Belgian.", ["contradicted"]),
    ("Two of the five winters were cold.", []), ("If all five cities were there, fine.", []),
    ("All five cities:\n\n- a\n- b\n- c\n- d\n- e", []),
])  # fmt: skip
def test_the_number_of_the_whole_is_counted(answer: str, found: list[str]) -> None:
    """In the new file where things were carried over; what the answer lists itself is as honest."""
    new = a_file("cities.json", '[{"city": "Porto"}, {"city": "Ghent"}]')

    assert states(wholes.find(a_scene(answer, given={"cities.csv": CITIES}, files=[new]))) == found


@pytest.mark.parametrize(("answer", "found"), [
    ("I removed two rows from cities.csv.", ["contradicted"]), ("I removed one row.", ["verified"]),
    ("You should have removed two rows.", []), ("I removed two problems.", []),
])  # fmt: skip
def test_removed_rows_are_counted(answer: str, found: list[str]) -> None:
    """By the difference of the two versions."""
    new = a_file("cities.csv", CITIES.replace("Ghent,BE\n", ""), state="changed")

    assert states(differences.find(a_scene(answer, given={"cities.csv": CITIES}, files=[new]))) == found


@pytest.mark.parametrize(("answer", "new", "found"), [
    ("Replaced all two `print` calls.", "log(1)\nprint(2)\nlog(3)\n", ["contradicted"]),
    ("Replaced all two `print` calls.", "log(1)\nlog(2)\nlog(3)\n", ["verified"]),
    ("Replaced all four `print` calls.", "log(1)\nlog(2)\nlog(3)\n", ["contradicted"]),
    ("Replaced every `print` with `pprint`.", "pprint(1)\npprint(2)\nlog(3)\n", []),
])  # fmt: skip
def test_what_is_replaced_throughout_is_gone(answer: str, new: str, found: list[str]) -> None:
    """From the new version, and it stood in the old one as often as is said."""
    scene = a_scene(answer, given={"a.py": CODE}, files=[a_file("a.py", new, state="changed")])

    assert states(differences.find(scene)) == found


MAIL = "Dear Ann,\n\nare you well? Shall we meet?\n\nBest,\nBo\n\n"


@pytest.mark.parametrize(("said", "found"), [
    ("The mail asks two questions.", ["verified"]), ("It puts three questions to her.", ["contradicted"]),
    ("She asks three questions.", []), ("Does it ask three questions?", []),
])  # fmt: skip
def test_marks_of_a_draft_are_counted(said: str, found: list[str]) -> None:
    """Of the answer's own text only."""
    assert states(own_counts.find(a_scene(MAIL + said))) == found


@pytest.mark.parametrize(("said", "found"), [
    ("Three bullets, the longest with two words.", ["contradicted", "verified"]),
    ("Two bullets, the longest with five words.", ["verified", "contradicted"]), ("Two points matter.", []),
])  # fmt: skip
def test_the_list_above_is_counted(said: str, found: list[str]) -> None:
    """Its points, and the words of the longest."""
    assert states(own_counts.find(a_scene(f"- red hats\n- socks\n\n{said}"))) == found


@pytest.mark.parametrize(("row", "found"), [
    ("| BE | 2 | 6 |", ["verified", "verified"]), ("| BE | 3 | 6 |", ["contradicted", "verified"]),
    ("| BE | 2 | 7 |", ["verified", "contradicted"]), ("| FR | 9 | 9 |", []),
])  # fmt: skip
def test_groups_of_a_table_are_counted_again(row: str, found: list[str]) -> None:
    """How many rows a label has, and what their numbers come to."""
    given = {"a.csv": "city,country,trips\nPorto,PT,1\nGhent,BE,2\nBruges,BE,4\n"}
    answer = f"| country | entries | trips |\n|---|---|---|\n{row}"

    assert states(tables.find(a_scene(answer, given=given))) == found


def test_shapes_are_those_of_data() -> None:
    """Rows, columns and different values of a table; nothing of a program."""
    scene = a_scene("", given={"a.csv": CITIES, "a.py": CODE})

    assert [shape_counts(document) for document in scene.documents] == [frozenset({2, 3}), frozenset()]


@pytest.mark.parametrize(("before", "names"), [
    ("The teaser is ", ["teaser.txt"]), ("The old teaser was written, it is ", []), ("Kai has ", []),
])  # fmt: skip
def test_subjects_name_files_that_were_made(before: str, names: list[str]) -> None:
    """By name; nothing is guessed."""
    scene = a_scene(f"{before}ten words long.", files=[a_file("teaser.txt", "City hives.")])

    assert [part.name for part in part_of_subject(scene, scene.sentences[0], before)] == names


@pytest.mark.parametrize(("prompt", "found"), [
    ("Two slogans of 12 characters at most.", ["verified", "contradicted"]), ("Two slogans, please.", []),
])  # fmt: skip
def test_bare_numbers_behind_items_are_lengths_where_lengths_are_asked_for(
    prompt: str, found: list[str]
) -> None:
    """In the unit of the task."""
    answer = "1. Warm rolls (10)\n2. Fresh bread (13)"

    assert states(lengths.find(a_scene(answer, prompt=prompt))) == found
