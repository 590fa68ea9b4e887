"""One skill's part of the view."""

from collections.abc import Iterator
from dataclasses import dataclass

from skilleval.domain.change import SkillChange
from skilleval.domain.grade import GradedTrial
from skilleval.domain.lift import LiftTable, SkillTables
from skilleval.domain.report import Report
from skilleval.domain.suite import Suite
from skilleval.domain.verdict import Clause, SkillVerdict
from skilleval.report import words
from skilleval.report.costs import CostRow, cost_rows, old_arm
from skilleval.report.rows import (
    ClaimBlock,
    Cut,
    FindingBlock,
    LiftBlock,
    TriggerBlock,
    claim_block,
    cut,
    finding_block,
    lift_block,
    trigger_block,
)
from skilleval.report.steps import Step, next_steps


@dataclass(frozen=True)
class Limits:
    """How much of everything a body shows. Rows are cut, never text in the middle of a table."""

    rows: int
    quotes: int
    skills: int
    """Skills shown in full; the others have their row in the overview."""
    overview: int
    trials: int = 0
    """Single trials listed (the summary and the page list them, the comment does not)."""


EVERYTHING = Limits(rows=10_000, quotes=100, skills=10_000, overview=10_000, trials=100_000)


@dataclass(frozen=True)
class ClauseRow:
    """One clause of the bar with its mark."""

    mark: str
    clause: Clause


@dataclass(frozen=True)
class SkillView:
    """One skill, ready to word."""

    mark: str
    verdict: SkillVerdict
    path: str
    what: str
    compared_with: str
    old_sha: str
    old_arm: str
    clauses: tuple[ClauseRow, ...]
    lift: LiftBlock | None
    own: LiftBlock | None
    triggers: TriggerBlock | None
    claims: ClaimBlock | None
    review: FindingBlock | None
    costs: tuple[CostRow, ...]
    trials: Cut[GradedTrial]
    feedback: tuple[str, ...]
    notes: tuple[str, ...]
    steps: tuple[Step, ...]
    digests: tuple[tuple[str, str], ...]


def skill_view(report: Report, verdict: SkillVerdict, limits: Limits) -> SkillView:
    """Return what a body within `limits` says of one skill."""
    change = next((row for row in report.changes.changes if row.name == verdict.skill), None)
    review = next((row for row in report.reviews if row.skill == verdict.skill), None)
    tables = next(
        (row for row in report.tables if row.skill == verdict.skill), SkillTables(skill=verdict.skill)
    )
    graded = [trial for trial in report.graded if trial.cell.skill == verdict.skill]
    return SkillView(
        mark=words.CONCLUSION_MARKS[verdict.conclusion],
        verdict=verdict,
        path=change.path if change else "",
        what=_what(change),
        compared_with=_compared_with(change),
        old_sha=(change.baseline.sha or "")[:12] if change else "",
        old_arm=words.ARM_NAMES[old_arm(change)],
        clauses=tuple(ClauseRow(words.CLAUSE_MARKS[clause.state], clause) for clause in verdict.clauses),
        lift=_lift(tables.lift, change, limits),
        own=_lift(tables.own_lift, change, limits),
        triggers=trigger_block(tables.triggers, limit=limits.rows) if tables.triggers else None,
        claims=claim_block(tables.claims, limit=limits.rows, quotes=limits.quotes) if tables.claims else None,
        review=finding_block(review, change, limit=limits.rows) if review else None,
        costs=cost_rows(tables, change),
        trials=cut(graded, limits.trials),
        feedback=tuple(dict.fromkeys(line for trial in graded for line in trial.feedback)),
        notes=tuple(dict.fromkeys(_notes(change, verdict, tables))),
        steps=next_steps(report, verdict),
        digests=tuple(_digests(change)),
    )


def _lift(table: LiftTable | None, change: SkillChange | None, limits: Limits) -> LiftBlock | None:
    if table is None:
        return None
    return lift_block(table, against=old_arm(change), limit=limits.rows)


def _what(change: SkillChange | None) -> str:
    if change is None:
        return ""
    if change.kind == "added":
        return "new skill"
    if change.kind == "removed":
        return "removed"
    parts = ", ".join(change.parts) or "no part that reaches an agent"
    was = f"renamed from {change.old_path}: " if change.kind == "renamed" else "edited: "
    return was + parts


def _compared_with(change: SkillChange | None) -> str:
    if change is None or change.kind == "removed":
        return ""
    return "no skill at all" if change.baseline.kind == "control" else f"its {change.baseline.kind} version"


def _notes(change: SkillChange | None, verdict: SkillVerdict, tables: SkillTables) -> Iterator[str]:
    yield from verdict.notes
    if change is not None:
        if change.problem:
            yield change.problem
        yield from change.notes
        yield from _suite_notes(change.base_suite)
        yield from _suite_notes(change.head_suite)
    for table in (tables.lift, tables.own_lift, tables.triggers):
        if table is not None:
            yield from table.notes


def _suite_notes(suite: Suite) -> Iterator[str]:
    if suite.written_by != "unknown":
        yield f"evals written by: {suite.written_by}"
    for problem in suite.problems:
        place = f"{problem.path} {problem.where}".strip()
        yield f"{place}: {problem.message}"


def _digests(change: SkillChange | None) -> Iterator[tuple[str, str]]:
    if change is None:
        return
    if change.baseline.digest:
        yield "baseline digest", change.baseline.digest
    if change.candidate is not None:
        yield "candidate digest", change.candidate.digest
    if change.base_suite.frozen:
        yield "frozen evals digest", change.base_suite.frozen
