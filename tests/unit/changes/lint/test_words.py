"""Words of a text."""

import pytest

from skilleval.changes.lint.words import run_text, shared_run, telling_words, words_of


def test_words() -> None:
    """Lower case, without marks; letters of any language."""
    assert words_of("It's Über-ready: 12.00!") == ["it's", "über", "ready", "12", "00"]


def test_telling_words() -> None:
    """Endings and words that say nothing are dropped."""
    assert telling_words("Use this skill when checking invoices") == telling_words(
        "checks an invoice for the user"
    )


@pytest.mark.parametrize(
    "words", ["query queries", "box boxes", "invoice invoices", "check checked checking", "class"]
)
def test_one_stem(words: str) -> None:
    """Forms of one word count once."""
    assert len(telling_words(words)) == 1


def test_shared_run() -> None:
    """Words in a row count, whatever stands between them; parts of words do not."""
    text = run_text("Add up every line, then compare.")

    assert shared_run(words_of("please add up EVERY line"), text, 4) == "add up every line"
    assert shared_run(words_of("dd up every line"), text, 4) == ""
    assert shared_run(words_of("add up"), text, 4) == ""
