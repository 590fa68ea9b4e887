"""`skilleval action` as a process on a runner, against a GitHub that keeps its state."""

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.github_double.emulate import OUTSIDER, REPOSITORY, Emulator
from tests.github_double.fixtures import Line
from tests.github_double.mirror import mirror
from tests.github_double.runner import SECRETS, Job, a_job, comment_payload, pull_payload

RED = ("completed", "failure")


@pytest.fixture
def job(github: Emulator, line: Line, tmp_path: Path) -> Job:
    """A pull request that makes a skill worse, and a runner."""
    return a_job(github, line, tmp_path)


def test_a_pull_request_gets_one_comment_and_one_check_and_keeps_them(job: Job) -> None:
    """Two runs and a command: one comment under one id, every check closed, outputs and summary there."""
    first = job.start("pull_request", pull_payload(job))
    (comment,) = job.comments()

    assert (first.code, job.checks()) == (1, [RED])
    assert "csv-summary" in comment["body"]
    assert (
        "[The whole report](https://github.test/maint/skills/actions/runs/100/attempts/1)" in comment["body"]
    )
    assert "csv-summary" in first.summary
    assert first.outputs["verdict"] == "fail"
    assert json.loads(first.outputs["skills"]) == ["csv-summary"]
    results = json.loads(Path(first.outputs["results-path"]).read_text())
    assert results["conclusion"] == first.outputs["conclusion"] == "failure"
    assert Path(first.outputs["report-path"]).is_file()

    job.run_id += 1
    again = job.start("issue_comment", comment_payload(job, "/skilleval rerun --repeats 2"))
    (edited,) = job.comments()

    assert (again.code, job.checks()) == (1, [RED, RED])
    assert edited["id"] == comment["id"]
    assert edited["body"] != comment["body"]
    assert [content for _, content in job.line.desk.reactions] == ["eyes", "rocket", "+1"]
    _nothing_leaked(job, first.log + again.log)


def _nothing_leaked(job: Job, log: str) -> None:
    """No secret, in no form, in the log (outside of the masks), in files, or in what GitHub was told."""
    said = "\n".join(line for line in log.splitlines() if not line.startswith("::add-mask::"))
    files = [file for file in job.room.rglob("*") if file.is_file() and ".git" not in file.parts]
    told = json.dumps([seen.body for seen in job.line.desk.seen])
    places = [said, told, *(file.read_bytes().decode("latin-1") for file in files)]
    for secret in ("github-actions-token", *SECRETS.values()):
        for form in (secret, base64.b64encode(secret.encode()).decode().rstrip("=")):
            assert not any(form in place for place in places)


def test_an_outsider_starts_nothing(job: Job) -> None:
    """A command without write permission: one reaction, no check, no comment, no red job."""
    ended = job.start("issue_comment", comment_payload(job, author=OUTSIDER))

    assert (ended.code, job.checks(), job.comments()) == (0, [], [])
    assert job.line.desk.reactions == [(job.line.desk.reactions[0][0], "confused")]
    assert "needs write permission" in ended.log


def test_a_draft_is_reviewed_and_waits(job: Job) -> None:
    """A draft gets no trial: its check waits and its comment says for what."""
    _mark_draft(job)
    ended = job.start("pull_request", pull_payload(job, draft=True))

    assert (ended.code, job.checks()) == (0, [("completed", "action_required")])
    assert "trials to run" not in ended.log
    assert "marked ready for review" in job.comments()[0]["body"]


def _mark_draft(job: Job) -> None:
    """Draft state is read from the API, too."""
    number, desk = job.pull["number"], job.line.desk
    desk.rewrite[f"/repos/{REPOSITORY}/pulls/{number}"] = lambda pull: {**pull, "draft": True}


def _from_fork(job: Job) -> dict[str, Any]:
    """Let the pull request come from a fork, in the API and in the payload."""
    fork = {**job.pull["base"]["repo"], "id": 999, "full_name": "mallory/skills", "fork": True}

    def rewrite(pull: dict[str, Any]) -> dict[str, Any]:
        return {**pull, "head": {**pull["head"], "repo": fork}}

    job.line.desk.rewrite[f"/repos/{REPOSITORY}/pulls/{job.pull['number']}"] = rewrite
    return pull_payload(job, sender=OUTSIDER, **rewrite(job.pull))


