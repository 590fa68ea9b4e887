"""Parts of an answer whose length can be stated."""

import pytest
import regex

from skilleval.grading.claims.parts import parts_measured
from tests.builders_grading import a_file, a_scene


def measured(answer: str, **surroundings: object) -> list[str]:
    """Return the first readings of the parts whose length the answer's last number states."""
    scene = a_scene(answer, **surroundings)  # type: ignore[arg-type]
    sentence = scene.sentences[-1]
    number = list(regex.finditer(r"\d+ (?:characters|words|chars)", sentence.masked))[-1]
    return [part.readings[0] for part in parts_measured(scene, sentence, number.span())]


@pytest.mark.parametrize(("answer", "part"), [
    ("Subject: Your question (5 characters)", "Your question"),
    ('"Your question" has 5 characters.', "Your question"),
    ("Title (5 characters): Your question", "Your question"),
    ("**Tagline:** We fix it (5 words)", "We fix it"),
    ("## SMS\n> Hi there.\n\nLength: 5 characters.", "Hi there."),
    ("Subject: Hello\n\nThe subject line has 5 characters.", "Hello"),
    ("**Pitch**\nWe come to you.\n\nThe pitch runs to 5 words.", "We come to you."),
    ('It is "Hello there". That is 5 characters.', "Hello there"),
    ("```\nfix: it\n\nbody\n```\n\nThe subject line has 5 characters.", "fix: it"),
])  # fmt: skip
def test_marked_text_is_found(answer: str, part: str) -> None:
    """By quotes, a label, a heading, or by standing just above."""
    assert measured(answer) == [part]


@pytest.mark.parametrize("answer", [
    "The intro has 5 words.", "The file has many parts; the second one is 5 words.",
    "Keep it to one idea (5 words at most is 5 words)",
])  # fmt: skip
def test_unmarked_text_is_left_alone(answer: str) -> None:
    """What is not certain is not measured."""
    assert measured(answer) == []


def test_file_that_was_written_is_a_part() -> None:
    """By its name, or as "it" after its name."""
    files = [a_file("abstract.txt", "one two three")]

    assert measured("The abstract is in `abstract.txt`; it is 5 words long, 5 words", files=files) == [
        "one two three"
    ]


def test_several_paragraphs_above_are_several_readings() -> None:
    """Any of them may be what was counted."""
    scene = a_scene("One two.\n\nThree four.\n\nWord count: 4 words")
    sentence = scene.sentences[-1]
    number = list(regex.finditer(r"\d+ words", sentence.masked))[-1]

    assert "One two.\n\nThree four." in parts_measured(scene, sentence, number.span())[0].readings
