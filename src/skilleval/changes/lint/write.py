"""A lint report as text, JSON and workflow commands. SARIF is written by `report/reporters/sarif.py`."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from skilleval.changes.lint.run import LintReport
from skilleval.domain.printed import inert_line, one_line
from skilleval.domain.remark import ContextCost, Remark

_COMMANDS: Final = {"error": "error", "warning": "warning", "note": "notice"}


def plain_text(report: LintReport) -> str:
    """Return the report for a terminal: by file, the counts, the context cost. No control characters."""
    lines: list[str] = []
    for path, remarks in groupby(report.remarks, key=lambda remark: remark.path):
        lines += [one_line(path), *(line for remark in remarks for line in _rows(remark)), ""]
    lines += ["context cost, in tokens, estimated:", *(_cost(cost) for cost in report.costs), ""]
    counts = (f"{report.count(level)} {level}s" for level in _COMMANDS)
    lines.append(f"{len(report.skills)} skills: {', '.join(counts)}")
    return "".join(f"{inert_line(line)}\n" for line in lines)


def json_text(report: LintReport) -> str:
    """Return the report as JSON, with schema version."""
    return report.model_copy().model_dump_json(indent=1) + "\n"


def github_text(report: LintReport) -> str:
    """Return the report as workflow commands: GitHub shows each at its line."""
    return github_lines(report.remarks)


def github_lines(remarks: Iterable[Remark]) -> str:
    """Return remarks as workflow commands, one a line."""
    return "".join(f"{_command(remark)}\n" for remark in remarks)


def _rows(remark: Remark) -> Iterator[str]:
    place = str(remark.line) if remark.line else "-"
    yield f"  {place:>5}  {remark.level:<7}  {remark.rule:<26}  {one_line(remark.message)}"
    if remark.fix:
        yield f"{'':18}{'':26}  {one_line(remark.fix)}"


def _cost(cost: ContextCost) -> str:
    metadata = _change(cost.old_metadata, cost.metadata)
    body = _change(cost.old_body, cost.body)
    references = _change(cost.old_references, cost.references)
    return f"  {one_line(cost.skill)}: listed {metadata}, loaded {body}, references {references}"


def _change(old: int | None, new: int) -> str:
    return str(new) if old is None else f"{old} -> {new}"


def _command(remark: Remark) -> str:
    place = f"file={_property(remark.path)}" + (f",line={remark.line}" if remark.line else "")
    message = f"{remark.message}. {remark.fix}" if remark.fix else remark.message
    return f"::{_COMMANDS[remark.level]} {place},title={_property(remark.rule)}::{_data(message)}"


def _data(text: str) -> str:
    return one_line(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")).replace("##[", "##(")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
