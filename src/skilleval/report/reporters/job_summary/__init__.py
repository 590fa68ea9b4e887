"""The job summary: everything, in the file that the runner shows."""

from pathlib import Path

from skilleval.domain.report import Report
from skilleval.errors import OurError
from skilleval.report.comment import render_summary


class JobSummaryReporter:
    """Adds the report to the step's summary file."""

    def __init__(self, file: Path) -> None:
        """Write to `file`, which the runner made."""
        self._file = file

    def publish(self, report: Report) -> None:
        """Append the summary, at most 1 MiB: GitHub drops a larger one.

        Raises:
            OurError: the file cannot be written.
        """
        try:
            with self._file.open("a", encoding="utf-8", newline="") as file:
                file.write(render_summary(report))
        except OSError as exc:
            raise OurError(f"the job summary cannot be written: {exc.strerror}") from exc
