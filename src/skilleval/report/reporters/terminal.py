"""The report on a terminal."""

from rich.console import Console

from skilleval.domain.report import Report
from skilleval.report.terminal import render_terminal


class TerminalReporter:
    """Prints the report."""

    def __init__(self, console: Console) -> None:
        """Print on `console`."""
        self._console = console

    def publish(self, report: Report) -> None:
        """Print the comment's parts, in its order."""
        render_terminal(report, self._console)
