"""What a command prints: one JSON object for machines, or the comment for a terminal."""

import json
from collections.abc import Mapping

from rich.console import Console

from skilleval.domain.report import Report
from skilleval.report import render_results, render_terminal


def print_report(report: Report, *, as_json: bool) -> int:
    """Print a report to stdout and return the run's exit code."""
    if as_json:
        print_json(render_results(report))
    else:
        render_terminal(report, Console(soft_wrap=False))
    return report.verdict.exit_code


def print_json(data: Mapping[str, object] | list[object]) -> None:
    """Print one JSON value to stdout and nothing else."""
    print(json.dumps(data, indent=1, ensure_ascii=True))  # noqa: T201
