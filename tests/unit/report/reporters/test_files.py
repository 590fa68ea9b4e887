"""The report's files."""

import json
from pathlib import Path

import pytest

from skilleval.errors import OurError
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


def test_a_folder_that_cannot_be_written_is_ours_and_named(tmp_path: Path) -> None:
    """A full or closed disk is said in one line, not as a traceback."""
    (tmp_path / "run").write_text("a file is in the way")

    with pytest.raises(OurError, match="cannot be written to"):
        FilesReporter(tmp_path / "run").publish(a_pass())
