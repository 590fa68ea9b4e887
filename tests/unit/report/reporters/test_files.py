"""The report's files."""

import json
from pathlib import Path

from skilleval.report.comment import render_comment
from skilleval.report.reporters.files import FilesReporter
from tests.builders_report import a_pass


def test_files_are_written_and_written_again_alike(tmp_path: Path) -> None:
    """Publishing twice leaves the same bytes."""
    reporter = FilesReporter(tmp_path / "run")
    reporter.publish(a_pass())
    first = {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()}
    reporter.publish(a_pass())

    assert {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()} == first
    assert json.loads(first["results.json"])["verdict"] == "pass"
    assert first["comment.md"].decode() == render_comment(a_pass())
