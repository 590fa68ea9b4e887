"""What is read of a bundle."""

from skilleval.domain.policy import ReviewPolicy
from skilleval.review.reading import empty_reading, reading_of
from tests.builders_review import POLICY, a_bundle, a_reading


def test_files_beyond_the_bounds_are_left_out() -> None:
    """Number and size of files are bounded."""
    bundle = a_bundle({"a.txt": "x" * 100, "b.txt": "x"})

    reading = reading_of(bundle, ReviewPolicy(file_bytes=90), {})

    assert [file.path for file in reading.read_files] == ["SKILL.md", "b.txt"]


def test_equal_files_are_read_once() -> None:
    """Base and head that share a memo share pages."""
    memo: dict[tuple[str, str], tuple[object, ...]] = {}
    bundle = a_bundle()

    first, second = (reading_of(bundle, POLICY, memo) for _ in range(2))  # type: ignore[arg-type]

    assert first.pages[0] is second.pages[0]


def test_the_page_of_a_path() -> None:
    """A page is found by its path; a base that is not there has none."""
    reading = a_reading(a_bundle())

    assert reading.page("SKILL.md") is reading.pages[0]
    assert reading.page("other") is None
    assert empty_reading(reading).pages == ()
