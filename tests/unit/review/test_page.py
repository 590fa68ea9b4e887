"""Pages: joined paragraphs, line numbers, words."""

from hypothesis import given
from hypothesis import strategies as st

from skilleval.review.page import Page, join_code, join_prose


def a_page(raw: str) -> Page:
    """Return a Markdown page of this text."""
    return Page("a.md", "prose", "markdown", raw)


def test_a_paragraph_is_one_line() -> None:
    """Wrapped lines of a paragraph are joined; lists, headings and blank lines are not."""
    text = "one\ntwo\n\nthree\n- four\n  five\n# six\n"

    assert join_prose(text) == "one two\n\nthree\n- four   five\n# six\n"


def test_a_block_quote_is_one_line() -> None:
    """Quoted lines are joined without their marks."""
    assert join_prose("> one\n> two\n") == "> one   two\n"


def test_fences_keep_their_lines() -> None:
    """Lines in a fence are joined only where the shell would."""
    text = "```sh\na\nb \\\nc |\nd\n```\n"

    assert join_prose(text) == "```sh\na\nb   c | d\n```\n"


def test_comments_are_joined() -> None:
    """A comment that goes on in the next line is one line."""
    assert join_code("x = 1\n# one\n# two\nx = 1\n") == "x = 1\n# one   two\nx = 1\n"


@given(st.text(alphabet="ab \n>-#|`~\\&\t", max_size=200))
def test_joining_keeps_every_place(text: str) -> None:
    """Joined text is as long as the text: offsets stay what they are."""
    assert len(join_prose(text)) == len(text)
    assert len(join_code(text)) == len(text)


def test_lines_are_those_of_the_file() -> None:
    """An offset in a joined paragraph has the number of its own line."""
    page = a_page("one\ntwo\nthree\n")

    assert [page.line_of(page.text.index(word)) for word in ("one", "two", "three")] == [1, 2, 3]
    assert page.line_of(page.offset_of(3)) == 3


def test_words_know_their_lines() -> None:
    """Each run of letters and digits is found with the joined lines it stands in."""
    page = a_page("Curl, twice:\n\ncurl x_1\n")

    assert page.words["curl"] == [0, 2]
    assert page.words["1"] == [2]
    assert "twice" in page.words


def test_derived_pages_keep_line_numbers() -> None:
    """What is decoded out of a page stands at the line it came from."""
    page = a_page("a\nb\n").derived("x\ny", origin="decoded from hex", numbers=(2, 2))

    assert page.line_of(page.text.index("y")) == 2