def test_a_fork_is_reviewed_and_approved_by_its_sha(job: Job) -> None:
    """A fork with a token that may write waits with the line to paste; that line starts the trials."""
    waiting = job.start("pull_request", _from_fork(job))
    line = f"/skilleval approve {job.head_sha}"

    assert (waiting.code, job.checks()) == (0, [("completed", "action_required")])
    assert "trials to run" not in waiting.log
    assert line in [row.strip() for row in job.comments()[0]["body"].splitlines()]

    job.run_id += 1
    approved = job.start("issue_comment", comment_payload(job, line))

    assert (approved.code, job.checks()[-1]) == (1, RED)
    assert "trials to run" in approved.log


def test_a_fork_with_a_read_only_token_still_gets_its_review(job: Job) -> None:
    """Nothing can be written on the pull request: one sentence says so, summary and files are there."""
    job.line.desk.limited = frozenset({"github-actions-token"})
    ended = job.start("pull_request", _from_fork(job))

    assert (ended.code, job.checks(), job.comments()) == (0, [], [])
    assert "cannot write the check run: the token lacks a right; runs of forks" in ended.log
    assert f"/skilleval approve {job.head_sha}" in ended.log
    assert "Traceback" not in ended.log
    assert "csv-summary" in ended.summary


def test_no_skill_changed_is_green_at_once(job: Job) -> None:
    """A pull request without a skill: a green check, no comment, no trial."""
    job.checkout.git("checkout", "-q", "better")
    job.checkout.git("reset", "-q", "--hard", "main")
    head_sha = job.checkout.write({"README.md": "Other words.\n"}).commit("words")
    _push(job, head_sha)
    ended = job.start("pull_request", pull_payload(job, "synchronize"))

    assert (ended.code, job.checks(), job.comments()) == (0, [("completed", "success")], [])


def _push(job: Job, head_sha: str) -> None:
    """Move the head of the pull request, which emulate does not do by itself."""
    mirror(job.github, job.checkout.path, "better")
    number = job.pull["number"]
    path = f"/repos/{REPOSITORY}/pulls/{number}"
    job.line.desk.rewrite[path] = lambda pull: {**pull, "head": {**pull["head"], "sha": head_sha}}
    job.pull = job.line.desk.rewrite[path](job.pull)


def test_the_base_side_decides_settings(github: Emulator, line: Line, tmp_path: Path) -> None:
    """A pull request that lowers its own bar is judged by the bar of the base."""
    job = a_job(github, line, tmp_path, settings="on-missing-evals: fail\n")
    job.checkout.git("checkout", "-q", "better")
    head_sha = job.checkout.write({"skilleval.yml": "blocking: false\nno-such-key: 1\n"}).commit("lower")
    _push(job, head_sha)
    ended = job.start("pull_request", pull_payload(job, "synchronize"))

    assert (ended.code, job.checks()) == (1, [RED])


def test_settings_that_cannot_be_used_close_the_check(github: Emulator, line: Line, tmp_path: Path) -> None:
    """A typing error in the base side's settings is a red check that says so, and exit code 2."""
    job = a_job(github, line, tmp_path, settings="modle: offline\n")
    ended = job.start("pull_request", pull_payload(job))

    assert (ended.code, job.checks()) == (2, [RED])
    assert "did you mean 'model'" in ended.log
    assert "modle" in github.checks(job.head_sha)[0]["output"]["title"]


def test_a_model_without_a_key_says_how_to_go_on(job: Job) -> None:
    """Without a key nothing runs: a red check, exit code 2, the way out."""
    job.inputs = {"agent": "messages", "sandbox": "process"}
    ended = job.start("pull_request", pull_payload(job))

    assert (ended.code, job.checks()) == (2, [RED])
    assert re.search(r"::error title=skilleval::model .* needs a key", ended.log)


def test_a_head_that_moved_on_is_left_to_its_own_run(job: Job) -> None:
    """A re-run of an old payload opens nothing on the old head."""
    payload = pull_payload(job)
    job.checkout.git("checkout", "-q", "better")
    _push(job, job.checkout.write({"README.md": "Newer.\n"}).commit("newer"))
    ended = job.start("pull_request", payload)

    assert (ended.code, job.checks()) == (0, [])
    assert "moved on" in ended.log


def test_status_mode_sets_a_status_under_the_name(github: Emulator, line: Line, tmp_path: Path) -> None:
    """`report: status` writes no check; `both` gives the status a name of its own."""
    job = a_job(github, line, tmp_path, settings="report: both\n")
    job.start("pull_request", pull_payload(job))

    states = [(row["context"], row["state"]) for row in line.desk.statuses]
    assert states == [("skilleval/status", "pending"), ("skilleval/status", "failure")]
    assert job.checks() == [RED]


