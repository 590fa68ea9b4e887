"""Where to look first for a broken clause: the task that fell, the line, the finding.

The gate says what would change a clause in general; this names the place in this change.
"""

from collections.abc import Callable, Mapping

from skilleval.domain.finding import SEVERITIES, Review
from skilleval.domain.lift import ClaimTable, LiftTable
from skilleval.domain.report import Report
from skilleval.domain.verdict import ClauseName, SkillVerdict
from skilleval.report import words


def remedy(report: Report, skill: SkillVerdict, clause: ClauseName) -> str:
    """Return a sentence on where to look, empty where nothing can be pointed at. Names in it are foreign."""
    find = _BY_CLAUSE.get(clause)
    return find(report, skill.skill) if find else ""


def _task(report: Report, skill: str) -> str:
    table = next((row.lift for row in report.tables if row.skill == skill), None)
    return _worst_task(report, skill, table) if table else ""


def _worst_task(report: Report, skill: str, table: LiftTable) -> str:
    fell = [task for task in table.tasks if task.counts_in_bar and task.lift is not None and task.lift < 0]
    if not fell:
        return ""
    worst = min(fell, key=lambda task: task.lift or 0.0)
    trials = [
        trial
        for trial in report.graded
        if (trial.cell.skill, trial.cell.item, trial.cell.arm) == (skill, worst.id, "candidate")
        and trial.score is not None
    ]
    scores = f"{words.score(worst.baseline)} → {words.score(worst.candidate)}"
    seen = min(trials, key=lambda trial: trial.score or 0.0, default=None)
    where = f": trials/{seen.trial}/ in the run folder" if seen else ""
    return f"Read what is answered now where it fell most, task {worst.id} ({scores}){where}."


def _claim(report: Report, skill: str) -> str:
    table = next((row.claims for row in report.tables if row.skill == skill), None)
    return _worst_claim(table) if table else ""


def _worst_claim(table: ClaimTable) -> str:
    caused = [pattern for pattern in table.patterns if pattern.is_pattern]
    worst = max(caused, key=lambda pattern: pattern.p_more or 0.0, default=None)
    if worst is None or not worst.likely:
        return ""
    line = worst.likely[0]
    return f"Change {line.path}:{line.line}, the likely reason why it {worst.kind}: “{line.text}”"


def _finding(report: Report, skill: str) -> str:
    review = next((row for row in report.reviews if row.skill == skill), None)
    return _worst_finding(review) if review else ""


def _worst_finding(review: Review) -> str:
    introduced = review.of("introduced")
    worst = max(introduced, key=lambda finding: SEVERITIES.index(finding.severity), default=None)
    if worst is None:
        return ""
    place = f"{review.path}/{worst.path}".lstrip("/") + (f":{worst.line}" if worst.line else "")
    return f"Take out or put right {place} ({worst.rule}): {worst.fix or worst.message}"


_BY_CLAUSE: Mapping[ClauseName, Callable[[Report, str], str]] = {
    "mean": _task,
    "tasks": _task,
    "claims": _claim,
    "security": _finding,
}
