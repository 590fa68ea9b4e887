"""Frames: several notions in a sentence or beside it, in whatever words and order."""

import re
import time

import pytest

from skilleval.review import vocabulary
from skilleval.review.frame import Frame, Notion, nouns, verbs
from skilleval.review.meaning import told_sentences
from skilleval.review.page import Page
from skilleval.review.rules import PAGE_RULES, SKILL_RULES

SEND = Notion(words=verbs("send copy ship"))
ROWS = Notion(words=nouns("row entry"), needles="whole", pattern=r"\bwhole\s+table\b")
AFAR = Notion(words="elsewhere")
ASKED = Notion(words="asked")
FRAME = Frame(SEND, (ROWS,), near=(AFAR,), unless=(ASKED,))
SECONDS = 4.0


def found(frame: Frame, text: str) -> list[str]:
    """Return the texts that a frame finds."""
    page = Page("a.md", "prose", "markdown", text)
    return [page.text[start:end] for start, end in frame.spans(told_sentences(page))]


def test_words_take_all_their_forms() -> None:
    """Regular verbs and nouns are written once."""
    assert set(verbs("copy ship").split()) >= {"copies", "copied", "copying", "shipped", "shipping", "ships"}
    assert set(nouns("entry box").split()) == {"entry", "entries", "box", "boxes"}


@pytest.mark.parametrize(
    "text",
    [
        "Then send the rows elsewhere at once.",
        "Elsewhere they want it all, so the entries are being copied.",
        "Ship the whole table in the evening. It is kept elsewhere for good.",
        "There is a place elsewhere that wants it. All of the rows are shipped.",
    ],
)
def test_it_holds_in_any_form_and_order(text: str) -> None:
    """Act and parts share a sentence; what is nearby may stand in the one before or after."""
    assert found(FRAME, text)


@pytest.mark.parametrize(
    "text",
    [
        "Never send the rows elsewhere at all.",
        "If asked, send the rows elsewhere at once.",
        "Then send the rows to the printer now.",
        "Ship the rows in the evening.\n\nThe table is kept elsewhere for good.",
        "The send-rows hook lives elsewhere, in `send/rows.py` of it.",
        "```sh\nsend the rows elsewhere now\n```",
    ],
)
def test_what_does_not_hold(text: str) -> None:
    """What is forbidden, harmless, incomplete, in another paragraph, a name, or code does not count."""
    assert found(FRAME, text) == []


def test_parts_are_in_reach() -> None:
    """What stands at the two ends of a very long sentence does not belong together."""
    assert found(FRAME, f"Send it {'and so on ' * 40} with the rows elsewhere.") == []


def test_orders_only() -> None:
    """Where a frame asks for an order, a noun or a description is none; the passive is one."""
    frame = Frame(SEND, (ROWS,), ordered=True)

    assert found(frame, "The rows are shipped in the evening.")
    assert found(frame, "Our partners ship rows in the evening.") == []


def test_a_refusal_may_be_the_act() -> None:
    """A frame about silence is not stopped by the word that forbids to speak."""
    assert found(Frame(SEND, (ROWS,), refusal=True), "Never send any of the rows there.")


def every_notion() -> list[tuple[str, Notion]]:
    """Return the notions of the vocabulary and of every rule, by name."""
    places: list[object] = [vocabulary, *PAGE_RULES, *SKILL_RULES]
    named = [
        (f"{vars(place)['__name__']} {name}", value)
        for place in places
        for name, value in vars(place).items()
    ]
    return [(name, value) for name, value in named if isinstance(value, Notion)]


def test_no_notion_explodes() -> None:
    """Sentences made of a notion's own words, over and over, are searched in bounded time."""
    started = time.process_time()
    for name, notion in every_notion():
        words = re.findall(r"[a-z]{3,}", notion.pattern)[:60]
        text = (" ".join(words) + " ' = ") * 20
        notion.said(text[:800])
        assert time.process_time() - started < SECONDS, name


def test_a_pattern_is_met_only_behind_its_needles() -> None:
    """Whatever a pattern can match holds one of the needles or words: else it is never looked for."""
    for name, notion in every_notion():
        assert not notion.pattern or notion.needles, name
