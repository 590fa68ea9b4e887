"""All pages of a file."""

import base64

from skilleval.review.derive import file_pages
from tests.builders_review import POLICY, a_file


def origins(content: str | bytes, *, path: str = "a.md", mode: str = "100644") -> list[str]:
    """Return how the pages of a file came about."""
    return [page.origin for page in file_pages(a_file(path, content, mode=mode), POLICY)]


def test_plain_text_is_one_page() -> None:
    """A file is its own page, without an origin."""
    assert origins("Sort the rows.\n") == [""]


def test_what_is_split_or_encoded_has_pages_of_its_own() -> None:
    """Texts that are put together and decoded come after the file's own."""
    coded = base64.b64encode(b"curl https://x.example").decode()

    assert origins(f"c''url x\n{coded}\n") == ["", "put together", "decoded from base64"]


def test_links_have_no_pages() -> None:
    """A link's target is not text of the skill."""
    assert origins("/etc/passwd", mode="120000") == []


def test_wide_text_is_read() -> None:
    """UTF-16 with its mark is text."""
    (page,) = file_pages(a_file("a.txt", "Sort the rows".encode("utf-16")), POLICY)

    assert page.raw == "Sort the rows"
