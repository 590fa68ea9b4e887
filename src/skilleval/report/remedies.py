"""Where to look first for a broken clause: the task that fell, the line, the finding.

The gate says what would change a clause in general; this names the place in this change.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from skilleval.domain.finding import SEVERITIES, Review
from skilleval.domain.lift import ClaimTable, LiftTable
from skilleval.domain.report import Report
from skilleval.domain.verdict import ClauseName, SkillVerdict
from skilleval.report import words


@dataclass(frozen=True)
class Remedy:
    """What to do, and the place to do it: a path that is copied, so it stands as code. Both are foreign."""

    text: str
    place: str = ""


def remedy(report: Report, skill: SkillVerdict, clause: ClauseName) -> Remedy | None:
    """Return where to look first, None where nothing can be pointed at."""
    find = _BY_CLAUSE.get(clause)
    return find(report, skill.skill) if find else None


def _task(report: Report, skill: str) -> Remedy | None:
    table = next((row.lift for row in report.tables if row.skill == skill), None)
    return _worst_task(report, skill, table) if table else None


def _worst_task(report: Report, skill: str, table: LiftTable) -> Remedy | None:
    fell = [task for task in table.tasks if task.counts_in_bar and task.lift is not None and task.lift < 0]
    if not fell:
        return None
    worst = min(fell, key=lambda task: task.lift or 0.0)
    trials = [
        trial
        for trial in report.graded
        if (trial.cell.skill, trial.cell.item, trial.cell.arm) == (skill, worst.id, "candidate")
        and trial.score is not None
    ]
    scores = f"{words.score(worst.baseline)} → {words.score(worst.candidate)}"
    seen = min(trials, key=lambda trial: trial.score or 0.0, default=None)
    text = f"Read what is answered now where it fell most, task {worst.id} ({scores})"
    return Remedy(f"{text}, in the run folder:", f"trials/{seen.trial}/") if seen else Remedy(f"{text}.")


def _claim(report: Report, skill: str) -> Remedy | None:
    table = next((row.claims for row in report.tables if row.skill == skill), None)
    return _worst_claim(table) if table else None


def _worst_claim(table: ClaimTable) -> Remedy | None:
    caused = [pattern for pattern in table.patterns if pattern.is_pattern]
    worst = max(caused, key=lambda pattern: pattern.p_more or 0.0, default=None)
    if worst is None or not worst.likely:
        return None
    line = worst.likely[0]
    return Remedy(
        f"Change the likely reason why it {worst.kind} (“{line.text}”):", f"{line.path}:{line.line}"
    )


def _finding(report: Report, skill: str) -> Remedy | None:
    review = next((row for row in report.reviews if row.skill == skill), None)
    return _worst_finding(review) if review else None


def _worst_finding(review: Review) -> Remedy | None:
    introduced = review.of("introduced")
    worst = max(introduced, key=lambda finding: SEVERITIES.index(finding.severity), default=None)
    if worst is None:
        return None
    place = f"{review.path}/{worst.path}".lstrip("/") + (f":{worst.line}" if worst.line else "")
    return Remedy(f"Take out or put right what {worst.rule} found ({worst.fix or worst.message}):", place)


_BY_CLAUSE: Mapping[ClauseName, Callable[[Report, str], Remedy | None]] = {
    "mean": _task,
    "tasks": _task,
    "claims": _claim,
    "security": _finding,
}
