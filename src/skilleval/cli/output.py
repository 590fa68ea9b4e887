"""What a command prints: one JSON object for machines, or the comment for a terminal."""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rich.console import Console

from skilleval.cli.guard import unguarded
from skilleval.domain.printed import inert_line, no_command

if TYPE_CHECKING:  # its models take a third of a second, and most commands print no report
    from skilleval.domain.report import Report

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
_NOT_PLAIN: Final = re.compile(r"[^\n -~]")  # in JSON these stand in strings only


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
    print("\n".join(inert_line(line) for line in lines))  # noqa: T201


def print_text(text: str) -> None:
    """Print a text of several lines, such as a writer returns; it ends its last line itself."""
    print("\n".join(no_command(_CONTROL.sub(" ", line)) for line in text.split("\n")), end="")  # noqa: T201


def print_commands(text: str) -> None:
    """Print workflow commands of ours, one a line: the runner is meant to obey these."""
    print(text, end="", file=unguarded(sys.stdout), flush=True)


def print_json(data: Mapping[str, object] | list[object]) -> None:
    """Print one JSON value to stdout and nothing else."""
    print_json_text(json.dumps(data, indent=1, ensure_ascii=True) + "\n")


def print_as(form: str, text: str) -> None:
    """Print what a writer returned, as its form needs it."""
    {"json": print_json_text, "sarif": print_json_text, "github": print_commands}.get(form, print_text)(text)


def print_json_text(text: str) -> None:
    """Print JSON: the same value, with all but plain ASCII escaped, and what a runner would obey."""
    text = _NOT_PLAIN.sub(lambda match: "".join(f"\\u{unit}" for unit in _units(match.group())), text)
    print(text.replace("##[", "##\\u005b"), end="")  # noqa: T201


def _units(char: str) -> list[str]:
    """Return the hexadecimal UTF-16 code units of a character, as JSON escapes it (RFC 8259, section 7)."""
    code = char.encode("utf-16-be", "surrogatepass").hex()
    return [code[at : at + 4] for at in range(0, len(code), 4)]
