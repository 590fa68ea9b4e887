"""The image as GitHub's runner starts it: its mounts, its names, a workspace of another user."""

import json
import os
import subprocess
import uuid
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.github.test_act import IMAGE, why_not
from tests.github_double.emulate import REPOSITORY, Emulator
from tests.github_double.fixtures import Line, need
from tests.github_double.runner import OFFLINE, Job, a_job, parse_values, pull_payload

RUNNER_UID = 1001
pytestmark = [pytest.mark.docker, pytest.mark.slow]


@pytest.fixture
def job(github: Emulator, line: Line, tmp_path: Path) -> Job:
    """A job whose workspace belongs to the runner's user."""
    need(why_not())
    job = a_job(github, line, tmp_path)
    for place in ("home", "workflow", "file_commands", "temp"):
        (tmp_path / place).mkdir()
    for place, folders, names in os.walk(tmp_path):
        for name in (".", *folders, *names):
            os.chown(Path(place) / name, RUNNER_UID, RUNNER_UID, follow_symlinks=False)
    return job


def runner_command(job: Job, event: str, payload: dict[str, Any], *, entrypoint: str = "") -> list[str]:
    """Return the command of actions/runner's ContainerActionHandler for this step."""
    (job.room / "workflow" / "event.json").write_text(json.dumps(payload))
    for name in ("output", "summary", "state"):
        (job.room / "file_commands" / name).write_text("")
    inputs = {**OFFLINE, "github-token": "github-actions-token"}
    env = {
        **{f"INPUT_{name.upper()}": value for name, value in inputs.items()},
        "HOME": "/github/home",
        "GITHUB_ACTIONS": "true",
        "CI": "true",
        "GITHUB_EVENT_NAME": event,
        "GITHUB_EVENT_PATH": "/github/workflow/event.json",
        "GITHUB_REPOSITORY": REPOSITORY,
        "GITHUB_API_URL": job.line.url,
        "GITHUB_RUN_ID": str(job.run_id),
        "GITHUB_RUN_ATTEMPT": "1",
        "GITHUB_JOB": "evaluate",
        "GITHUB_WORKSPACE": "/github/workspace",
        "GITHUB_OUTPUT": "/github/file_commands/output",
        "GITHUB_STEP_SUMMARY": "/github/file_commands/summary",
        "GITHUB_STATE": "/github/file_commands/state",
        "RUNNER_TEMP": "/github/runner_temp",
        "RUNNER_WORKSPACE": "/home/runner/work/skills",
        "ACTIONS_RUNTIME_TOKEN": "runtime-t0ken-that-is-secret",
    }
    mounts = {
        "workspace": "/github/workspace",
        "home": "/github/home",
        "workflow": "/github/workflow",
        "file_commands": "/github/file_commands",
        "temp": "/github/runner_temp",
    }
    return [
        *("docker", "run", "--rm", "--workdir", "/github/workspace", "--network", "host"),
        *(word for key, value in env.items() for word in ("-e", f"{key}={value}")),
        *(word for host, inside in mounts.items() for word in ("-v", f"{job.room / host}:{inside}")),
        *("-v", "/var/run/docker.sock:/var/run/docker.sock"),
        *(("--entrypoint", entrypoint) if entrypoint else ()),
        IMAGE,
    ]


def test_the_image_runs_as_the_runner_starts_it(job: Job) -> None:
    """Comment, check, outputs as paths of the runner, and files that the runner's user may remove."""
    command = runner_command(job, "pull_request", pull_payload(job))
    done = subprocess.run(command, capture_output=True, text=True, timeout=400, check=False)

    assert job.checks() == [("completed", "failure")], done.stdout[-4000:] + done.stderr[-2000:]
    assert (done.returncode, len(job.comments())) == (1, 1)
    outputs = parse_values((job.room / "file_commands" / "output").read_text())
    assert outputs["results-path"].startswith("/home/runner/work/_temp/skilleval/runs/")
    inside = outputs["results-path"].removeprefix("/home/runner/work/_temp/")
    assert json.loads((job.room / "temp" / inside).read_text())["verdict"] == "fail"
    owners = {file.lstat().st_uid for file in (job.room / "temp" / "skilleval").rglob("*")}
    assert owners == {RUNNER_UID}
    _no_root_files(job)


def _no_root_files(job: Job) -> None:
    left = [file for file in (job.room / "workspace").rglob("*") if file.lstat().st_uid == 0]
    assert left == []


def test_a_killed_container_is_closed_by_the_post_step(job: Job) -> None:
    """Kill -9 in the middle: the post step, a container of its own, closes the check."""
    name = f"skilleval-{uuid.uuid4().hex}"
    command = runner_command(job, "pull_request", pull_payload(job))
    command[2:2] = ["--name", name]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout is not None
    said = []
    for text in process.stdout:
        said.append(text)
        if text.startswith("[5/9]"):
            break
    assert job.checks() == [("in_progress", None)], "".join(said)
    state = {
        f"STATE_{key}": value
        for key, value in parse_values((job.room / "file_commands" / "state").read_text()).items()
    }
    subprocess.run(["docker", "kill", name], capture_output=True, check=True)
    process.communicate(timeout=60)

    post = runner_command(job, "pull_request", pull_payload(job), entrypoint="/usr/local/bin/skilleval-post")
    more = [word for key, value in state.items() for word in ("-e", f"{key}={value}")]
    done = subprocess.run(
        [*post[:2], *more, *post[2:]], capture_output=True, text=True, timeout=120, check=False
    )

    assert job.checks() == [("completed", "cancelled")], done.stdout[-3000:]
    assert done.returncode == 0
    assert state == {"STATE_head": job.head_sha}
