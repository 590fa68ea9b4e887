"""`document_matches` and `document_not_matches`."""

import pytest

from skilleval.domain.suite import DocumentCheck
from skilleval.domain.trial import Evidence
from skilleval.grading.checks.document_match import mark
from skilleval.grading.exhibit import Exhibit
from tests.builders_grading import a_file


def check(kind: str, path: str = "r.docx") -> DocumentCheck:
    """Return a check of a document."""
    return DocumentCheck.model_validate({"id": "C", "kind": kind, "path": path, "pattern": "x"})


@pytest.mark.parametrize("kind", ["document_matches", "document_not_matches"])
def test_missing_document_fails_both(kind: str) -> None:
    """Nothing goes green by absence."""
    assert mark(check(kind), Exhibit(Evidence())).passed is False


def test_document_without_bytes_says_nothing() -> None:
    """A saved run without the bytes leaves it open."""
    lost = a_file("r.docx", None).model_copy(update={"size_bytes": 9})

    assert mark(check("document_matches"), Exhibit(Evidence(files=(lost,)))).passed is None


def test_unreadable_kind_says_nothing() -> None:
    """A kind of file that nobody here reads is left open."""
    exhibit = Exhibit(Evidence(files=(a_file("r.pptx", None, content=b"PK"),)))

    assert mark(check("document_matches", "r.pptx"), exhibit).passed is None
