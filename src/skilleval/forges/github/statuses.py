"""Commit statuses and reactions: small writes."""

from typing import Final

from skilleval.domain.value import CommitSha
from skilleval.errors import ForgeError
from skilleval.forges.github.api import GitHubApi
from skilleval.forges.github.faults import REACT, WRITE_STATUS
from skilleval.ports import JsonObject

CONTEXT: Final = "skilleval"
CONTEXT_BESIDE_CHECK: Final = "skilleval/status"
"""A status of the check's own name would be required beside it (docs.github.com, required checks)."""


class GitHubStatus:
    """The status of one head: a `CommitStatus`. The newest of a context counts, so repeating is harmless."""

    def __init__(
        self, api: GitHubApi, repository: str, *, head_sha: CommitSha, context: str, target_url: str
    ) -> None:
        """Nothing is written yet."""
        self._api = api
        self._path = f"/repos/{repository}/statuses/{head_sha}"
        self._fixed = {"context": context, **({"target_url": target_url} if target_url else {})}

    def set(self, body: JsonObject) -> None:
        """Set state and description."""
        self._api.post(WRITE_STATUS, self._path, {**body, **self._fixed}, find=lambda: None)


def is_left_pending(
    api: GitHubApi, repository: str, head_sha: CommitSha, context: str, target_url: str
) -> bool:
    """Return whether the newest status of a context is a pending one of this very run."""
    newest = newest_status(api, repository, head_sha, context) or {}
    return newest.get("state") == "pending" and newest.get("target_url") == target_url


def newest_status(api: GitHubApi, repository: str, head_sha: CommitSha, context: str) -> JsonObject | None:
    """Return the newest status of a context (GitHub lists the newest first), None where none can be seen."""
    try:
        rows = list(api.pages(WRITE_STATUS, f"/repos/{repository}/commits/{head_sha}/statuses"))
    except ForgeError:
        return None
    return next((row for row in rows if row.get("context") == context), None)


def react(api: GitHubApi, repository: str, comment: int, content: str) -> bool:
    """Put a reaction under a comment; False where that did not work: nothing depends on it."""
    path = f"/repos/{repository}/issues/comments/{comment}/reactions"
    try:
        api.post(REACT, path, {"content": content}, find=lambda: None)
    except ForgeError:
        return False
    return True
