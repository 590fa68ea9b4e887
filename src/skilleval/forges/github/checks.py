"""Check runs: opened at the start, closed in every case, found again by name and external id."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from skilleval.domain.value import CommitSha
from skilleval.forges.github.api import GitHubApi
from skilleval.forges.github.faults import OPEN_CHECK, READ_CHECKS, NotThere, Rejected
from skilleval.ports import JsonObject

NAME: Final = "skilleval"


@dataclass(frozen=True)
class CheckId:
    """Which run a check belongs to: written into `external_id`, so that any later process knows."""

    number: int
    """Of the pull request; 0 where there is none."""
    run: int
    attempt: int
    job: str = ""

    def __str__(self) -> str:
        """Return the external id."""
        return f"{NAME}/{self.number}/{self.run}/{self.attempt}/{self.job}"

    @classmethod
    def parse(cls, text: str) -> "CheckId | None":
        """Return what an external id of ours says, or None."""
        name, *parts = text.split("/", 4)
        if name != NAME or len(parts) != 4 or not all(part.isdigit() for part in parts[:3]):
            return None
        return cls(int(parts[0]), int(parts[1]), int(parts[2]), parts[3])

    def is_before(self, other: "CheckId") -> bool:
        """Return whether this run of the same pull request is the older one."""
        return self.number == other.number and (self.run, self.attempt) < (other.run, other.attempt)


class GitHubCheck:
    """The check of one run on one head: a `CheckRun`."""

    def __init__(self, api: GitHubApi, repository: str, *, head_sha: CommitSha, mark: CheckId) -> None:
        """Nothing is written yet."""
        self._api = api
        self._repository = repository
        self._head_sha = head_sha
        self._mark = mark
        self._id: int | None = None
        self.is_closed = False
        """Whether the conclusion is written; annotations may still follow."""

    def open(self, *, details_url: str, title: str, summary: str) -> None:
        """Write the check as in progress."""
        body: JsonObject = {
            "name": NAME,
            "head_sha": self._head_sha,
            "status": "in_progress",
            "external_id": str(self._mark),
            "output": {"title": title, "summary": summary},
            **({"details_url": details_url} if details_url else {}),
        }
        made = self._api.post(OPEN_CHECK, f"/repos/{self._repository}/check-runs", body, find=self._find)
        self._id = _id_of(made)

    def conclude(self, bodies: Sequence[JsonObject]) -> None:
        """Close the check. Twins, which a lost reply may have left, are closed with it.

        Annotations that GitHub refuses are left out: they must not take the verdict with them.
        """
        if self._id is None:
            return
        written = 0
        for body in bodies:
            try:
                self._write(self._id, body, written + _annotations_in(body))
                written += _annotations_in(body)
            except Rejected:
                if not _annotations_in(body):
                    raise
                self._write(self._id, _without_annotations(body), written)
            self.is_closed = True
        plain = _without_annotations(bodies[0])
        for twin in self._twins():
            self._api.patch(OPEN_CHECK, self._path(twin), plain)

    def _write(self, check: int, body: JsonObject, written: int) -> None:
        def is_done() -> bool:
            """Annotations append: a repeated request would write them twice."""
            now = self._api.get(READ_CHECKS, self._path(check))
            return now.get("status") == "completed" and _written(now) >= written

        asks = is_done if _annotations_in(body) else lambda: False
        self._api.patch(OPEN_CHECK, self._path(check), body, is_done=asks)

    def _path(self, check: int) -> str:
        return f"/repos/{self._repository}/check-runs/{check}"

    def _find(self) -> JsonObject | None:
        return next((row for row in self._all() if row.get("external_id") == str(self._mark)), None)

    def _twins(self) -> Iterator[int]:
        for row in self._all():
            if row.get("external_id") == str(self._mark) and is_open(row) and _id_of(row) != self._id:
                yield _id_of(row)

    def _all(self) -> list[JsonObject]:
        return list_checks(self._api, self._repository, self._head_sha)


def list_checks(api: GitHubApi, repository: str, head_sha: CommitSha) -> list[JsonObject]:
    """Return all checks of our name on a commit, the oldest first; none where the commit is gone."""
    path = f"/repos/{repository}/commits/{head_sha}/check-runs"
    try:
        rows = list(api.pages(READ_CHECKS, path, key="check_runs", check_name=NAME, filter="all"))
    except (NotThere, Rejected):
        return []
    return sorted((row for row in rows if row.get("name") == NAME), key=_id_of)


def is_open(row: JsonObject) -> bool:
    """Return whether a check still waits for its conclusion."""
    return row.get("status") != "completed"


def close_older(api: GitHubApi, repository: str, heads: Iterable[CommitSha], mark: CheckId) -> int:
    """Close what older runs of this pull request left open, as cancelled; return how many."""
    body = closing("cancelled", "superseded by a newer run", "A newer run took over.")
    return _close(api, repository, heads, body, lambda found: found.is_before(mark))


def close_own(
    api: GitHubApi, repository: str, heads: Iterable[CommitSha], mark: CheckId, body: JsonObject
) -> int:
    """Close what this very run left open; return how many."""
    return _close(api, repository, heads, body, lambda found: found == mark)


def closing(conclusion: str, title: str, summary: str) -> JsonObject:
    """Return the body that closes a check without a report."""
    return {"status": "completed", "conclusion": conclusion, "output": {"title": title, "summary": summary}}


def _close(
    api: GitHubApi,
    repository: str,
    heads: Iterable[CommitSha],
    body: JsonObject,
    concerns: Callable[[CheckId], bool],
) -> int:
    closed = 0
    for head in dict.fromkeys(heads):
        for row in list_checks(api, repository, head):
            found = CheckId.parse(str(row.get("external_id") or ""))
            if is_open(row) and found is not None and concerns(found):
                api.patch(OPEN_CHECK, f"/repos/{repository}/check-runs/{_id_of(row)}", body)
                closed += 1
    return closed


def _id_of(row: JsonObject) -> int:
    return int(str(row.get("id") or 0))


def _annotations_in(body: JsonObject) -> int:
    output = body.get("output")
    rows = output.get("annotations") if isinstance(output, dict) else None
    return len(rows) if isinstance(rows, list) else 0


def _written(row: JsonObject) -> int:
    output = row.get("output")
    return int(output.get("annotations_count") or 0) if isinstance(output, dict) else 0


def _without_annotations(body: JsonObject) -> JsonObject:
    output = body.get("output")
    kept = (
        {key: value for key, value in output.items() if key != "annotations"}
        if isinstance(output, dict)
        else {}
    )
    return {**body, "output": kept}


@dataclass(frozen=True)
class OldVerdict:
    """What the newest closed check of ours on a commit says."""

    conclusion: str
    title: str
    url: str


def newest_verdict(api: GitHubApi, repository: str, head_sha: CommitSha, number: int) -> OldVerdict | None:
    """Return the newest verdict on a pull request's head, or None where there is none (yet)."""
    for row in reversed(list_checks(api, repository, head_sha)):
        mark = CheckId.parse(str(row.get("external_id") or ""))
        if mark is None or mark.number != number:
            continue
        if is_open(row):
            return None  # a newer run is on its way: what an older one said is not the last word
        output = row.get("output")
        title = str(output.get("title") or "") if isinstance(output, dict) else ""
        return OldVerdict(str(row.get("conclusion") or ""), title, str(row.get("html_url") or ""))
    return None
