"""Stated counts of what a document holds."""

import pytest

from skilleval.grading.claims.contents import find
from tests.builders_grading import a_file, a_scene, states

GIVEN = {"app.log": "INFO a\nERROR b\nERROR c\n"}


@pytest.mark.parametrize(("answer", "found"), [
    ("app.log has 3 lines.", ["verified"]), ("The log has 4 lines.", ["contradicted"]),
    ("It contains 3 lines.", ["verified"]), ("`ERROR` appears twice.", ["verified"]),
    ("`ERROR` appears 3 times in app.log.", ["contradicted"]),
    ("There are 5 occurrences of `ERROR`.", ["contradicted"]), ("The log has 3 lines with errors.", []),
    ("The log has two errors.", []), ("The team has 9 lines.", []),
    ("The log has 3 lines and 7 words.", ["verified"]), ("The log has 5 lines or fewer.", ["verified"]),
    ("The log has at least 2 lines.", ["verified"]),
])  # fmt: skip
def test_contents_are_counted_again(answer: str, found: list[str]) -> None:
    """Where it is certain which document is meant, and nothing narrows the count."""
    assert states(find(a_scene(answer, given=GIVEN))) == found


def test_two_counts_of_one_sentence_are_two_claims() -> None:
    """One may be true and the other false."""
    scene = a_scene("q.csv has 2 columns and 9 rows.", given={"q.csv": "a,b\n1,2\n"})

    assert states(find(scene)) == ["verified", "contradicted"]


def test_file_that_was_written_is_counted_too() -> None:
    """By its name."""
    scene = a_scene("`r.md` now has 3 headings.", files=[a_file("r.md", "# a\n\n## b\n")])

    assert states(find(scene)) == ["contradicted"]


LOG = "# Changes\n\n## [Unreleased]\n- x\n\n## 2.1 (2024)\n- y\n\n## v2.0\n- z\n"


@pytest.mark.parametrize(("answer", "found"), [
    ("The header row has three columns.", ["verified"]), ("The header has four fields.", ["contradicted"]),
    ("Each row carries three values.", ["verified"]),
    ("Every record has 4 fields.", ["contradicted"]), ("The heading line lists 4 column names.", []),
    ("The header row has two lines.", []),
])  # fmt: skip
def test_columns_by_the_header(answer: str, found: list[str]) -> None:
    """Of the table that is spoken of."""
    assert states(find(a_scene(answer, given={"q.csv": "a,b,c\n1,2,3\n"}))) == found


@pytest.mark.parametrize(("name", "answer", "found"), [
    ("CHANGELOG.md", "The changelog documents two releases.", ["verified"]),
    ("CHANGELOG.md", "CHANGELOG.md lists three versions.", ["verified"]),
    ("CHANGELOG.md", "The changelog covers four releases.", ["contradicted"]),
    ("notes.md", "notes.md lists four versions.", []),
])  # fmt: skip
def test_releases_of_a_changelog(name: str, answer: str, found: list[str]) -> None:
    """With and without what is not released; another file has none."""
    assert states(find(a_scene(answer, given={name: LOG}))) == found
