"""docs/simulation.md from outcomes."""

from pathlib import Path

import pytest

from skilleval.simulation.__main__ import main
from skilleval.simulation.grid import goals, sections
from skilleval.simulation.page import render_page
from skilleval.simulation.scenario import Outcome

GOOD = Outcome(passed=0.95, inconclusive=0.05, fail=0.0, literal_pass=0.95, red=0.05, mean_runs=40)


def test_page_has_promises_and_tables() -> None:
    """Each scenario is a row, each promise is held against its figure, and small suites are described."""
    parts, promises = sections(draws=400), goals(draws=400)
    outcomes = {scenario: GOOD for part in parts for scenario in part.scenarios}

    page = render_page(parts, outcomes, promises)

    assert page.startswith("# What a suite can see\n")
    assert "Each row is 400 imagined runs (seed 0)" in page
    assert page.count("✓") + page.count("✗") == len(promises)
    assert "With 2 tasks, a gain of 0.20 on every task passes in 95% of runs" in page
    assert page.count("| `") == sum(len(part.scenarios) for part in parts)


def test_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command writes the page and answers by its exit code whether promises were kept."""
    out = tmp_path / "docs" / "simulation.md"

    code = main(["--draws", "1", "--out", str(out), "--workers", "1"])

    said = capsys.readouterr()
    assert out.read_text(encoding="utf-8").startswith("# What a suite can see")
    assert "## Triggers and routing" in out.read_text(encoding="utf-8")
    assert "promises kept" in said.out
    assert code == (1 if "not kept" in said.err else 0)
