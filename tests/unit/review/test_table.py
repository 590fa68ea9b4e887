"""The table of rules."""

from skilleval.review import rule_table


def test_ids_are_unique_and_pages_are_there() -> None:
    """Each rule of each analyser is listed once, with a page that says why, what to check and how to fix."""
    rows = rule_table()

    assert len({row.id for row in rows}) == len(rows)
    assert {row.scanner for row in rows} == {"skilleval", "semgrep", "bandit", "model", "trials"}
    assert all(f"\n\n{part}: " in row.page for row in rows for part in ("Why", "Check", "Fix"))
