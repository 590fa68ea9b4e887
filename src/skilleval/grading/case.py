"""A trial with what it belongs to: the change, its task or query, and the skill's names in its arm."""

from dataclasses import dataclass

from skilleval.domain.bundle import Bundle
from skilleval.domain.change import ChangeSet, SkillChange, measured_queries, measured_tasks
from skilleval.domain.everyday import EVERYDAY
from skilleval.domain.suite import Task, TriggerQuery
from skilleval.domain.trial import Trial


@dataclass(frozen=True)
class Case:
    """One trial and its surroundings; `task` or `query` is None when no suite has it any more."""

    trial: Trial
    change: SkillChange
    task: Task | None = None
    query: TriggerQuery | None = None
    others: frozenset[str] = frozenset()
    """Names of the repository's other skills: a control arm has none of them either."""

    @property
    def bundle(self) -> Bundle | None:
        """Return the bundle that this arm was given; None for an arm without the skill."""
        return {"candidate": self.change.candidate, "baseline": self.change.baseline.bundle}.get(
            self.trial.cell.arm
        )

    @property
    def fired(self) -> bool:
        """Return whether the skill's body was loaded."""
        return bool(self._names & set(self.trial.evidence.skills.loaded))

    @property
    def offered(self) -> bool | None:
        """Return whether the model saw the skill in the listing; None when no listing is known."""
        skills = self.trial.evidence.skills
        if self._names & {*skills.offered, *skills.loaded}:
            return True
        return False if skills.offered or self._is_hidden else None

    @property
    def attempted(self) -> bool:
        """Return whether the model asked for the skill, whatever came of it."""
        return bool(self._names & set(self.trial.evidence.skills.attempted))

    @property
    def leaked(self) -> bool:
        """Return whether a trial without the skill saw or loaded it all the same.

        For a control trial so does any other skill of the repository. To ask for one of those by a guessed
        name is no leak: nothing was there.
        """
        skills = self.trial.evidence.skills
        there = {*skills.offered, *skills.loaded}
        if self.trial.cell.arm == "control" and self.others & there:
            return True
        return self.bundle is None and bool(names_of(self.change) & {*there, *skills.attempted})

    @property
    def _names(self) -> set[str]:
        bundle = self.bundle
        return {bundle.name, bundle.skill.name} if bundle is not None else names_of(self.change)

    @property
    def _is_hidden(self) -> bool:
        """Return whether the skill asks hosts not to offer it to the model."""
        bundle = self.bundle
        return bundle is not None and bundle.is_hidden


def find_case(trial: Trial, changes: ChangeSet) -> Case | None:
    """Return the trial's case, or None when its skill is not among the changes."""
    change = next((change for change in changes.changes if change.name == trial.cell.skill), None)
    if change is None:
        return None
    item, others = trial.cell.item, _others(change, changes)
    if trial.cell.kind == "everyday":
        query = next((one for one in EVERYDAY if one.id == item), None)
        return Case(trial, change, query=query, others=others)
    if trial.cell.kind == "trigger":
        query = next((row.query for row in measured_queries(change) if row.item == item), None)
        return Case(trial, change, query=query, others=others)
    tasks = {task.id: task for task in (*change.head_suite.tasks, *change.base_suite.tasks)}
    measured = {row.item: row.task for row in measured_tasks(change)}
    return Case(trial, change, task=(tasks | measured).get(item), others=others)


def _others(change: SkillChange, changes: ChangeSet) -> frozenset[str]:
    return frozenset(name for bundle in changes.beside(change) for name in (bundle.name, bundle.skill.name))


def names_of(change: SkillChange) -> set[str]:
    """Return every name under which a host may list the skill, in either arm."""
    bundles = [bundle for bundle in (change.candidate, change.baseline.bundle) if bundle is not None]
    return {change.name} | {name for bundle in bundles for name in (bundle.name, bundle.skill.name)}
