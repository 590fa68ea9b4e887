"""The check run: its conclusion is the verdict."""

from skilleval.domain.report import Report
from skilleval.ports import CheckRun
from skilleval.report.check import build_check


class CheckRunReporter:
    """Closes the check that the run opened."""

    def __init__(self, check: CheckRun) -> None:
        """Close `check`."""
        self._check = check

    def publish(self, report: Report) -> None:
        """Set conclusion, title, summary, text, and annotations in slices."""
        self._check.conclude(build_check(report).requests())
