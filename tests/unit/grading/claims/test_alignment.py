"""How near two passages come."""

from hypothesis import given
from hypothesis import strategies as st

from skilleval.grading.claims.alignment import nearest, words_of

TEXT = "Payable within 14 days of receipt. Interest of two per cent is charged after that."


def test_a_changed_number_leaves_all_but_one_word_shared() -> None:
    """The passage is found, with what differs."""
    near = nearest("Payable within 30 days of receipt", TEXT)

    assert near is not None
    assert (near.words, near.shared, near.run, near.text) == (6, 5, 3, "payable within 14 days of receipt")


def test_a_text_without_any_of_the_words_comes_nowhere_near() -> None:
    """Nothing is nearest then."""
    assert nearest("Nobody rehearses here", TEXT) is None


def test_contracted_and_full_forms_are_different_words() -> None:
    """Whoever quotes "can't" for "cannot" has changed a word."""
    assert words_of("can’t") == ("can't",)
    assert words_of("“Cannot” **go**") == ("cannot", "go")


@given(st.text(max_size=200), st.text(max_size=80))
def test_no_more_words_are_shared_than_there_are(text: str, quote: str) -> None:
    """Whatever the texts."""
    near = nearest(quote, text)
    assert near is None or 0 < near.run <= near.shared <= min(near.words, near.span)


@given(st.lists(st.sampled_from(["one", "two", "three", "four", "five"]), min_size=1, max_size=30))
def test_a_text_comes_nearest_to_itself(words: list[str]) -> None:
    """Every word is shared."""
    near = nearest(" ".join(words), " ".join(words))
    assert near is not None
    assert near.shared == near.words == len(words)
