"""What is read of a bundle."""

from skilleval.domain.policy import ReviewPolicy
from skilleval.review.reading import Memo, empty_reading, reading_of
from tests.builders_review import POLICY, a_bundle, a_reading


def test_files_beyond_the_bounds_are_left_out() -> None:
    """Number and size of files are bounded."""
    bundle = a_bundle({"a.txt": "x" * 100, "b.txt": "x"})

    reading = reading_of(bundle, ReviewPolicy(file_bytes=90), Memo())

    assert [file.path for file in reading.read_files] == ["SKILL.md", "b.txt"]


def test_equal_files_are_read_once() -> None:
    """Base and head that share a memo share pages."""
    memo = Memo()
    bundle = a_bundle()

    first, second = (reading_of(bundle, POLICY, memo) for _ in range(2))

    assert first.pages[0] is second.pages[0]


def test_pages_go_with_the_last_who_took_them() -> None:
    """One who lets go leaves the pages to the other; after both, they are made anew."""
    memo = Memo()
    bundle = a_bundle()
    first, second, third, fourth = (reading_of(bundle, POLICY, memo) for _ in range(4))
    page = first.pages[0]
    assert second.pages[0] is page

    first.let_go()
    assert third.pages[0] is page

    second.let_go()
    third.let_go()
    assert fourth.pages[0] is not page


def test_letting_go_of_what_was_not_taken_is_nothing() -> None:
    """A reading whose pages nobody asked for does not take them from another."""
    memo = Memo()
    bundle = a_bundle()
    idle, first, second = (reading_of(bundle, POLICY, memo) for _ in range(3))
    page = first.pages[0]

    idle.let_go()

    assert second.pages[0] is page


def test_the_page_of_a_path() -> None:
    """A page is found by its path; a base that is not there has none."""
    reading = a_reading(a_bundle())

    assert reading.page("SKILL.md") is reading.pages[0]
    assert reading.page("other") is None
    assert empty_reading(reading).pages == ()
