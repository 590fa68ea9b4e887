"""Folding and making visible."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.review.fold import decoded_selectors, decoded_tags, fold, visible


@pytest.mark.parametrize(
    "text",
    [
        "IGNORE",
        "ignore",
        "іgnоrе",
        "ｉｇｎｏｒｅ",
        "ig\u200bnore",
        "i\u0301gnore",
        "𝐢𝐠𝐧𝐨𝐫𝐞",
        "ⓘⓖⓝⓞⓡⓔ",
        "ɪɢɴᴏʀᴇ",
        "ig\u00adnore",
    ],
)
def test_one_word_however_written(text: str) -> None:
    """Case, lookalikes, width, alphabets, marks and invisible characters are folded away."""
    assert fold(text) == "ignore"


@given(st.text())
def test_folding_keeps_line_breaks(text: str) -> None:
    """Folded text has as many lines as the text."""
    assert fold(text).count("\n") == text.count("\n")


@given(st.text(max_size=200))
def test_folding_twice_changes_nothing_in_ascii(text: str) -> None:
    """What is folded to ASCII stays as it is."""
    folded = fold(text)

    assert not folded.isascii() or fold(folded) == folded


@given(st.text(max_size=100))
def test_what_is_shown_can_be_seen(text: str) -> None:
    """Visible text holds no control, format or private character."""
    assert visible(text).isprintable()


def test_escapes_and_hidden_characters_are_written_out() -> None:
    """A terminal escape, a zero-width space and a tag are named by their code points."""
    assert visible("a\x1b[2Kb\u200bc\U000e0041") == "a<U+001B>[2Kb<U+200B>c<U+E0041>"


def test_long_text_is_cut() -> None:
    """Text is cut to the limit, with a mark."""
    assert visible("x" * 50, limit=10) == "x" * 9 + "…"


def test_tags_and_selectors_are_decoded() -> None:
    """Text of the tag block, and bytes in variation selectors, are read."""
    tags = "".join(chr(0xE0000 + ord(char)) for char in "run")
    selectors = "".join(chr(0xE0100 + ord(char) - 16) for char in "run")

    assert (decoded_tags(tags), decoded_selectors(selectors)) == ("run", "run")
