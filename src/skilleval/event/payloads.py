"""The parts of GitHub's payloads and resources that we read, and no others.

Shapes as in GitHub's own descriptions (@octokit/webhooks-schemas, @octokit/openapi). What we do not
read may change as it likes: unknown keys are let through.
"""

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from skilleval.domain.value import CommitSha


class _Shape(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class User(_Shape):
    """Who did it. Apps act as users of type Bot."""

    login: str
    type: str = "User"

    @property
    def is_bot(self) -> bool:
        """Whether an App or a machine acted."""
        return self.type != "User" or self.login.endswith("[bot]")


class Repository(_Shape):
    """A repository: its number never changes, its name may."""

    id: int
    full_name: str


class Side(_Shape):
    """One side of a pull request. A fork that was deleted leaves no repository."""

    ref: str
    sha: CommitSha
    repo: Repository | None = None


class Pull(_Shape):
    """A pull request, in a payload or as the API's resource."""

    number: int = Field(gt=0)
    state: str = "open"
    draft: bool = False
    user: User | None = None
    base: Side
    head: Side

    @property
    def is_from_fork(self) -> bool:
        """Whether the head lies in another repository, or nobody can tell any more."""
        ours, theirs = self.base.repo, self.head.repo
        return ours is None or theirs is None or ours.id != theirs.id

    @property
    def is_from_dependabot(self) -> bool:
        """Whether Dependabot opened it: GitHub gives such runs no secrets, too."""
        return self.user is not None and self.user.login == "dependabot[bot]"


class PullRequestEvent(_Shape):
    """`pull_request`."""

    action: str
    pull_request: Pull
    repository: Repository
    sender: User
    before: Annotated[CommitSha | None, BeforeValidator(lambda sha: sha or None)] = None
    changes: dict[str, object] = Field(default_factory=dict)


class Issue(_Shape):
    """An issue; `pull_request` is there when it is a pull request."""

    number: int = Field(gt=0)
    state: str = "open"
    pull_request: dict[str, object] | None = None


class Comment(_Shape):
    """A comment of the payload: the text that started the run, whatever it was edited to since."""

    id: int
    body: str
    user: User | None


class IssueCommentEvent(_Shape):
    """`issue_comment`."""

    action: str
    issue: Issue
    comment: Comment
    repository: Repository


class DispatchEvent(_Shape):
    """`workflow_dispatch`."""

    inputs: dict[str, str] | None = None
    repository: Repository
    sender: User


class Group(_Shape):
    """A merge group: the commit that would become the base's new tip."""

    head_sha: CommitSha
    head_ref: str
    base_sha: CommitSha
    base_ref: str


class MergeGroupEvent(_Shape):
    """`merge_group`. It names no pull request, except in its temporary ref."""

    action: str
    merge_group: Group
    repository: Repository
    sender: User | None = None


class Permission(_Shape):
    """What the permission endpoint says: the old field folds roles, `role_name` does not."""

    permission: str
    role_name: str = ""
