"""A body is cut into sentences, quoted text kept whole."""

from hypothesis import given
from hypothesis import strategies as st

from skilleval.testing.offline.sentences import split_sentences


def plain(body: str) -> list[str]:
    """Return the sentences as they read."""
    return [sentence.plain(sentence.masked) for sentence in split_sentences(body)]


def test_items_and_wrapped_lines() -> None:
    """A list item is a sentence, even over two lines; so is each sentence of a paragraph."""
    assert plain("- One\n  goes on\n- Two\n\nThree. Four!\n") == ["One goes on", "Two", "Three.", "Four!"]


def test_quoted_text_ends_no_sentence() -> None:
    """A full stop inside quotation marks does not cut; one at their end does."""
    found = list(split_sentences('Say "A. B. C" now. Say “Dear all.” Then `rm x. Y` it.'))

    assert [sentence.masked for sentence in found] == ["Say ‹q0› now.", "Say ‹q1›.", "Then ‹b2› it."]
    assert found[0].texts == ("A. B. C", "Dear all.", "rm x. Y")


def test_what_is_no_instruction_is_left_out() -> None:
    """Headings, tables, code blocks and examples are not read."""
    body = "# Do this\n| a | b |\n```sh\nrun it\n```\nReal.\n## Examples\nNot this.\n## More\nThis.\n"

    assert plain(body) == ["Real.", "This."]


@given(st.text(alphabet=st.sampled_from('aB .:;"`‹›q0-#\n1)|~'), max_size=120))
def test_any_body_can_be_read(body: str) -> None:
    """No body breaks the reader, and each mark in a sentence stands for a text."""
    for sentence in split_sentences(body):
        assert sentence.masked.strip()
        assert len(sentence.quoted(sentence.masked)) <= len(sentence.texts)
