"""GitHub as a `Forge`: the event, and what was asked about it, each read once and then pinned."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from skilleval.domain.request import Request
from skilleval.domain.value import CommitSha
from skilleval.errors import ForgeError
from skilleval.event import Notice, Permission, Pull, Refusal, Role, judge, role_of
from skilleval.forges.github.api import GitHubApi
from skilleval.forges.github.checks import OldVerdict, newest_verdict
from skilleval.forges.github.pulls import commits_of, read_permission, read_pull
from skilleval.forges.github.statuses import CONTEXT, newest_status, react
from skilleval.ports import JsonObject

MOST_HEADS: Final = 5
"""Older commits of a pull request are not searched for checks that a killed run left open."""


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

    @property
    def head_sha(self) -> CommitSha | None:
        """The pull request's head, as it was when first asked; None where there is no pull request."""
        return None if self.notice.number is None else Pull.model_validate(self._pull).head.sha

    def known_heads(self) -> tuple[CommitSha, ...]:
        """Return commits that a run of this pull request may have opened a check on, likely ones first."""
        number = self.notice.number
        told = (self.notice.head_sha, self.notice.before, self.head_sha)
        listed = commits_of(self.api, self.repository, number)[:MOST_HEADS] if number else ()
        return tuple(dict.fromkeys(sha for sha in (*told, *listed) if sha))

    def verdict_on_head(self) -> OldVerdict | None:
        """Return what our check says of the pull request's head, or None."""
        if self.notice.number is None or self.head_sha is None:
            return None
        return newest_verdict(self.api, self.repository, self.head_sha, self.notice.number)

    def status_on_head(self) -> OldVerdict | None:
        """Return what our status says of the head (`report: status`); None without one or while pending."""
        if self.notice.number is None or self.head_sha is None:
            return None
        row = newest_status(self.api, self.repository, self.head_sha, CONTEXT) or {}
        conclusion = {"success": "success", "failure": "failure", "error": "failure"}.get(
            str(row.get("state"))
        )
        if conclusion is None:
            return None
        return OldVerdict(conclusion, str(row.get("description") or ""), str(row.get("target_url") or ""))

    def react(self, content: str) -> None:
        """Put a reaction under the comment that started this; it is no matter where that fails."""
        if self.notice.comment_id is not None:
            react(self.api, self.repository, self.notice.comment_id, content)

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
