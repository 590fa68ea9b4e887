"""GitHub as a `Forge`: the event, and what was asked about it, each read once and then pinned."""

from dataclasses import dataclass
from functools import cached_property

from skilleval.domain.request import Request
from skilleval.errors import ForgeError
from skilleval.event import Notice, Permission, Pull, Refusal, Role, judge, role_of
from skilleval.forges.github.api import GitHubApi
from skilleval.forges.github.pulls import read_permission, read_pull
from skilleval.ports import JsonObject


@dataclass
class GitHubForge:
    """One event of one repository."""

    api: GitHubApi
    event: str
    delivery: JsonObject
    notice: Notice
    floor: Role = "write"

    @property
    def repository(self) -> str:
        """The repository, as owner/name."""
        return self.notice.repository

    @cached_property
    def _pull(self) -> JsonObject:
        if self.notice.number is None:
            raise ForgeError("the event names no pull request", hint="run on pull_request or issue_comment")
        return read_pull(self.api, self.repository, self.notice.number)

    @cached_property
    def _permission(self) -> JsonObject | None:
        """Nobody is asked for where the answer could not matter."""
        if self.notice.actor_is_bot or not self.notice.actor:
            return None
        pull = Pull.model_validate(self._pull)
        if pull.is_from_fork and self.notice.command is None:
            return None  # reviewed only, and a fork's token may not ask
        return read_permission(self.api, self.repository, self.notice.actor)

    def judge(self) -> Request | Refusal:
        """Return what may run, or why nothing does."""
        permission = None if self._permission is None else Permission.model_validate(self._permission)
        pull = Pull.model_validate(self._pull)
        return judge(self.notice, pull, role_of(permission), floor=self.floor)

    def payload(self) -> JsonObject:
        """Return the event with its facts: the same each time it is asked."""
        return {
            "kind": "github",
            "event": self.event,
            "payload": self.delivery,
            "pull": self._pull,
            "permission": self._permission,
            "floor": self.floor,
        }
