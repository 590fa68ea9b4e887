"""What a command prints: one JSON object for machines, or the comment for a terminal."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:  # its models take a third of a second, and most commands print no report
    from skilleval.domain.report import Report


def print_report(report: "Report", *, as_json: bool) -> int:
    """Print a report to stdout and return the run's exit code."""
    from skilleval.report import render_results, render_terminal  # noqa: PLC0415  # most commands print none

    if as_json:
        print_json(render_results(report))
    else:
        render_terminal(report, Console(soft_wrap=False))
    return report.verdict.exit_code


def print_lines(lines: Sequence[str]) -> None:
    """Print lines of text; what they quote of a bundle cannot reach the terminal as control codes."""
    print("\n".join(one_line(line) for line in lines))  # noqa: T201


def one_line(text: str) -> str:
    """Return foreign text on one line, without control or invisible characters."""
    return "".join(char if char.isprintable() else " " for char in text)


def print_json(data: Mapping[str, object] | list[object]) -> None:
    """Print one JSON value to stdout and nothing else."""
    print(json.dumps(data, indent=1, ensure_ascii=True))  # noqa: T201
