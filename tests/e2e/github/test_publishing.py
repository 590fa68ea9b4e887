"""One comment and one closed check, whatever GitHub and the network do."""

import os
import time
from datetime import timedelta
from itertools import chain, repeat
from typing import Any

import pytest

from skilleval.domain.report import Report
from skilleval.errors import ForgeError
from skilleval.forges.github import (
    CheckId,
    GitHubApi,
    GitHubCheck,
    GitHubThread,
    RightMissing,
    close_older,
    close_own,
    closing,
)
from skilleval.report import build_check, publish, read_state
from skilleval.report.reporters.check_run import CheckRunReporter
from skilleval.report.reporters.pr_comment import PrCommentReporter
from tests.builders_report import a_guilty_task
from tests.github_double.emulate import REPOSITORY, Emulator
from tests.github_double.faults import schedule
from tests.github_double.fixtures import Line

SEEDS = int(os.environ.get("SKILLEVAL_FAULT_SEEDS", "25"))
"""All 200 take four minutes; CI plays the first 25, `SKILLEVAL_FAULT_SEEDS=200` plays all."""


def a_report(head_sha: str, *, findings: int = 1, minutes: int = 0) -> Report:
    """Return a failing report on a head, with so many findings on its lines."""
    report = a_guilty_task()
    review = report.reviews[0]
    many = tuple(
        review.findings[0].model_copy(update={"line": line + 1, "fingerprint": f"{line}"})
        for line in range(findings)
    )
    started = report.run.started + timedelta(minutes=minutes)
    return report.model_copy(
        update={
            "request": report.request.model_copy(update={"head_sha": head_sha}),
            "reviews": (review.model_copy(update={"findings": many}), *report.reviews[1:]),
            "run": report.run.model_copy(update={"started": started}),
        }
    )


def run_once(api: GitHubApi, pull: dict[str, Any], mark: CheckId, report: Report) -> None:
    """Do what a run does on GitHub: open the check, close older ones, publish."""
    head_sha = pull["head"]["sha"]
    check = GitHubCheck(api, REPOSITORY, head_sha=head_sha, mark=mark)
    check.open(details_url="https://github.test/run", title="measuring", summary="This takes a while.")
    close_older(api, REPOSITORY, [head_sha], mark)
    thread = GitHubThread(api, REPOSITORY, pull["number"])
    publish(report, (CheckRunReporter(check), PrCommentReporter(thread)))


