"""`csv_path`."""

import pytest

from skilleval.domain.suite import CsvPathCheck
from skilleval.domain.trial import Evidence
from skilleval.grading.checks.csv_path import mark, number_from
from skilleval.grading.exhibit import Exhibit
from tests.builders_grading import a_file

SHEET = '\ufeffRegion,Revenue\n\nAPAC,"1,200.50"\nEMEA,900\n'
EXHIBIT = Exhibit(
    Evidence(files=(a_file("q3.csv", SHEET), a_file("q3.tsv", "a\tb\n1\t2\n"), a_file("e.csv", "\n")))
)


def check(**parts: object) -> CsvPathCheck:
    """Return a check of one cell."""
    return CsvPathCheck.model_validate(
        {"id": "C", "kind": "csv_path", "target": "q3.csv", "column": "revenue", **parts}
    )


@pytest.mark.parametrize(("parts", "passed"), [
    ({"equals": 1200.5}, True), ({"row": 2, "equals": 900}, True), ({"row": 3, "equals": 900}, False),
    ({"where": {"region": "emea"}, "equals": 900}, True), ({"where": {"Region": "MEA"}, "equals": 1}, False),
    ({"equals": 1200, "tolerance": 1}, True), ({"equals": "1,200.50"}, True), ({"equals": "1200.5"}, False),
    ({"column": "cost", "equals": 1}, False), ({"target": "q3.tsv", "column": "b", "equals": 2}, True),
    ({"target": "none.csv", "equals": 1}, False), ({"target": "e.csv", "equals": 1}, False),
])  # fmt: skip
def test_cell_is_found_by_column_and_row(parts: dict[str, object], passed: bool) -> None:
    """By number of row or by the cells of the row; numbers with separators are numbers."""
    assert mark(check(**parts), EXHIBIT).passed is passed


def test_evidence_shows_the_row() -> None:
    """A reader sees what was compared."""
    assert mark(check(row=2, equals=1), EXHIBIT).evidence == "revenue is “900” in “EMEA, 900”"


@pytest.mark.parametrize(
    ("cell", "number"), [("$1,200.50", 1200.5), ("12 %", 12.0), ("n/a", None), ("", None)]
)
def test_numbers_in_cells(cell: str, number: float | None) -> None:
    """Currency and percent signs are no part of the number."""
    assert number_from(cell) == number


def test_workbook_without_bytes_says_nothing() -> None:
    """An XLSX file whose bytes were not kept is left open; one that is not there fails."""
    lost = a_file("q.xlsx", None).model_copy(update={"size_bytes": 9})

    assert mark(check(target="q.xlsx", equals=1), Exhibit(Evidence(files=(lost,)))).passed is None
    assert mark(check(target="q.xlsx", equals=1), Exhibit(Evidence())).passed is False
