"""Probes: searched only around their needles."""

import pytest

from skilleval.review.page import Page
from skilleval.review.probe import OutOfTimeError, Probe, is_told, order_to, sentences_with, time_limit


def a_page(raw: str) -> Page:
    """Return a Markdown page of this text."""
    return Page("a.md", "prose", "markdown", raw)


def test_without_a_needle_nothing_is_searched() -> None:
    """The pattern is not even compiled where none of the needles is."""
    probe = Probe("absent", r"row")

    assert list(probe.matches(a_page("a row\n"))) == []
    assert "pattern" not in vars(probe)


def test_needles_are_whole_words() -> None:
    """`sh` is not in `fish`, and `.ssh` needs its dot."""
    assert list(Probe("sh", r"\w+").matches(a_page("fish\n"))) == []
    assert list(Probe(".ssh", r"ssh").matches(a_page("ssh\n"))) == []
    assert [m[0] for m in Probe(".ssh", r"~/\.ssh").matches(a_page("in ~/.ssh/x\n"))] == ["~/.ssh"]


def test_matches_in_long_text_are_found_anywhere() -> None:
    """A stretch that is searched in pieces has no gap between them."""
    text = "needle " + "word " * 12_000 + "needle end\n"

    assert len([*Probe("needle", r"needle").matches(a_page(text))]) == 2


def test_a_dot_in_an_address_ends_no_sentence() -> None:
    """What stays within a sentence goes on through `a.example`, and stops at its end."""
    probe = Probe("send", r"send\b[^\n.]{0,40}\bsafe")

    assert list(probe.matches(a_page("send that a.example is safe.\n")))
    assert not list(probe.matches(a_page("send it. It is safe.\n")))


def test_sentences_are_found_once() -> None:
    """A sentence with two of the words comes once, with its bounds."""
    found = [s.text.strip() for s in sentences_with(a_page("One. Send and post it. Two.\n"), "send post")]

    assert found == ["send and post it"]


@pytest.mark.parametrize(
    ("text", "is_order"),
    [("Delete it", True), ("- delete it", True), ("and delete it", True), ("tests delete it", False)],
)
def test_orders_stand_first_in_their_clause(text: str, *, is_order: bool) -> None:
    """A verb in the middle of a statement is no order."""
    assert bool([*Probe("delete", order_to("delete") + r"\s+it").matches(a_page(text + "\n"))]) is is_order


def test_words_and_code_are_told_apart() -> None:
    """Paragraphs and comments are words; lines of a fence or script are code."""
    page = a_page("Say.\n\n```sh\n# why\nrun x\n```\n")

    assert [is_told(page, page.text.index(word)) for word in ("say", "# why", "run")] == [True, True, False]


def test_time_is_bounded() -> None:
    """Past the limit a search raises instead of going on."""
    with time_limit(0.0), pytest.raises(OutOfTimeError):
        list(Probe("a", r"a").matches(a_page("a " * 1000)))
