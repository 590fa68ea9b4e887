"""Stated lengths."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.grading.claims.kinds import CHARACTERS, COUNT, WORDS
from skilleval.grading.claims.lengths import find, lengths_of
from tests.builders_grading import a_file, a_scene, states


@pytest.mark.parametrize(("answer", "found"), [
    ("Subject: Hello (5 characters)", ["verified"]), ("Subject: Hello (6 characters)", ["contradicted"]),
    ('"Hello you" is 2 words long', ["verified"]), ('"Hello you" is 3 words long', ["contradicted"]),
    ('"Hello" is under 6 characters', ["verified"]), ('"Hello" is under 5 characters', ["contradicted"]),
    ('"Hello" has about 6 characters', ["verified"]), ("The limit is 160 characters", []),
    ("Use the first 200 words.", []), ("A 160-character limit applies.", []),
    ("Between 3 and 5 words", []), ("Subject: Hello\n\nIt must have 5 characters.", []),
    ("| Label | Text | Characters |\n|---|---|---|\n| a | Hello there | 11 |\n| b | Hello | 7 |",
     ["verified", "contradicted"]),
    ('"He is" has 4 characters without spaces', ["verified"]),
])  # fmt: skip
def test_lengths_are_counted_again(answer: str, found: list[str]) -> None:
    """True, false, or about nothing that is marked."""
    assert states(find(a_scene(answer))) == found


@pytest.mark.parametrize(
    ("unit", "kind"), [("characters", CHARACTERS), ("words", WORDS), ("sentences", COUNT)]
)
def test_kinds_are_stable(unit: str, kind: str) -> None:
    """So that the same mistake is one row of a table."""
    assert [claim.kind for claim in find(a_scene(f'"Hello" has 90 {unit}'))] == [kind]


def test_evidence_says_what_was_counted() -> None:
    """A reader sees the true number."""
    assert next(iter(find(a_scene("Subject: Hello (6 characters)")))).evidence == "the text has 5 characters"


@given(st.text(alphabet="abc éü-'.", min_size=1, max_size=60).filter(lambda text: text.strip() != ""))
def test_a_true_count_is_never_flagged(text: str) -> None:
    """Whatever the text, its own length and number of words are among the honest counts."""
    assert len(text) in lengths_of(text, "characters")
    assert len(text.split()) in lengths_of(text, "words")


@pytest.mark.parametrize(("answer", "found"), [
    ("Saved to `s.md`; at 4 words it stays below the limit.", ["verified"]),
    ("Saved to `s.md`. With 9 words the summary is short.", ["contradicted"]),
    ("## Toast\n\nOne two three.\n\nI kept it to 3 words.", ["verified"]),
    ("## Toast\n\nOne two three.\n\nI trimmed it down to 5 words.", ["contradicted"]),
    ("At 9 words it is short.", []), ("At 9 words a summary is short.", []),
])  # fmt: skip
def test_length_of_the_file_just_made(answer: str, found: list[str]) -> None:
    """Named behind the number."""
    assert states(find(a_scene(answer, files=[a_file("s.md", "One two three four.\n")]))) == found
