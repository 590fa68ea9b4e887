"""Answers as blocks and sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.grading.claims.text import blocks, mask, sentences, spans

LETTER = """Here is a draft:

Hi Lee,

I sent the file. We found 3 spots.

Best regards,
Mira

I have not sent anything."""


def said(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [sentence.text for sentence in sentences(blocks(text))]


def kinds(text: str) -> list[str]:
    """Return the kinds of its blocks."""
    return [block.kind for block in blocks(text)]


def test_markdown_is_cut_into_its_blocks() -> None:
    """Headings, items, tables, code, quotes and prose are told apart."""
    text = "# Title\n\n**Label**\nwords\n\n- a\n  - b\n\n1. c\n\n|x|y|\n|1|2|\n\n> quoted\n\n```\ncode\n```\n"

    assert kinds(text) == [
        "heading",
        "heading",
        "prose",
        "item",
        "item",
        "item",
        "table",
        "table",
        "quote",
        "code",
    ]


def test_a_drafted_letter_is_not_what_the_assistant_says() -> None:
    """From a greeting to its sign-off."""
    assert said(LETTER) == ["Here is a draft:", "I have not sent anything."]


def test_greeting_without_a_sign_off_opens_no_letter() -> None:
    """An answer may greet its user."""
    assert said("Hi Lee,\n\nI fixed it.\nAll good.") == ["Hi Lee,", "I fixed it.", "All good."]


def test_code_quotes_and_open_boxes_say_nothing() -> None:
    """They are shown, or still to be done."""
    assert said("```\nI ran it.\n```\n> I ran it.\n- [ ] All tests pass\n- [x] done") == ["[x] done"]


@pytest.mark.parametrize(("text", "parts"), [
    ("One. Two! Three? four", ["One.", "Two!", "Three? four"]),
    ('He said "Stop. Now." Then left.', ['He said "Stop. Now."', "Then left."]),
    ("See a.py. README.md is fine.", ["See a.py.", "README.md is fine."]),
    ("That is, e.g. Ann, and v1.2. Good.", ["That is, e.g. Ann, and v1.2.", "Good."]),
    ("Sum: 3\nMean: 2", ["Sum: 3", "Mean: 2"]),
    ("A long line that was wrapped by an editor at a usual width of text\nContinues here.",
     ["A long line that was wrapped by an editor at a usual width of text\nContinues here."]),
])  # fmt: skip
def test_sentences_end_where_people_end_them(text: str, parts: list[str]) -> None:
    """Not inside quotes, numbers and names of files; short lines end what they say."""
    assert said(text) == parts


@given(st.text(max_size=400))
def test_masking_keeps_every_position(text: str) -> None:
    """What is found in the masked text can be cut out of the original."""
    assert len(mask(text)) == len(text)
    for start, end, inside in spans(text):
        assert text[start:end][1:-1].strip() == inside


@given(st.text(alphabet='ab.!? \n-*#>`"|1', max_size=300))
def test_any_text_has_blocks(text: str) -> None:
    """Nothing breaks the reader, and what is said stands in the text."""
    for sentence in said(text):
        assert " ".join(sentence.split())[:5].split() or not sentence
