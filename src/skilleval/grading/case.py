"""A trial with what it belongs to: the change, its task or query, and the skill's names in its arm."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from skilleval.domain.bundle import Bundle
from skilleval.domain.change import ChangeSet, SkillChange
from skilleval.domain.suite import Task, TriggerQuery
from skilleval.domain.trial import Trial

ItemT = TypeVar("ItemT", Task, TriggerQuery)


@dataclass(frozen=True)
class Case:
    """One trial and its surroundings; `task` or `query` is None when no suite has it any more."""

    trial: Trial
    change: SkillChange
    task: Task | None = None
    query: TriggerQuery | None = None

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
    def leaked(self) -> bool:
        """Return whether a trial without the skill saw or loaded it all the same."""
        skills = self.trial.evidence.skills
        seen = {*skills.offered, *skills.attempted, *skills.loaded}
        return self.bundle is None and bool(_names_of(self.change) & seen)

    @property
    def _names(self) -> set[str]:
        bundle = self.bundle
        return {bundle.name, bundle.skill.name} if bundle is not None else _names_of(self.change)

    @property
    def _is_hidden(self) -> bool:
        """Return whether the skill asks hosts not to offer it to the model."""
        bundle = self.bundle
        return bundle is not None and bundle.skill.frontmatter.get("disable-model-invocation") is True


def find_case(trial: Trial, changes: ChangeSet) -> Case | None:
    """Return the trial's case, or None when its skill is not among the changes."""
    change = next((change for change in changes.changes if change.name == trial.cell.skill), None)
    if change is None:
        return None
    suites = [change.base_suite, change.head_suite]
    if not trial.cell.counts_in_bar:  # the author's own version of a task is on the head side
        suites.reverse()
    task = _by_id((suite.tasks for suite in suites), trial.cell.item)
    query = _by_id((suite.queries for suite in suites), trial.cell.item)
    wants_task = trial.cell.kind == "uplift"
    return Case(trial, change, task if wants_task else None, None if wants_task else query)


def _by_id(groups: Iterable[Sequence[ItemT]], item_id: str) -> ItemT | None:
    known: Mapping[str, ItemT] = {item.id: item for group in reversed(list(groups)) for item in group}
    return known.get(item_id)


def _names_of(change: SkillChange) -> set[str]:
    bundles = [bundle for bundle in (change.candidate, change.baseline.bundle) if bundle is not None]
    return {change.name} | {name for bundle in bundles for name in (bundle.name, bundle.skill.name)}
