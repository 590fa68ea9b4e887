"""The child that opens a document: `python -I document_reader.py .docx < bytes`, prints JSON {"rows": […]}.

Stands alone: it imports nothing of skilleval, so that it can run isolated. Exit 3 with {"missing": name}
when a library is not installed; any other failure is a document that cannot be opened.
"""

import io
import json
import sys
from collections.abc import Iterator

MEMORY_BYTES = 1_500_000_000
CPU_S = 20
CELLS = 200_000
"""What is read at most: an XLSX file of a few kilobytes can claim a million rows."""

Rows = Iterator[list[str]]


def limit() -> None:
    """Take from this process what a bomb would need."""
    try:
        import resource  # noqa: PLC0415 -- not there on Windows, where only the caller's time limit holds
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def read_docx(content: bytes) -> Rows:
    """Yield paragraphs and table rows in the order of the document."""
    from docx import Document  # noqa: PLC0415 -- an extra
    from docx.table import Table  # noqa: PLC0415 -- an extra

    for block in Document(io.BytesIO(content)).iter_inner_content():
        if isinstance(block, Table):
            for row in block.rows:
                yield [cell.text for cell in row.cells]
        else:
            yield [block.text]


def read_xlsx(content: bytes) -> Rows:
    """Yield the rows of all sheets, values as stored by the program that wrote them."""
    from openpyxl import load_workbook  # noqa: PLC0415 -- an extra

    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
    for sheet in book.worksheets:
        for row in sheet.iter_rows(values_only=True):
            yield ["" if value is None else str(value) for value in row]


def read_pdf(content: bytes) -> Rows:
    """Yield the lines of all pages."""
    from pypdf import PdfReader  # noqa: PLC0415 -- an extra

    for page in PdfReader(io.BytesIO(content)).pages:
        for line in page.extract_text().splitlines():
            yield [line]


READERS = {".docx": read_docx, ".xlsx": read_xlsx, ".pdf": read_pdf}


def main() -> int:
    """Print the rows of the document on stdin."""
    content = sys.stdin.buffer.read()
    limit()
    rows: list[list[str]] = []
    cells = 0
    try:
        for row in READERS[sys.argv[1]](content):
            cells += len(row)
            if cells > CELLS:
                break
            rows.append(row)
    except ModuleNotFoundError as exc:
        sys.stdout.write(json.dumps({"missing": exc.name}))
        return 3
    sys.stdout.write(json.dumps({"rows": rows}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
