"""The report's files in the run folder."""

import json
from collections.abc import Sequence
from pathlib import Path

from skilleval.domain.remark import RuleDoc
from skilleval.domain.report import Report
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
        """Write every file anew. The same report gives the same bytes."""
        self._run_dir.mkdir(parents=True, exist_ok=True)
        results = json.dumps(render_results(report), indent=2, ensure_ascii=True)
        self._write("results.json", results + "\n")
        self._write("comment.md", render_comment(report))
        self._write("summary.md", render_summary(report))
        self._write("report.html", render_html(report))
        (self._run_dir / "junit.xml").write_bytes(render_junit(report))

        folders = {change.name: change.path for change in report.changes.changes}
        remarks = remarks_of(report.reviews, folders=folders)
        version = report.run.versions.get("skilleval", "")
        self._write("review.sarif", sarif_text(remarks, self._rules, version=version, category="review"))

    def _write(self, name: str, text: str) -> None:
        (self._run_dir / name).write_bytes(text.encode())
