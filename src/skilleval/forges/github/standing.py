"""What a run shows on GitHub from its start to its end: a check, a status, or both, always closed."""

from collections.abc import Iterable, Sequence
from typing import Literal

from skilleval.domain.value import CommitSha
from skilleval.forges.github.api import GitHubApi
from skilleval.forges.github.checks import CheckId, GitHubCheck, close_older, close_own, closing
from skilleval.forges.github.statuses import CONTEXT, CONTEXT_BESIDE_CHECK, GitHubStatus, is_left_pending
from skilleval.ports import JsonObject

Mode = Literal["check", "status", "both"]
End = Literal["success", "neutral", "failure", "cancelled"]


class Standing:
    """One run's check and status on one head. It is a `CheckRun` and a `CommitStatus`."""

    def __init__(
        self, api: GitHubApi, repository: str, *, head_sha: CommitSha, mark: CheckId, run_url: str
    ) -> None:
        """Nothing is written yet."""
        self._api = api
        self._repository = repository
        self.run_url = run_url
        self.head_sha = head_sha
        self.mark = mark
        self._check: GitHubCheck | None = None
        self._status: GitHubStatus | None = None
        self._is_over = False

    def open(self, mode: Mode, *, title: str) -> None:
        """Say that the run is on its way. Raises ForgeError, RightMissing where the token may not."""
        if mode != "status":
            check = GitHubCheck(self._api, self._repository, head_sha=self.head_sha, mark=self.mark)
            check.open(details_url=self.run_url, title=title, summary=f"[The run]({self.run_url})")
            self._check = check
        if mode != "check":
            self._status = self._status_of(mode)
            self._status.set({"state": "pending", "description": title})

    @property
    def shows_check(self) -> bool:
        """Whether there is a check to close."""
        return self._check is not None

    @property
    def shows_status(self) -> bool:
        """Whether there is a status to set."""
        return self._status is not None

    def conclude(self, bodies: Sequence[JsonObject]) -> None:
        """Close the check with a report."""
        if self._check is not None:
            try:
                self._check.conclude(bodies)
            finally:
                self._is_over = self._check.is_closed

    def set(self, body: JsonObject) -> None:
        """Set the status from a report."""
        if self._status is not None:
            self._status.set(body)
            self._is_over = self._is_over or self._check is None

    def end(self, conclusion: End, title: str, summary: str) -> None:
        """Close check and status without a report, unless a report has closed them.

        A report that GitHub did not take has closed nothing.
        """
        if self._is_over:
            return
        self._is_over = True
        if self._check is not None:
            self._check.conclude([closing(conclusion, title, summary)])
        if self._status is not None:
            self._status.set({"state": _state(conclusion), "description": title[:140]})

    def close_older(self, heads: Iterable[CommitSha]) -> int:
        """Close what older runs of this pull request left open on these heads; return how many."""
        return close_older(self._api, self._repository, heads, self.mark)

    def close_left_open(self, heads: Iterable[CommitSha], title: str, summary: str) -> int:
        """Close what this very run left open, in a later process; return how many."""
        heads = tuple(dict.fromkeys(heads))
        body = closing("cancelled", title, summary)
        closed = close_own(self._api, self._repository, heads, self.mark, body)
        for head in heads:
            for context in (CONTEXT, CONTEXT_BESIDE_CHECK):
                if is_left_pending(self._api, self._repository, head, context, self.run_url):
                    status = GitHubStatus(
                        self._api, self._repository, head_sha=head, context=context, target_url=self.run_url
                    )
                    status.set({"state": "error", "description": title[:140]})
                    closed += 1
        return closed

    def _status_of(self, mode: Mode) -> GitHubStatus:
        return GitHubStatus(
            self._api,
            self._repository,
            head_sha=self.head_sha,
            context=CONTEXT if mode == "status" else CONTEXT_BESIDE_CHECK,
            target_url=self.run_url,
        )


def _state(conclusion: End) -> str:
    return {"success": "success", "neutral": "success", "failure": "failure", "cancelled": "error"}[
        conclusion
    ]
