"""One skill's part of the view."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from skilleval.domain.change import SkillChange
from skilleval.domain.grade import GradedTrial
from skilleval.domain.lift import LiftTable
from skilleval.domain.remark import Remark
from skilleval.domain.report import Report
from skilleval.domain.suite import Suite
from skilleval.domain.verdict import Clause, SkillVerdict
from skilleval.report import words
from skilleval.report.costs import CostRow, cost_rows
from skilleval.report.evals import EvalBlock, eval_block
from skilleval.report.items import ItemRow, item_rows
from skilleval.report.loading import loading_lines
from skilleval.report.own_tests import OwnTestBlock, own_test_block
from skilleval.report.parts import SkillParts
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
    falls: Cut[ItemRow]
    """Scored statements that the candidate meets less often than the old arm."""
    items: Cut[ItemRow]
    triggers: TriggerBlock | None
    loading: tuple[str, ...]
    """Sentences on what loaded: outcomes of trigger trials, everyday requests."""
    claims: ClaimBlock | None
    review: FindingBlock | None
    costs: tuple[CostRow, ...]
    evals: EvalBlock
    own_tests: OwnTestBlock
    lint: Cut[Remark]
    mishaps: Cut[tuple[str, str, int]]
    """Trials that say nothing or scored 0 by what happened to them: (state, reason, how many)."""
    trials: Cut[GradedTrial]
    feedback: Cut[str]
    notes: Cut[str]
    steps: tuple[Step, ...]
    digests: tuple[tuple[str, str], ...]


def skill_view(report: Report, parts: SkillParts, limits: Limits) -> SkillView:
    """Return what a body within `limits` says of one skill."""
    change, verdict, tables = parts.change, parts.verdict, parts.tables
    items = item_rows(parts.graded, against=parts.old_arm)
    falls = [row for row in items if row.change < 0 and not row.kind]
    return SkillView(
        mark=words.CONCLUSION_MARKS[verdict.conclusion],
        verdict=verdict,
        path=change.path if change else "",
        what=_what(change),
        compared_with=_compared_with(change),
        old_sha=(change.baseline.sha or "")[:12] if change else "",
        old_arm=words.ARM_NAMES[parts.old_arm],
        clauses=tuple(ClauseRow(words.CLAUSE_MARKS[clause.state], clause) for clause in verdict.clauses),
        lift=_lift(tables.lift, parts, limits),
        own=_lift(tables.own_lift, parts, limits),
        falls=cut(falls, min(limits.rows, limits.quotes)),
        items=cut(items, limits.trials),
        triggers=trigger_block(tables.triggers, limit=limits.rows) if tables.triggers else None,
        loading=loading_lines(tables),
        claims=claim_block(tables.claims, limit=limits.rows, quotes=limits.quotes) if tables.claims else None,
        review=finding_block(parts.review, change, limit=limits.rows) if parts.review else None,
        costs=cost_rows(parts),
        evals=eval_block(parts, limit=limits.rows),
        own_tests=own_test_block(parts.own_tests, limit=limits.rows),
        lint=cut(parts.remarks, limits.rows),
        mishaps=cut(_mishaps(parts.graded), limits.rows),
        trials=cut(parts.graded, limits.trials),
        feedback=cut(_feedback(parts.graded), limits.trials),
        notes=cut(skill_notes(parts), limits.rows),
        steps=next_steps(report, verdict),
        digests=tuple(_digests(change)),
    )


def _lift(table: LiftTable | None, parts: SkillParts, limits: Limits) -> LiftBlock | None:
    return None if table is None else lift_block(table, against=parts.old_arm, limit=limits.rows)


_UNREAD: Final = {"added": "new skill", "edited": "edited skill", "renamed": "renamed skill"}


def _what(change: SkillChange | None) -> str:
    if change is None:
        return ""
    if change.is_unread:
        return f"{_UNREAD[change.kind]} that cannot be read"
    if change.kind == "added":
        return "new skill"
    if change.kind == "removed":
        return "removed"
    none = "which parts cannot be told" if _lacks_baseline(change) else "no part that reaches an agent"
    touched = ", ".join(change.parts) or none
    was = f"renamed from {change.old_path}: " if change.kind == "renamed" else "edited: "
    return was + touched


def _lacks_baseline(change: SkillChange) -> bool:
    """Return whether what it was to be compared with cannot be had: the problem says so."""
    return bool(change.problem) and change.kind != "added" and change.baseline.kind == "control"


def _compared_with(change: SkillChange | None) -> str:
    if change is None or change.candidate is None or _lacks_baseline(change):
        return ""
    return "no skill at all" if change.baseline.kind == "control" else f"its {change.baseline.kind} version"


def _mishaps(graded: Sequence[GradedTrial]) -> list[tuple[str, str, int]]:
    """Return what happened to trials that did not complete or do not count, the most frequent first."""
    happened = Counter(
        ("void" if trial.void else trial.state.replace("_", " "), trial.void or trial.reason)
        for trial in graded
        if trial.void or trial.state != "completed"
    )
    return [(state, reason, times) for (state, reason), times in happened.most_common()]


def _feedback(graded: Sequence[GradedTrial]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line for trial in graded for line in trial.feedback))


def skill_notes(parts: SkillParts) -> tuple[str, ...]:
    """Return everything noted on one skill, each once."""
    return tuple(dict.fromkeys(_notes(parts)))


def _notes(parts: SkillParts) -> Iterator[str]:
    yield from parts.verdict.notes
    if parts.change is not None:
        if parts.change.problem:
            yield parts.change.problem
        yield from parts.change.notes
        yield from _suite_notes(parts.change.base_suite)
        yield from _suite_notes(parts.change.head_suite)
    if parts.review is not None:
        yield from (f"security review: {note}" for note in parts.review.notes)
    for table in (parts.tables.lift, parts.tables.own_lift, parts.tables.triggers):
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
