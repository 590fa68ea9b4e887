"""All rules over all skills."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from skilleval.changes.lint import body, cost, description, evals, leakage, queries, spec
from skilleval.changes.lint.cost import cost_of
from skilleval.changes.lint.disk import read_subjects
from skilleval.changes.lint.subject import Subject, subject_of_bundle
from skilleval.domain.bundle import Bundle
from skilleval.domain.change import ChangeSet, SkillChange
from skilleval.domain.policy import Scope
from skilleval.domain.remark import ContextCost, Remark, RuleDoc
from skilleval.domain.suite import Suite
from skilleval.domain.value import Value

FAMILIES: Final = (spec, evals, leakage, description, queries, body, cost)
_LEVELS: Final = {"error": 0, "warning": 1, "note": 2}


class LintReport(Value):
    """What the lint says: remarks by skill and place, and what each skill costs in context."""

    skills: tuple[str, ...] = ()
    """Paths of the skills that were looked at."""
    remarks: tuple[Remark, ...] = ()
    costs: tuple[ContextCost, ...] = ()

    def count(self, level: str) -> int:
        """Return how many remarks have that level."""
        return sum(remark.level == level for remark in self.remarks)

    @property
    def exit_code(self) -> int:
        """Return 1 where there is an error, else 0."""
        return 1 if self.count("error") else 0


def rule_docs() -> tuple[RuleDoc, ...]:
    """Return all rules, in order of families."""
    return tuple(rule for family in FAMILIES for rule in family.RULES)


def _all_of_it(_path: Path) -> Scope:
    return Scope()


def lint_paths(paths: Sequence[Path], *, scope_of: Callable[[Path], Scope] = _all_of_it) -> LintReport:
    """Return the lint of the skills below these folders; paths in it are relative to each.

    Raises SkillError where a path holds no skill: nothing looked at is nothing found.
    """
    subjects = [subject for path in paths for subject in read_subjects(path, scope_of(path))]
    return lint_subjects(subjects)


def lint_subjects(subjects: Sequence[Subject]) -> LintReport:
    """Return the lint of these skills, which live beside each other."""
    remarks = [remark for subject in subjects for family in FAMILIES for remark in family.lint(subject)]
    remarks += [*description.lint_all(subjects), *cost.lint_all(subjects)]
    costs = (cost_of(subject) for subject in subjects)
    return LintReport(
        skills=tuple(subject.path for subject in subjects),
        remarks=tuple(sorted(remarks, key=_rank)),
        costs=tuple(found for found in costs if found),
    )


def lint_changes(changes: ChangeSet) -> LintReport:
    """Return the lint of the changed skills at the head, among their neighbours, with old and new cost."""
    changed = [_of_change(change, change.candidate) for change in changes.changes if change.candidate]
    beside = [subject_of_bundle(bundle, Suite(), folder=_folder(bundle)) for bundle in changes.neighbours]
    paths = {subject.path for subject in changed}
    whole = lint_subjects([*beside, *changed])
    skills = {subject.name for subject in changed}
    return LintReport(
        skills=tuple(sorted(paths)),
        remarks=tuple(remark for remark in whole.remarks if remark.skill in skills),
        costs=tuple(found for found in whole.costs if found.path in paths),
    )


def _of_change(change: SkillChange, candidate: Bundle) -> Subject:
    return subject_of_bundle(
        candidate, change.head_suite, folder=_folder(candidate), old=change.baseline.bundle
    )


def _folder(bundle: Bundle) -> str:
    """Return the folder's name; a skill at the root may be called what it likes."""
    return bundle.path.rpartition("/")[2] or bundle.name


def _rank(remark: Remark) -> tuple[str, str, int, int, str]:
    return (remark.skill, remark.path, remark.line, _LEVELS[remark.level], remark.rule)
