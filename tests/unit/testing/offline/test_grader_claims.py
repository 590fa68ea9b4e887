"""Rules for claims."""

import pytest

from skilleval.testing.offline.grader_claims import find_claims, is_contradicted
from skilleval.testing.offline.grader_sheet import Section, Sheet

CSV = Section("given", "a,b\n1,2\n3,4\n", {"path": "bill.csv"})


def sheet(answer: str, *given: Section) -> Sheet:
    """Return a sheet."""
    return Sheet((Section("answer", answer, {}), *given))


@pytest.mark.parametrize(("answer", "states"), [
    ("bill.csv has 2 rows.", ["verified"]), ("The file contains nine rows.", ["contradicted"]),
    ("The file has 3 columns.", ["contradicted"]), ("It fits in one line.", []),
    ("The team has 9 records.", []),
])  # fmt: skip
def test_counts_of_given_files_are_held_against_them(answer: str, states: list[str]) -> None:
    """With and without the heading row; other counts are not its business."""
    assert [claim["state"] for claim in find_claims(sheet(answer, CSV))] == states


def test_without_a_file_nothing_is_said() -> None:
    """There is nothing to count."""
    assert list(find_claims(sheet("The file has 9 rows."))) == []


def test_second_look_counts_again() -> None:
    """And agrees only with what it finds itself."""
    work = sheet("The file has 9 rows. It is fine.", CSV)

    assert is_contradicted("The file has 9 rows.", work)
    assert not is_contradicted("It is fine.", work)
