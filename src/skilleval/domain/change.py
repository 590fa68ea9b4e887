"""A changed skill: what happened to it, its two bundles, its two suites."""

from typing import Literal

from skilleval.domain.bundle import Bundle, BundleFile
from skilleval.domain.suite import Suite
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

    `candidate` is None for a removed skill. `base_suite` is the suite of the baseline's side and
    counts in the bar; `head_suite` is what the pull request brings.
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
    hunks: tuple[Hunk, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""

    @property
    def wants_triggers(self) -> bool:
        """Whether the name or description changed, or the skill is new."""
        return self.kind == "added" or bool({"name", "description"} & set(self.parts))

    @property
    def wants_uplift(self) -> bool:
        """Whether something that reaches an agent's work changed, or the skill is new."""
        reaches = {"frontmatter", "body", "scripts", "references", "assets"}
        return self.kind == "added" or bool(reaches & set(self.parts))


class ChangeSet(Value):
    """All changed skills of a request, and the neighbours they live with."""

    merge_base: CommitSha
    changes: tuple[SkillChange, ...] = ()
    neighbours: tuple[Bundle, ...] = ()
    """The other skills of the repository, at the head; installed beside the skill in both arms."""
    notes: tuple[str, ...] = ()
    base_files: tuple[BundleFile, ...] = ()
    """Files outside every skill that the review reads (see `outside`), at the merge base."""
    head_files: tuple[BundleFile, ...] = ()
    """The same at the head. Paths are relative to the repository's root."""
