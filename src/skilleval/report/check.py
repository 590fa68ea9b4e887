"""The check run, as plain data for GitHub's Checks API, and the commit status beside it.

Limits are those of the API's description: 50 annotations a request (later requests append),
65,535 characters for summary and text, 140 for a status. Titles are kept to one short line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from posixpath import normpath
from typing import Literal

from skilleval.domain.change import SkillChange
from skilleval.domain.finding import Finding, Severity
from skilleval.domain.remark import RemarkLevel
from skilleval.domain.report import Report
from skilleval.domain.suite import SuiteProblem
from skilleval.domain.verdict import Conclusion
from skilleval.ports import JsonObject
from skilleval.report.comment import fitted_body, utf16_length
from skilleval.report.inert import clip, plain
from skilleval.report.parts import SkillParts, gather
from skilleval.report.render import render_template
from skilleval.report.skill import Limits
from skilleval.report.view import build_view

NAME = "skilleval"
FIELD_LIMIT = 65_535
SLICE = 50
MOST_ANNOTATIONS = 150
"""More make a pull request unreadable; the rest stands in the text."""

AnnotationLevel = Literal["notice", "warning", "failure"]
_LEVELS: dict[Severity, AnnotationLevel] = {
    "low": "notice",
    "medium": "warning",
    "high": "failure",
    "critical": "failure",
}
_LINT_LEVELS: dict[RemarkLevel, AnnotationLevel] = {
    "error": "failure",
    "warning": "warning",
    "note": "notice",
}
_LEVEL_ORDER: tuple[AnnotationLevel, ...] = ("failure", "warning", "notice")
_STATES: dict[Conclusion, str] = {
    "success": "success",
    "failure": "failure",
    "neutral": "success",  # statuses know no neutral; the description says what it is
    "action_required": "pending",
}


@dataclass(frozen=True)
class Annotation:
    """A remark on a line of the head: path from the repository's root, line from 1."""

    path: str
    line: int
    level: AnnotationLevel
    title: str
    message: str

    def as_json(self) -> JsonObject:
        """Return it in the API's shape. Annotations are plain text there, not Markdown."""
        return {
            "path": self.path,
            "start_line": self.line,
            "end_line": self.line,
            "annotation_level": self.level,
            "title": plain(self.title, 120),
            "message": plain(self.message, 2000) or "no message",
        }


@dataclass(frozen=True)
class CheckOutput:
    """What the check shows. `requests` cuts it into what single requests may carry."""

    conclusion: Conclusion
    title: str
    summary: str
    text: str
    annotations: tuple[Annotation, ...]

    def requests(self) -> tuple[JsonObject, ...]:
        """Return the body of each request, in order; only the first sets the conclusion.

        GitHub wants title and summary each time; annotations append.
        """
        slices = [self.annotations[at : at + SLICE] for at in range(0, len(self.annotations), SLICE)] or [()]
        return tuple(
            {
                **({"status": "completed", "conclusion": self.conclusion} if number == 0 else {}),
                "output": {
                    "title": self.title,
                    "summary": self.summary,
                    **({"text": self.text} if number == 0 else {}),
                    "annotations": [annotation.as_json() for annotation in rows],
                },
            }
            for number, rows in enumerate(slices)
        )


def build_check(report: Report) -> CheckOutput:
    """Return the check run of a finished report."""
    found = sorted(_annotations(report), key=lambda row: (_LEVEL_ORDER.index(row.level), row.path, row.line))
    shown = tuple(row for row in found[:MOST_ANNOTATIONS] if _is_text(row.path))
    few = Limits(rows=5, quotes=1, skills=0, overview=50)
    summary = render_template(
        "check_run/summary.md.j2", view=build_view(report, few), more=len(found) - len(shown)
    )
    return CheckOutput(
        conclusion=report.verdict.conclusion,
        title=plain(report.verdict.title, 200) or report.verdict.verdict,
        summary=summary,
        text=fitted_body(
            report, "job_summary/body.md.j2", fits=lambda body: utf16_length(body) <= FIELD_LIMIT
        ),
        annotations=shown,
    )


def build_status(report: Report) -> JsonObject:
    """Return the commit status, for who cannot have check runs. An error of ours is `error` there."""
    verdict = report.verdict
    state = "error" if verdict.verdict == "error" else _STATES[verdict.conclusion]
    return {"state": state, "description": plain(verdict.title, 140), "context": NAME}


def _annotations(report: Report) -> Iterator[Annotation]:
    for parts in gather(report):
        if parts.change is not None and parts.change.kind != "removed":
            yield from _of_findings(parts, parts.change)
            yield from _of_suite(parts.change, parts.change.head_suite.problems)
            yield from _of_lint(parts, parts.change)


def _is_text(path: str) -> bool:
    """Return whether a path can be sent: git holds names that are no Unicode, and JSON does not."""
    return not any("\ud800" <= char <= "\udfff" for char in path)


def _of_findings(parts: SkillParts, change: SkillChange) -> Iterator[Annotation]:
    for finding in parts.review.of("introduced") if parts.review else ():
        yield Annotation(
            path=_below(change, finding.path),
            line=max(1, finding.line),
            level=_LEVELS[finding.severity],
            title=f"{finding.severity}: {finding.rule}",
            message=_message(finding),
        )


def _message(finding: Finding) -> str:
    told = [finding.message]
    told += [f"found: {clip(finding.matched, 200)}"] if finding.matched else []
    told += [f"why: {finding.why}"] if finding.why else []
    told += [f"fix: {finding.fix}"] if finding.fix else []
    return "; ".join(told)


def _of_suite(change: SkillChange, problems: Sequence[SuiteProblem]) -> Iterator[Annotation]:
    for problem in problems:
        yield Annotation(
            path=_below(change, problem.path),
            line=1,
            level="failure" if problem.level == "error" else "warning",
            title="evals that cannot be used" if problem.level == "error" else "evals",
            message=f"{problem.where}: {problem.message}" if problem.where else problem.message,
        )


def _of_lint(parts: SkillParts, change: SkillChange) -> Iterator[Annotation]:
    """Yield what the lint says of lines that this change touches: the rest was there before."""
    touched = {(hunk.path, line) for hunk in change.hunks for line in hunk.added_lines}
    for remark in parts.remarks:
        if (remark.path, remark.line) in touched:
            yield Annotation(
                path=remark.path,
                line=remark.line,
                level=_LINT_LEVELS[remark.level],
                title=f"lint: {remark.rule}",
                message=f"{remark.message}; fix: {remark.fix}" if remark.fix else remark.message,
            )


def _below(change: SkillChange, path: str) -> str:
    """Return a path from the repository's root; a skill may be the root itself."""
    if change.path in {"", "."} or path.startswith(f"{change.path}/"):
        return path
    return normpath(f"{change.path}/{path}")
