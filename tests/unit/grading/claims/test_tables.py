"""Counts in tables and lists of the answer."""

import pytest

from skilleval.grading.claims.tables import find
from tests.builders_grading import a_scene, states

LOG = {"app.log": "INFO a\nERROR b\nERROR c\n"}
VOTES = {"votes.csv": "id,vote\n1,yes\n2,no\n3,yes\n"}


def table(label: str, number: str, *, name: str = "Count") -> str:
    """Return a table of one row."""
    return f"| what | {name} |\n|---|---|\n| {label} | {number} |\n"


@pytest.mark.parametrize(("label", "number", "found"), [
    ("ERROR", "2", ["verified"]), ("ERROR", "3", ["contradicted"]), ("`ERROR`", "**3**", ["contradicted"]),
    ("FATAL", "1", []), ("error", "two", ["verified"]),
])  # fmt: skip
def test_row_is_held_against_the_file(label: str, number: str, found: list[str]) -> None:
    """A label that stands nowhere may mean anything."""
    assert states(find(a_scene(table(label, number), given=LOG))) == found


def test_column_must_be_one_of_counts() -> None:
    """A price is none."""
    assert states(find(a_scene(table("ERROR", "3", name="Price"), given=LOG))) == []


def test_cells_of_data() -> None:
    """Votes are counted by their cells."""
    assert states(find(a_scene(table("yes", "3"), given=VOTES))) == ["contradicted"]


def test_list_of_levels() -> None:
    """Without a table."""
    assert states(find(a_scene("- ERROR: 5\n- INFO: 1 line\n", given=LOG))) == ["contradicted", "verified"]
