"""The report on a terminal."""

import io

from rich.console import Console

from skilleval.report.reporters.terminal import TerminalReporter
from skilleval.report.terminal import render_terminal
from tests.builders_report import a_pass


def test_reporter_prints_the_report() -> None:
    """What the reporter prints is the report."""
    direct, reported = io.StringIO(), io.StringIO()
    render_terminal(a_pass(), Console(file=direct, width=100))
    TerminalReporter(Console(file=reported, width=100)).publish(a_pass())

    assert reported.getvalue() == direct.getvalue() != ""
