"""The child that opens documents, with the real libraries where they are installed."""

import io

import pytest

from skilleval.grading.checks import document_reader
from skilleval.grading.checks.documents import rows_of_workbook, text_of_document


def test_docx_has_paragraphs_and_tables_in_order() -> None:
    """Text and table cells come out as lines."""
    docx = pytest.importorskip("docx", reason="the extra `documents` is not installed")
    document = docx.Document()
    document.add_paragraph("Total is 62.00")
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "paper", "14"
    buffer = io.BytesIO()
    document.save(buffer)

    assert text_of_document("r.docx", buffer.getvalue()) == "Total is 62.00\npaper\t14"


def test_xlsx_has_rows() -> None:
    """Cells come out as text."""
    openpyxl = pytest.importorskip("openpyxl", reason="the extra `documents` is not installed")
    book = openpyxl.Workbook()
    book.active.append(["region", 1200.5])
    buffer = io.BytesIO()
    book.save(buffer)

    assert rows_of_workbook(buffer.getvalue()) == [["region", "1200.5"]]


def test_pdf_without_text_is_empty() -> None:
    """A page without text is a document without lines."""
    pypdf = pytest.importorskip("pypdf", reason="the extra `documents` is not installed")
    writer = pypdf.PdfWriter()
    writer.add_blank_page(width=100, height=100)
    buffer = io.BytesIO()
    writer.write(buffer)

    assert text_of_document("r.pdf", buffer.getvalue()) == ""


def test_reader_knows_the_kinds_that_the_parent_names() -> None:
    """Parent and child speak of the same kinds."""
    from skilleval.grading.checks.documents import SUFFIXES

    assert set(document_reader.READERS) == set(SUFFIXES)
