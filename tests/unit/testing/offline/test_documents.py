"""What an agent sees in a file."""

from hypothesis import given
from hypothesis import strategies as st

from skilleval.testing.offline.documents import (
    Document,
    best_label,
    labelled_value,
    matching_lines,
    numbers_in,
)

LINES = ("Number: A 7", "", "* Paper 1,200.50", "* Credit -0.50 EUR", "Berlin, 3 May 2026", "Total: 9.00")
BILL = Document(path="b", text="\n".join(LINES))
TABLE = Document(path="t", text='city,"net price"\nBonn,"1,000.25"\nUlm,3\n')


def test_lines_labels_and_amounts() -> None:
    """Amounts of money are told from dates, labels and totals."""
    assert BILL.labels == {"Number": "A 7", "Total": "9.00"}
    assert BILL.amounts == (1200.50, -0.50)
    assert BILL.table == ()


def test_table_and_column() -> None:
    """A table is one with a header and equal rows; a column is found by a word of its name."""
    assert TABLE.table == ({"city": "Bonn", "net price": "1,000.25"}, {"city": "Ulm", "net price": "3"})
    assert TABLE.column("price column") == "net price"
    assert TABLE.column("weight") is None
    assert Document(path="x", text="a,b\n1\n").table == ()


def test_labelled_value() -> None:
    """A label is found by its words, in the first document that has it."""
    assert labelled_value([TABLE, BILL], "total") == ("Total", "9.00")
    assert labelled_value([BILL], "due date") is None
    assert best_label("number of the order", ["Order number", "Date"]) == "Order number"


def test_matching_lines() -> None:
    """Case and bullets do not count."""
    assert list(matching_lines([BILL], ["PAPER"], is_prefix=True)) == ["Paper 1,200.50"]
    assert list(matching_lines([BILL], ["may", "glue"], is_prefix=False)) == ["Berlin, 3 May 2026"]


def test_numbers() -> None:
    """Numbers with or without thousands separators."""
    assert numbers_in("1,234.50 and -3, 12") == [1234.5, -3, 12]


@given(st.text(max_size=300))
def test_any_text_is_a_document(text: str) -> None:
    """No text breaks the readers."""
    document = Document(path="x", text=text)

    assert len(document.amounts) <= len(document.lines)
    assert all(len(row) >= 1 for row in document.table)
    assert all(label.strip() for label in document.labels)


def test_a_huge_field_is_no_table() -> None:
    """A line beyond what the reader of tables takes is text."""
    assert Document(path="x", text="a,b\n" + "x" * 200_000 + ",y").table == ()
