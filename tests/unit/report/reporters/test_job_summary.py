"""The job's summary."""

from pathlib import Path

from skilleval.report.comment import render_summary
from skilleval.report.reporters.job_summary import JobSummaryReporter
from tests.builders_report import a_pass


def test_summary_is_appended_to_what_other_steps_wrote(tmp_path: Path) -> None:
    """The file's earlier content stays."""
    path = tmp_path / "summary.md"
    path.write_text("before\n")
    JobSummaryReporter(path).publish(a_pass())

    assert path.read_text(encoding="utf-8") == "before\n" + render_summary(a_pass())
