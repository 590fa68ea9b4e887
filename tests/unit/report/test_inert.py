"""Foreign text made harmless, function by function."""

import re
import unicodedata
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from skilleval.report.inert import (
    ZERO_WIDTH,
    clip,
    markdown_cell,
    markdown_code,
    markdown_fenced,
    markdown_text,
    plain,
    visible,
)
from tests.builders_report_hostile import hostile_texts

ANYTHING = (
    hostile_texts() | st.text() | st.text(st.characters(categories=["Cc", "Cf", "Cs", "Zs", "Zl", "Zp"]))
)
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def rendered(markdown: str) -> tuple[list[str], str]:
    """Return the node types and the text of one line of Markdown, without our zero-width spaces."""
    nodes = MARKDOWN.parseInline(markdown)[0].children or []
    return [node.type for node in nodes], "".join(node.content for node in nodes).replace(ZERO_WIDTH, "")


@given(ANYTHING)
def test_visible_text_is_one_line_without_hidden_characters(text: str) -> None:
    """No line break, control, format or lone surrogate character is left."""
    shown = visible(text)

    assert shown == shown.strip()
    assert not {unicodedata.category(mark) for mark in shown} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert visible(shown) == shown


@given(ANYTHING, st.integers(min_value=1, max_value=50))
def test_plain_text_keeps_to_its_limit(text: str, limit: int) -> None:
    """A clipped text is never longer than asked, and says that it was cut."""
    shown = plain(text, limit)

    assert len(shown) <= limit
    assert shown == visible(text) or shown.endswith("…")


@given(ANYTHING)
def test_text_is_text_and_says_the_same(text: str) -> None:
    """As Markdown, foreign text is one text node that reads as the text itself."""
    kinds, said = rendered(markdown_text(text, 1000))

    assert set(kinds) <= {"text"}
    assert said == plain(text, 1000) or (not plain(text) and said in {"", "(empty)"})


@given(ANYTHING)
def test_text_has_no_open_math(text: str) -> None:
    """Each dollar sign that could close a formula of GitHub's is an entity."""
    assert not re.search(r"\$(?!\d)", markdown_text(text))


@given(ANYTHING)
def test_code_is_code_and_says_the_same(text: str) -> None:
    """As a code span, foreign text is one code node that reads as the text itself."""
    kinds, said = rendered(markdown_code(text, 1000))

    assert kinds == ["code_inline"]
    assert said == (plain(text, 1000) or "(empty)")


@given(ANYTHING)
def test_a_cell_stays_one_cell(text: str) -> None:
    """In a table, foreign text never makes a column, whatever bars and backslashes it has."""
    table = f"| a | b |\n|---|---|\n| {markdown_cell(text)} | {markdown_text(text)} |\n"
    tokens = [token.type for token in MARKDOWN.parse(table)]

    assert tokens.count("td_open") == 2
    assert tokens.count("tr_open") == 2


@given(ANYTHING)
def test_a_cell_holds_under_the_rules_of_github_too(text: str) -> None:
    """GitHub's own splitter reads a backslash and the mark behind it as a pair: bars stay escaped there."""
    rest = re.sub(r"\\[!-/:-@\[-`{-~]", "", markdown_cell(text))

    assert "|" not in rest


@given(ANYTHING)
def test_a_fenced_line_neither_ends_its_fence_nor_opens_a_comment(text: str) -> None:
    """What stands in a fenced block stays in it."""
    tokens = MARKDOWN.parse(f"```\n{markdown_fenced('x' + text)}\n```\n\nafter\n")

    assert [token.type for token in tokens] == ["fence", "paragraph_open", "inline", "paragraph_close"]


@given(ANYTHING)
def test_no_marker_survives_in_the_raw_body(text: str) -> None:
    """Clients look for a marker without parsing: not even code may hold one."""
    for written in (markdown_text(text), markdown_code(text), markdown_cell(text), markdown_fenced(text)):
        assert "<!--" not in written


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202eb", "a⟨U+202E⟩b"),
        ("a\u200b\u200b\u200bb", "a⟨U+200B +2⟩b"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]8;;https://x.test\x07link\x1b]8;;\x07", "link"),
        ("\x9dnever ended", "never ended"),
        ("two\r\nlines\u2028or three", "two lines or three"),
        ("bell\x07", "bell\ufffd"),
        ("ok ✔\ufe0f", "ok ✔"),
        ("e" + "\u0301" * 50, "e" + "\u0301" * 4),
    ],
)
def test_what_was_hidden_is_named(text: str, shown: str) -> None:
    """Readers see that something was hidden, and what."""
    assert visible(text) == shown


@pytest.mark.parametrize(
    "piece", ["\\", "\x9d", "\x1b[", "\x1b]", "a-", "ww", "`", "|", "\u202e", "e\u0301", " ", "9"]
)
def test_long_texts_do_not_hold_up_the_report(piece: str) -> None:
    """A million characters of anything are made inert in linear time: no pattern of ours blows up."""
    text = piece * (1_000_000 // len(piece))
    began = process_time()
    for write in (markdown_text, markdown_code, markdown_cell, markdown_fenced):
        write(text)
    visible(text[:50_000])

    assert process_time() - began < 5


def test_a_clip_marks_what_it_cut() -> None:
    """The mark counts into the limit."""
    assert clip("abcdef", 4) == "abc…"
    assert clip("abcd", 4) == "abcd"


def test_plain_words_stay_readable_in_the_raw_file() -> None:
    """Ordinary sentences are not littered with escapes."""
    words = "Mean 0.87 beats 0.73 by +0.14 (3 tasks), about $1.30; see scripts/run.sh."

    assert markdown_text(words) == words
