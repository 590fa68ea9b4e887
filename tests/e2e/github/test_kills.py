"""A run that is killed or stopped leaves nothing open and nothing twice."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.github_double.emulate import Emulator
from tests.github_double.fixtures import Line
from tests.github_double.runner import SECRETS, Job, a_job, pull_payload

STAGES = ("2", "3", "5", "6", "9")


@pytest.fixture
def job(github: Emulator, line: Line, tmp_path: Path) -> Job:
    """A pull request that makes a skill worse, and a runner."""
    return a_job(github, line, tmp_path)


def stop_at(job: Job, stage: str, signum: int) -> "subprocess.Popen[str]":
    """Start the action and send it a signal when it says that a stage begins."""
    process = job.begin("pull_request", pull_payload(job))
    assert process.stdout is not None
    for text in process.stdout:
        if text.startswith(f"[{stage}/9]"):
            os.kill(process.pid, signum)
            break
    process.communicate(timeout=120)
    return process


@pytest.mark.slow
def test_kill_9_at_each_stage(job: Job) -> None:
    """After each kill the post step closes the check; the next whole run leaves one comment."""
    for number, stage in enumerate(STAGES):
        job.run_id = 100 + number
        assert stop_at(job, stage, signal.SIGKILL).returncode == -signal.SIGKILL
        job.start("pull_request", pull_payload(job), post=True)

        assert len(job.checks()) == number + 1, f"stage {stage}"
        assert all(status == "completed" for status, _ in job.checks()), f"stage {stage}"
        assert len(job.comments()) <= 1
    job.run_id = 200
    job.start("pull_request", pull_payload(job))

    assert job.checks()[-1] == ("completed", "failure")
    assert len(job.comments()) == 1


@pytest.mark.slow
def test_a_cancelled_run_closes_itself(job: Job) -> None:
    """The runner's SIGTERM ends the run in order: the check is cancelled, the exit code says so."""
    ended = stop_at(job, "5", signal.SIGTERM)

    assert ended.returncode == 130
    assert job.checks() == [("completed", "cancelled")]


@pytest.mark.slow
def test_not_even_proc_shows_a_token(job: Job) -> None:
    """What a child reads of its parent's start environment in /proc holds no secret while trials run."""
    process = job.begin("pull_request", pull_payload(job))
    assert process.stdout is not None
    for text in process.stdout:
        if text.startswith("[5/9]"):
            break
    family = [process.pid, *_children(process.pid)]
    seen = b"".join(Path(f"/proc/{pid}/environ").read_bytes() for pid in family)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=60)

    assert b"PATH=" in seen
    for secret in ("github-actions-token", *SECRETS.values()):
        assert secret.encode() not in seen


def _children(pid: int) -> list[int]:
    found = [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return found + [deeper for child in found for deeper in _children(child)]


@pytest.mark.slow
def test_the_next_run_closes_what_nobody_closed(job: Job) -> None:
    """Where even the post step was killed, the next run cancels the old check."""
    stop_at(job, "3", signal.SIGKILL)
    assert job.checks() == [("in_progress", None)]
    job.run_id += 1
    job.start("pull_request", pull_payload(job))

    assert job.checks() == [("completed", "cancelled"), ("completed", "failure")]
