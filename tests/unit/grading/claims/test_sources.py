"""Which documents a phrase speaks of."""

import pytest

from skilleval.grading.claims.sources import last_named_before, meant_by, named_in, spoken_of, the_only_one
from tests.builders_grading import a_scene

ONE = {"guide.md": "# Guide"}
TWO = {"guide.md": "# Guide", "data/bill.csv": "a,b"}


def paths(subject: str, given: dict[str, str]) -> list[str]:
    """Return the paths that a subject means in an answer of one sentence."""
    scene = a_scene("It has two rows.", given=given)
    return [document.path for document in meant_by(subject, scene, scene.sentences[0])]


@pytest.mark.parametrize(("subject", "given", "found"), [
    ("bill.csv", TWO, ["data/bill.csv"]), ("`data/bill.csv`", TWO, ["data/bill.csv"]),
    ("The CSV", TWO, ["data/bill.csv"]), ("the guide", TWO, ["guide.md"]), ("The file", ONE, ["guide.md"]),
    ("The file", TWO, []), ("It", ONE, ["guide.md"]), ("It", TWO, []), ("The policy", ONE, ["guide.md"]),
    ("A policy", ONE, []), ("The team", ONE, []), ("my guide.mdx", ONE, []),
])  # fmt: skip
def test_subject_is_resolved_or_left_alone(subject: str, given: dict[str, str], found: list[str]) -> None:
    """By name, by kind, or as the only one there is."""
    assert paths(subject, given) == found


def test_it_is_what_was_named_last() -> None:
    """Also several sentences before."""
    scene = a_scene("bill.csv is fine. Good. It has 2 rows. guide.md is not.", given=TWO)

    assert [document.path for document in last_named_before(scene.sentences[2], scene)] == ["data/bill.csv"]
    assert [document.path for document in spoken_of(scene.sentences[3], scene)] == ["guide.md"]
    assert last_named_before(scene.sentences[0], scene) == ()


def test_last_name_in_a_text_wins() -> None:
    """And nothing is named by a part of another name."""
    scene = a_scene("x", given={"a.md": "1", "b.md": "2"})

    assert [document.path for document in named_in("a.md differs from b.md", scene)] == ["b.md"]
    assert named_in("aa.md", scene) == ()
    assert the_only_one(scene) == ()
