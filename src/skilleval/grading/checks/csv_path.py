"""`csv_path`: one cell of a CSV, TSV or XLSX file, found by its column and row."""

import csv
import io
from pathlib import PurePosixPath

from skilleval.domain.suite import CsvPathCheck
from skilleval.grading.checks.documents import DocumentProblem, rows_of_workbook
from skilleval.grading.checks.mark import Mark, cannot_tell, clip, fails, unreadable
from skilleval.grading.checks.same_value import is_same
from skilleval.grading.exhibit import Exhibit

Rows = list[list[str]]


class NoRows(Exception):
    """The target holds no rows; the mark says why."""

    def __init__(self, mark: Mark) -> None:
        """Keep what follows for the check."""
        super().__init__(mark.evidence)
        self.mark = mark


def mark(check: CsvPathCheck, exhibit: Exhibit) -> Mark:
    """Return whether the cell equals the wanted value, within the tolerance."""
    try:
        rows = _rows(check, exhibit)
    except NoRows as exc:
        return exc.mark
    heading = [cell.strip().lower() for cell in rows[0]]
    unknown = [name for name in (check.column, *check.where) if name.strip().lower() not in heading]
    if unknown:
        return fails(f"{check.target} has no column {unknown[0]}; it has {clip(', '.join(rows[0]))}")
    row = _row(check, rows[1:], heading)
    if row is None:
        return fails(f"{check.target} has no such row")
    cell = _cell(row, heading.index(check.column.strip().lower()))
    return Mark(_is_wanted(cell, check), f"{check.column} is “{clip(cell)}” in “{clip(', '.join(row))}”")


def _rows(check: CsvPathCheck, exhibit: Exhibit) -> Rows:
    """Return the filled rows, the heading first. Raises NoRows."""
    suffix = PurePosixPath(check.target).suffix.lower()
    if suffix == ".xlsx":
        rows = _workbook(check, exhibit)
    else:
        reading = exhibit.read(check.target)
        if reading.text is None:
            raise NoRows(unreadable(reading))
        text = reading.text.removeprefix("\ufeff")
        rows = list(csv.reader(io.StringIO(text), delimiter="\t" if suffix == ".tsv" else ","))
    filled = [row for row in rows if any(cell.strip() for cell in row)]
    if not filled:
        raise NoRows(fails(f"{check.target} is empty"))
    return filled


def _workbook(check: CsvPathCheck, exhibit: Exhibit) -> Rows:
    if exhibit.find(check.target) is None:
        raise NoRows(fails(f"there is no file {check.target}"))
    content = exhibit.raw(check.target)
    if content is None:
        raise NoRows(cannot_tell(f"the bytes of {check.target} were not kept"))
    try:
        return rows_of_workbook(content)
    except DocumentProblem as exc:
        raise NoRows(fails(str(exc)) if exc.of_the_file else cannot_tell(str(exc))) from exc


def _row(check: CsvPathCheck, rows: Rows, heading: list[str]) -> list[str] | None:
    if not check.where:
        return rows[check.row - 1] if check.row <= len(rows) else None
    wanted = {
        heading.index(name.strip().lower()): value.strip().lower() for name, value in check.where.items()
    }
    for row in rows:
        if all(_cell(row, index).strip().lower() == value for index, value in wanted.items()):
            return row
    return None


def _cell(row: list[str], index: int) -> str:
    return row[index] if index < len(row) else ""


def _is_wanted(cell: str, check: CsvPathCheck) -> bool:
    if isinstance(check.equals, str):
        return cell.strip() == check.equals.strip()
    number = number_from(cell)
    return number is not None and is_same(number, check.equals, tolerance=check.tolerance)


def number_from(cell: str) -> float | None:
    """Return the number in a cell, without currency, percent sign and separators of thousands."""
    plain = cell.strip().strip("$€£% ").replace(",", "").replace("\u00a0", "")
    try:
        return float(plain)
    except ValueError:
        return None