def ours(github: Emulator, pull: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the comments with our marker."""
    return [row for row in github.comments(pull["number"]) if row["body"].startswith("<!-- skilleval:v1")]


def test_a_run_leaves_one_comment_and_one_closed_check(github: Emulator, line: Line) -> None:
    """The first run creates both on the head; the second edits the same comment."""
    pull = github.open_pull()
    head_sha = pull["head"]["sha"]
    run_once(line.api(), pull, CheckId(1, 100, 1), a_report(head_sha))
    (first,) = ours(github, pull)
    run_once(line.api(), pull, CheckId(1, 101, 1), a_report(head_sha, minutes=5))
    (second,) = ours(github, pull)

    assert second["id"] == first["id"]
    assert second["body"] != first["body"]
    assert [(c["status"], c["conclusion"]) for c in github.checks(head_sha)] == [("completed", "failure")] * 2
    assert line.clock.slept_s == 0


def test_many_annotations_go_in_slices(github: Emulator, line: Line) -> None:
    """No request holds more than 50 annotations, and only the first sets the conclusion."""
    pull = github.open_pull()
    report = a_report(pull["head"]["sha"], findings=120)
    run_once(line.api(), pull, CheckId(1, 100, 1), report)

    bodies = [seen.body for seen in line.desk.seen if seen.method == "PATCH" and "check-runs" in seen.path]
    assert len(bodies) == len(build_check(report).requests()) == 3
    assert [len(body["output"]["annotations"]) for body in bodies] == [50, 50, 20]
    assert [body.get("conclusion") for body in bodies] == ["failure", None, None]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SEEDS))
def test_faults_leave_exactly_one_of_each(github: Emulator, line: Line, seed: int) -> None:
    """Limits, denied rights, lost and late replies: one comment and one closed check remain."""
    pull = github.open_pull()
    head_sha = pull["head"]["sha"]
    line.desk.faults = schedule(seed)
    run_once(line.api(timeout_s=1), pull, CheckId(1, 100, 1), a_report(head_sha, findings=120))

    assert [(c["status"], c["conclusion"]) for c in github.checks(head_sha)] == [("completed", "failure")]
    (comment,) = ours(github, pull)
    state = read_state(comment["body"])
    assert state is not None
    assert state.head == head_sha


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SEEDS // 5))
def test_a_killed_run_is_closed_by_its_post_step(github: Emulator, line: Line, seed: int) -> None:
    """A run that dies at any request leaves no open check after the post step, and no second comment after
    the next run.
    """
    pull = github.open_pull()
    head_sha = pull["head"]["sha"]
    line.desk.faults = schedule(seed)
    api = line.api(timeout_s=1)
    dies = _DyingApi(api, after=seed % 10 + 1)
    with pytest.raises(Killed):
        run_once(dies, pull, CheckId(1, 100, 1), a_report(head_sha, findings=120))  # type: ignore[arg-type]
    ended = closing("cancelled", "stopped", "The run was stopped.")
    close_own(api, REPOSITORY, [head_sha], CheckId(1, 100, 1), ended)

    assert all(check["status"] == "completed" for check in github.checks(head_sha))
    run_once(api, pull, CheckId(1, 101, 1), a_report(head_sha, minutes=5))
    assert len(ours(github, pull)) == 1


class Killed(BaseException):
    """The process is gone."""


class _DyingApi:
    """An API that is killed after so many calls."""

    def __init__(self, api: GitHubApi, *, after: int) -> None:
        self._api = api
        self._left = after

    def __getattr__(self, name: str) -> Any:
        if self._left == 0:
            raise Killed
        self._left -= 1
        return getattr(self._api, name)


def test_a_newer_run_closes_what_an_older_one_left_open(github: Emulator, line: Line) -> None:
    """A check that a killed run left is cancelled by the next; a newer run's is not touched."""
    pull = github.open_pull()
    head_sha = pull["head"]["sha"]
    for run in (90, 110):
        check = GitHubCheck(line.api(), REPOSITORY, head_sha=head_sha, mark=CheckId(1, run, 1))
        check.open(details_url="", title="measuring", summary="…")
    run_once(line.api(), pull, CheckId(1, 100, 1), a_report(head_sha))

    by_run = {check["external_id"].split("/")[2]: check for check in github.checks(head_sha)}
    assert by_run["90"]["conclusion"] == "cancelled"
    assert by_run["100"]["conclusion"] == "failure"
    assert by_run["110"]["status"] == "in_progress"


def test_a_token_without_rights_is_one_sentence(github: Emulator, line: Line) -> None:
    """A fork's token may write nothing: the error names the right and where to read on."""
    pull = github.open_pull()
    line.desk.limited = frozenset({"github-actions-token"})

    with pytest.raises(RightMissing, match=r"checks: write.*docs/github.md"):
        run_once(line.api(), pull, CheckId(1, 100, 1), a_report(pull["head"]["sha"]))
    assert line.clock.slept_s < 10


def test_a_limit_without_end_is_given_up(github: Emulator, line: Line) -> None:
    """Waiting has a bound: then the run says that it is GitHub's limit."""
    pull = github.open_pull()
    line.desk.faults = repeat("limit-429-bare")

    with pytest.raises(ForgeError, match="rate limit"):
        run_once(line.api(), pull, CheckId(1, 100, 1), a_report(pull["head"]["sha"]))
    assert line.clock.slept_s <= 600


@pytest.mark.slow
def test_ten_seconds_of_latency_are_waited_for(github: Emulator, line: Line) -> None:
    """A slow GitHub is no broken one."""
    pull = github.open_pull()
    line.desk.slow_s = 10.0
    line.desk.faults = chain(["slow"], repeat("ok"))
    began = time.monotonic()
    run_once(line.api(timeout_s=20), pull, CheckId(1, 100, 1), a_report(pull["head"]["sha"]))

    assert time.monotonic() - began > 9
    assert len(github.checks(pull["head"]["sha"])) == 1
