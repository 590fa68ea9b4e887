"""The report as the job's summary on GitHub Actions."""

from pathlib import Path

from skilleval.domain.report import Report
from skilleval.errors import OurError
from skilleval.report.comment import render_summary


class JobSummaryReporter:
    """Appends the summary to the file that the runner names in GITHUB_STEP_SUMMARY."""

    def __init__(self, path: Path) -> None:
        """Append to `path`; other steps may have written there before."""
        self._path = path

    def publish(self, report: Report) -> None:
        """Append the summary, at most 1 MiB: the runner drops a larger one whole.

        Raises:
            OurError: the file cannot be written.
        """
        try:
            with self._path.open("ab") as file:
                file.write(render_summary(report).encode())
        except OSError as exc:
            raise OurError(f"the job summary cannot be written: {exc.strerror}") from exc
