"""Words in a common form."""

import pytest

from skilleval.testing.offline.words import stem, stems


@pytest.mark.parametrize(
    "forms",
    [
        ("check", "checks", "checked", "checking", "checker"),
        ("total", "totals"),
        ("summary", "summaries"),
        ("invoice", "invoices", "invoiced"),
        ("plan", "planned", "planning"),
        ("class", "classes"),
    ],
)
def test_inflections_meet(forms: tuple[str, ...]) -> None:
    """The forms of one word have one stem."""
    assert len({stem(form) for form in forms}) == 1


def test_unlike_words_stay_apart() -> None:
    """Short words are left as they are, and different words stay different."""
    assert stem("bus") == "bus"
    assert stem("sing") == "sing"
    assert stem("bill") != stem("bile")


def test_stems_drop_what_says_nothing() -> None:
    """Only words with a meaning are left, in lower case."""
    assert stems("The Users want to use IT for Tides!") == {"tid"}
