"""Documents are opened in a child process: what the parent makes of its answers."""

import pytest

from skilleval.grading.checks.documents import DocumentProblem, rows_of_workbook, text_of_document


def test_unknown_kind_is_not_the_files_fault() -> None:
    """A document of a kind that no library here reads is left open."""
    with pytest.raises(DocumentProblem, match=r"known: \.docx") as caught:
        text_of_document("a.pptx", b"x")

    assert caught.value.of_the_file is False


@pytest.mark.parametrize("path", ["a.docx", "a.xlsx", "a.pdf"])
def test_garbage_is_the_files_fault_or_the_library_is_missing(path: str) -> None:
    """Bytes that nobody can open fail; a missing library says which one to install."""
    with pytest.raises(DocumentProblem) as caught:
        text_of_document(path, b"not a document")

    assert caught.value.of_the_file or "install skilleval-bot[documents]" in str(caught.value)


def test_workbook_of_garbage_has_no_rows() -> None:
    """The same holds for rows."""
    with pytest.raises(DocumentProblem):
        rows_of_workbook(b"PK\x03\x04garbage")