def _group(job: Job, group_sha: str) -> dict[str, Any]:
    """Return the payload with which the merge queue asks for a group of the job's pull request."""
    return {
        "action": "checks_requested",
        "merge_group": {
            "head_sha": group_sha,
            "head_ref": f"refs/heads/gh-readonly-queue/main/pr-{job.pull['number']}-{group_sha}",
            "base_sha": group_sha,
            "base_ref": "refs/heads/main",
        },
        "repository": job.pull["base"]["repo"],
        "sender": {"login": "github-merge-queue[bot]", "type": "Bot"},
    }


def test_the_merge_queue_hears_the_pull_requests_verdict(job: Job) -> None:
    """The group's check repeats what the pull request got; without a verdict it fails and says so."""
    group_sha = job.checkout.git("rev-parse", "main")
    number = job.pull["number"]
    payload = _group(job, group_sha)
    early = job.start("merge_group", payload)
    job.start("pull_request", pull_payload(job))
    job.run_id += 1
    later = job.start("merge_group", payload)

    titles = [check["output"]["title"] for check in job.github.checks(group_sha)]
    assert (early.code, later.code) == (1, 1)
    assert titles[0] == f"no verdict on #{number} yet"
    assert titles[1].startswith(f"as on pull request {number}: csv-summary")


def test_the_merge_queue_lets_a_green_pull_request_through(job: Job) -> None:
    """What is green on the pull request is green on the group, and the group's check is closed."""
    job.checkout.git("checkout", "-q", "better")
    job.checkout.git("reset", "-q", "--hard", "main")
    _push(job, job.checkout.write({"README.md": "Other words.\n"}).commit("words"))
    job.start("pull_request", pull_payload(job, "synchronize"))
    group_sha = job.checkout.git("rev-parse", "main")
    job.run_id += 1
    ended = job.start("merge_group", _group(job, group_sha))

    assert ended.code == 0
    assert [(row["status"], row["conclusion"]) for row in job.github.checks(group_sha)] == [
        ("completed", "success")
    ]


def test_the_merge_queue_is_told_by_a_status_where_there_is_no_check(
    github: Emulator, line: Line, tmp_path: Path
) -> None:
    """With `report: status` the required name is a status: so the group gets one, and no check."""
    job = a_job(github, line, tmp_path, settings="report: status\n")
    job.start("pull_request", pull_payload(job))
    group_sha = job.checkout.git("rev-parse", "main")
    job.run_id += 1
    ended = job.start("merge_group", _group(job, group_sha))

    assert ended.code == 1
    assert [(row["context"], row["state"]) for row in line.desk.statuses[-2:]] == [
        ("skilleval", "pending"),
        ("skilleval", "failure"),
    ]
    assert (github.checks(group_sha), job.checks()) == ([], [])


def test_a_dispatch_measures_the_pull_request_that_it_names(job: Job) -> None:
    """`workflow_dispatch` by a writer: the same comment and check as a push."""
    payload = {
        "inputs": {"pull-request": str(job.pull["number"])},
        "ref": "refs/heads/main",
        "repository": job.pull["base"]["repo"],
        "sender": {"login": "writer", "type": "User"},
    }
    ended = job.start("workflow_dispatch", payload)

    assert (ended.code, job.checks()) == (1, [RED])
    assert len(job.comments()) == 1


@pytest.mark.parametrize("change", ["edited", "plain-issue", "bot", "chat"])
def test_comments_that_are_no_commands_start_nothing(job: Job, change: str) -> None:
    """Edited comments, comments on issues, of bots, and mere talk: no reaction, no check, no red job."""
    payload = comment_payload(job, "/skilleval rerun" if change != "chat" else "Shall we /skilleval rerun?")
    if change == "edited":
        payload["action"] = "edited"
    if change == "plain-issue":
        del payload["issue"]["pull_request"]
    if change == "bot":
        payload["comment"]["user"] = {**payload["comment"]["user"], "login": "x[bot]", "type": "Bot"}
    ended = job.start("issue_comment", payload)

    assert (ended.code, job.checks(), job.comments()) == (0, [], [])
    assert job.line.desk.reactions == []
    assert "skilleval did not run" in ended.log


def test_a_head_that_moves_while_we_measure_keeps_our_words_off_it(job: Job) -> None:
    """The check stands closed on the head that was measured; the comment is left to the newer head's run."""
    process = job.begin("pull_request", pull_payload(job))
    assert process.stdout is not None
    for text in process.stdout:
        if text.startswith("[5/9]"):
            break
    path = f"/repos/{REPOSITORY}/pulls/{job.pull['number']}"
    job.line.desk.rewrite[path] = lambda pull: {**pull, "head": {**pull["head"], "sha": "f" * 40}}
    process.communicate(timeout=300)

    assert job.checks() == [RED]
    assert job.comments() == []
