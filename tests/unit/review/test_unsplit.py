"""Putting split text together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.review.page import Page
from skilleval.review.unsplit import MAX_LINE, put_together, resolved

CASES = {
    "c''url x": "curl x",
    'c"ur"l x': "curl x",
    "c\\url x": "curl x",
    '"cu" + "rl"': '"curl"',
    "'cu' . 'rl'": "'curl'",
    "{curl,-s,x}": "curl -s x",
    "cat${IFS}/etc/passwd": "cat /etc/passwd",
    "cat /etc/pass[w]d": "cat /etc/passwd",
    '"lruc"[::-1]': '"curl"',
    "''.join(['c','u','r','l'])": '"curl"',
    "chr(99)+chr(117)+chr(114)+chr(108)": '"curl"',
    "\\x63\\x75\\x72\\x6c": "curl",
    "i g n o r e": "ignore",
    "hxxps://a[.]b": "https://a.b",
    "p^ower^shell": "powershell",
    '"cuXrlX".replace("X", "")': '"curl"',
}


@pytest.mark.parametrize("line", CASES)
def test_a_line_reads_as_it_runs(line: str) -> None:
    """Quotes, escapes, joins, reversal and expansion are resolved."""
    assert resolved(line, {}) == CASES[line]


def test_variables_are_filled_in() -> None:
    """Values set anywhere in the file are put where they are used, at the line of the use."""
    page = put_together(Page("a.sh", "code", "bash", "A=cu\nB=rl\necho\n$A$B x\n"))

    assert page is not None
    assert (page.raw, page.numbers) == ("curl x", (4,))


def test_plain_text_has_no_second_page() -> None:
    """Nothing is derived from text that has nothing to put together."""
    assert put_together(Page("a.md", "prose", "markdown", "Sort the rows.\n")) is None


@given(st.text(alphabet="ab'\"\\$+{}[],.x6^ ()", max_size=120))
def test_output_is_bounded(line: str) -> None:
    """No line grows beyond four times the longest that is read."""
    assert len(resolved(line, {"a": "b" * 300, "b": "$a$a$a"})) <= 4 * MAX_LINE
