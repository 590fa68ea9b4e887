"""What a report holds on one skill, gathered from its lists."""

from collections import defaultdict
from dataclasses import dataclass

from skilleval.domain.change import SkillChange
from skilleval.domain.finding import Review
from skilleval.domain.grade import DisputedItem, GradedTrial, Preference
from skilleval.domain.lift import SkillTables
from skilleval.domain.own_tests import OwnTestRun
from skilleval.domain.remark import ContextCost, Remark
from skilleval.domain.report import Report
from skilleval.domain.value import Arm
from skilleval.domain.verdict import SkillVerdict


@dataclass(frozen=True)
class SkillParts:
    """One skill: its verdict, and what of the rest there is."""

    verdict: SkillVerdict
    change: SkillChange | None
    review: Review | None
    tables: SkillTables
    graded: tuple[GradedTrial, ...]
    remarks: tuple[Remark, ...] = ()
    context: ContextCost | None = None
    eval_notes: tuple[str, ...] = ()
    preferences: tuple[Preference, ...] = ()
    own_tests: tuple[OwnTestRun, ...] = ()
    disputes: tuple[DisputedItem, ...] = ()

    @property
    def old_arm(self) -> Arm:
        """Return the arm that the candidate is compared with."""
        is_new = self.change is not None and self.change.baseline.kind == "control"
        return "control" if is_new else "baseline"


def gather(report: Report) -> tuple[SkillParts, ...]:
    """Return the parts of every skill that has a verdict, in the verdict's order."""
    changes = {change.name: change for change in report.changes.changes}
    reviews = {review.skill: review for review in report.reviews}
    tables = {table.skill: table for table in report.tables}
    graded: dict[str, list[GradedTrial]] = defaultdict(list)
    for trial in report.graded:
        graded[trial.cell.skill].append(trial)
    remarks: dict[str, list[Remark]] = defaultdict(list)
    for remark in report.remarks:
        remarks[remark.skill].append(remark)
    contexts = {context.skill: context for context in report.contexts}
    return tuple(
        SkillParts(
            verdict=verdict,
            change=changes.get(verdict.skill),
            review=reviews.get(verdict.skill),
            tables=tables.get(verdict.skill, SkillTables(skill=verdict.skill)),
            graded=tuple(graded[verdict.skill]),
            remarks=tuple(remarks[verdict.skill]),
            context=contexts.get(verdict.skill),
            eval_notes=tuple(note.text for note in report.evals.notes if note.skill == verdict.skill),
            disputes=tuple(item for item in report.disputes if item.skill == verdict.skill),
            own_tests=tuple(run for run in report.own_tests if run.skill == verdict.skill),
            preferences=tuple(one for one in report.evals.preferences if one.skill == verdict.skill),
        )
        for verdict in report.verdict.skills
    )
