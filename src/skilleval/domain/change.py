"""A changed skill: what happened to it, its two bundles, its two suites."""

from typing import Literal

from pydantic import Field

from skilleval.domain.bundle import Bundle, BundleFile
from skilleval.domain.collision import Collision
from skilleval.domain.own_tests import OwnSuite
from skilleval.domain.plan import CellKind
from skilleval.domain.suite import Suite, Task, TriggerQuery
from skilleval.domain.value import CommitSha, Digest, Value

ChangeKind = Literal["added", "edited", "renamed", "removed"]
Part = Literal[
    "name", "description", "frontmatter", "body", "scripts", "references", "assets", "evals", "other"
]
"""`other` is what reaches no agent: README, license."""
BaselineKind = Literal["merge-base", "tag", "commit", "pinned", "control"]


class Hunk(Value):
    """One hunk of the diff, on the head side: first line from 1 and number of lines."""

    path: str
    """Relative to the repository's root."""
    start: int
    length: int
    added_lines: tuple[int, ...] = ()


class Baseline(Value):
    """What the candidate is compared with. `control` has no bundle, sha and digest are None."""

    kind: BaselineKind
    sha: CommitSha | None = None
    digest: Digest | None = None
    bundle: Bundle | None = None


class SkillChange(Value):
    """One skill that the change touches.

    `candidate` is None for a removed skill, and for one that cannot be read (`is_unread`).
    `base_suite` is the suite of the baseline's side and counts in the bar;
    `head_suite` is what the pull request brings.
    `problem` says, in one line with the file's name, why the skill cannot be measured.
    """

    name: str
    path: str
    old_path: str | None = None
    kind: ChangeKind
    parts: tuple[Part, ...] = ()
    candidate: Bundle | None = None
    baseline: Baseline
    base_suite: Suite = Suite()
    head_suite: Suite = Suite()
    own_tests: tuple[OwnSuite, ...] = ()
    hunks: tuple[Hunk, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""
    asked: tuple[CellKind, ...] = ()
    """What somebody asked to be measured, whatever changed; empty = what the parts call for."""

    @property
    def is_unread(self) -> bool:
        """Whether the skill is there at the head and no file of it could be read; `problem` says why."""
        return self.candidate is None and self.kind != "removed"

    @property
    def wants_triggers(self) -> bool:
        """Whether the name or description changed, or the skill is new; never for one that hides itself."""
        return not self._is_hidden and self._wants("trigger", changed=self._reads_differently)

    @property
    def wants_everyday(self) -> bool:
        """Whether everyday requests are tried: where triggers are."""
        return not self._is_hidden and self._wants("everyday", changed=self._reads_differently)

    @property
    def wants_routing(self) -> bool:
        """Whether the skill may now take requests from others, or lose them."""
        return not self._is_hidden and self._wants("route", changed=self._reads_differently)

    @property
    def wants_uplift(self) -> bool:
        """Whether something that reaches an agent's work changed, or the skill is new."""
        reaches = {"frontmatter", "body", "scripts", "references", "assets"}
        return self._wants("uplift", changed=self.kind == "added" or bool(reaches & set(self.parts)))

    def _wants(self, kind: CellKind, *, changed: bool) -> bool:
        return (kind in self.asked and self.candidate is not None) if self.asked else changed

    @property
    def _reads_differently(self) -> bool:
        return self.kind == "added" or bool({"name", "description"} & set(self.parts))

    @property
    def _is_hidden(self) -> bool:
        return self.candidate is not None and self.candidate.is_hidden


class ChangeSet(Value):
    """All changed skills of a request, and the neighbours they live with."""

    merge_base: CommitSha
    changes: tuple[SkillChange, ...] = ()
    neighbours: tuple[Bundle, ...] = ()
    """The unchanged skills of the repository, at the head, and changed ones that were not asked for."""
    suites: dict[str, Suite] = Field(default_factory=dict)
    """Trigger lists and routing sets of the neighbours, by name: requests that must stay theirs."""
    collisions: tuple[Collision, ...] = ()
    """Pairs of skills, of either side, whose descriptions say much the same; the closest first."""
    notes: tuple[str, ...] = ()
    base_files: tuple[BundleFile, ...] = ()
    """Files outside every skill that the review reads (see `outside`), at the merge base."""
    head_files: tuple[BundleFile, ...] = ()
    """The same at the head. Paths are relative to the repository's root."""

    def beside(self, change: SkillChange) -> tuple[Bundle, ...]:
        """Return the other skills at the head, changed ones too: installed in both arms of `change`.

        One a name, and none of the name of the skill under test, which would hide it.
        """
        others = [other.candidate for other in self.changes if other.name != change.name]
        own = {bundle.name for bundle in (change.candidate, change.baseline.bundle) if bundle}
        by_name = {bundle.name: bundle for bundle in (*self.neighbours, *others) if bundle}
        return tuple(bundle for name, bundle in by_name.items() if name not in own)


class MeasuredTask(Value):
    """A task as it runs: under which item id, and whether it counts in the bar."""

    item: str
    task: Task
    counts_in_bar: bool


class MeasuredQuery(Value):
    """A trigger query as it runs: under which item id, and whether it counts in the bar."""

    item: str
    query: TriggerQuery
    counts_in_bar: bool


OWN = "@head"
"""Ends the item id of a task or query that the change brings under an id that the base uses."""


def measured_tasks(change: SkillChange) -> tuple[MeasuredTask, ...]:
    """Return the gradable tasks that run for a change (DESIGN.md section 6, "Which tasks count").

    The base side's tasks count, also those that the change removes. What the change adds or
    edits is the author's own: it counts only where the base side has no task.
    """
    base = {task.id: task for task in change.base_suite.tasks if task.is_gradable}
    rows = [MeasuredTask(item=id_, task=task, counts_in_bar=True) for id_, task in base.items()]
    for task in change.head_suite.tasks:
        old = base.get(task.id)
        if not task.is_gradable or (old is not None and old.digest == task.digest):
            continue
        item = task.id if old is None else task.id + OWN
        rows.append(MeasuredTask(item=item, task=task, counts_in_bar=not base))
    return tuple(rows)


def tasks_to_run(change: SkillChange) -> tuple[MeasuredTask, ...]:
    """Return the measured tasks, then those that state nothing: answers to them are only compared."""
    measured = measured_tasks(change)
    by_id = {task.id: task for task in (*change.head_suite.tasks, *change.base_suite.tasks)}
    taken = {row.item for row in measured}
    bare = [task for task in by_id.values() if task.is_bare and task.id not in taken]
    return (*measured, *(MeasuredTask(item=task.id, task=task, counts_in_bar=False) for task in bare))


def measured_queries(change: SkillChange) -> tuple[MeasuredQuery, ...]:
    """Return the trigger queries that run for a change, by the same rule as tasks."""
    base = {query.id: query for query in change.base_suite.queries}
    rows = [MeasuredQuery(item=id_, query=query, counts_in_bar=True) for id_, query in base.items()]
    for query in change.head_suite.queries:
        old = base.get(query.id)
        if old is not None and (old.query, old.should_trigger) == (query.query, query.should_trigger):
            continue
        item = query.id if old is None else query.id + OWN
        rows.append(MeasuredQuery(item=item, query=query, counts_in_bar=not base))
    return tuple(rows)
