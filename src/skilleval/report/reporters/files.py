"""The report's files in the run folder."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from skilleval.domain.remark import RuleDoc
from skilleval.domain.report import Report
from skilleval.errors import OurError
from skilleval.report.comment import render_comment, render_summary
from skilleval.report.findings import remarks_of
from skilleval.report.junit import render_junit
from skilleval.report.page import render_html
from skilleval.report.reporters.sarif import sarif_text
from skilleval.report.results import render_results


class FilesReporter:
    """Writes results.json, comment.md, summary.md, report.html, junit.xml and review.sarif into a folder."""

    def __init__(self, run_dir: Path, rules: Sequence[RuleDoc] = ()) -> None:
        """Write below `run_dir`, which is made when it is missing; `rules` explain the findings."""
        self._run_dir = run_dir
        self._rules = rules

    def publish(self, report: Report) -> None:
        """Write every file anew. The same report gives the same bytes.

        Raises:
            OurError: the folder cannot be written to.
        """
        try:
            self._run_dir.mkdir(parents=True, exist_ok=True)
            for name, content in self._files(report):
                (self._run_dir / name).write_bytes(content)
        except OSError as exc:
            raise OurError(f"the report cannot be written to {self._run_dir}: {exc.strerror}") from exc

    def _files(self, report: Report) -> Iterator[tuple[str, bytes]]:
        results = json.dumps(render_results(report), indent=2, ensure_ascii=True)
        yield "results.json", (results + "\n").encode()
        yield "comment.md", render_comment(report).encode()
        yield "summary.md", render_summary(report).encode()
        yield "report.html", render_html(report).encode()
        yield "junit.xml", render_junit(report)
        yield "review.sarif", self._sarif(report).encode()

    def _sarif(self, report: Report) -> str:
        remarks = remarks_of(report.reviews)
        version = report.run.versions.get("skilleval", "")
        return sarif_text(remarks, self._rules, version=version, category="review")
