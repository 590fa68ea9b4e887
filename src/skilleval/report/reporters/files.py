"""The report's files in the run folder."""

import json
from collections.abc import Iterator
from pathlib import Path

from skilleval.domain.report import Report
from skilleval.errors import OurError
from skilleval.report.comment import render_comment, render_summary
from skilleval.report.junit import render_junit
from skilleval.report.page import render_html
from skilleval.report.results import render_results


class FilesReporter:
    """Writes results.json, comment.md, summary.md, report.html and junit.xml into a run folder."""

    def __init__(self, run_dir: Path) -> None:
        """Write below `run_dir`, which is made when it is missing."""
        self._run_dir = run_dir

    def publish(self, report: Report) -> None:
        """Write every file anew. The same report gives the same bytes.

        Raises:
            OurError: the folder cannot be written to.
        """
        try:
            self._run_dir.mkdir(parents=True, exist_ok=True)
            for name, content in _files(report):
                (self._run_dir / name).write_bytes(content)
        except OSError as exc:
            raise OurError(f"the report cannot be written to {self._run_dir}: {exc.strerror}") from exc


def _files(report: Report) -> Iterator[tuple[str, bytes]]:
    # ASCII, so that a name that is not UTF-8 is an escape and not the end of the report
    yield "results.json", json.dumps(render_results(report), indent=2).encode() + b"\n"
    yield "comment.md", render_comment(report).encode()
    yield "summary.md", render_summary(report).encode()
    yield "report.html", render_html(report).encode()
    yield "junit.xml", render_junit(report)
