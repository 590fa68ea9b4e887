"""Routing in the reports."""

import json

from skilleval.report.routing import routing_block
from skilleval.report.routing_json import routing_json
from tests.builders_routing import a_routing_table


def test_moves_and_new_confusions_are_said_in_words() -> None:
    """How many moved from which skill to which, whether rightly, and the queries themselves."""
    block = routing_block(a_routing_table(), limit=10)
    (moved,) = block.moves.shown

    assert moved.startswith("1 query moved from report-writer to csv-clean (0 rightly, 1 wrongly): ")
    assert moved.endswith("“write up the monthly numbers”")
    assert "New confusion: requests of report-writer go to csv-clean." in block.lines
    assert (block.rows[0].old, block.rows[0].new) == ("0.75 [0.15, 0.85]", "0.50 [0.15, 0.85]")
    assert block.skills.shown[0].precision == "0.50 (n=6)"


def test_without_an_old_side_there_is_one_column() -> None:
    """A folder by itself has figures and nothing to compare them with."""
    alone = a_routing_table().model_copy(update={"baseline": None, "moves": (), "difference": None})
    block = routing_block(alone, limit=10)

    assert not block.has_old
    assert block.rows[0].old == "–"
    assert not [line for line in block.lines if line.startswith("Difference")]


def test_rows_are_cut_and_counted() -> None:
    """A short comment says how much it leaves out."""
    table = a_routing_table()
    many = table.model_copy(update={"moves": table.moves * 9})

    assert (len(routing_block(many, limit=5).moves.shown), routing_block(many, limit=5).moves.more) == (5, 4)


def test_machines_read_all_of_it() -> None:
    """Intervals as two numbers, every query, every cell of the matrix."""
    found = json.loads(json.dumps(routing_json(a_routing_table())))

    assert found["candidate"]["accuracy"] == 0.5
    assert found["candidate"]["interval"] == [0.15, 0.85]
    assert found["new_confusions"] == [{"belongs_to": "report-writer", "goes_to": "csv-clean"}]
    assert found["queries"][0]["took"] == {"baseline": "report-writer", "candidate": "csv-clean"}
    assert routing_json(a_routing_table().model_copy(update={"baseline": None}))["baseline"] is None
