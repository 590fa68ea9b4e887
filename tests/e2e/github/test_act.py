"""The published workflow, run by the real `act` with the built image, against a GitHub on loopback."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.github_double.emulate import OUTSIDER, Emulator
from tests.github_double.fixtures import Line, need
from tests.github_double.runner import Job, a_job, comment_payload, pull_payload

ROOT = Path(__file__).parents[3]
IMAGE = os.environ.get("SKILLEVAL_ACTION_IMAGE", "skilleval-action:test")
SETTINGS = "model: offline\nagent: messages\nsandbox: process\nrepeats: 1\n"
pytestmark = [pytest.mark.docker, pytest.mark.slow]


def why_not() -> str:
    """Return why `act` cannot run here; empty when it can."""
    if act_program() is None:
        return "needs `pip install -r requirements/ci.txt` for act"
    if shutil.which("docker") is None:
        return "needs Docker"
    found = subprocess.run(["docker", "image", "inspect", IMAGE], capture_output=True, check=False)
    return "" if found.returncode == 0 else f"needs the image {IMAGE}: bash .ci/image.sh"


def act_program() -> str | None:
    """Return act: beside this Python, or on PATH."""
    beside = Path(sys.executable).with_name("act")
    return str(beside) if beside.is_file() else shutil.which("act")


def documented_workflow() -> str:
    """Return the workflow as docs/github.md shows it: what users paste is what runs here."""
    page = (ROOT / "docs" / "github.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```yaml\n(name: skilleval\n.*?)```\n", page, re.DOTALL)
    return str(block)


@pytest.fixture
def job(github: Emulator, line: Line, tmp_path: Path) -> Job:
    """A repository with the documented workflow, on whose pull request a skill gets worse."""
    need(why_not())
    job = a_job(github, line, tmp_path, settings=SETTINGS)
    workflow = job.checkout.path / ".github" / "workflows" / "skilleval.yml"
    workflow.parent.mkdir(parents=True)
    workflow.write_text(documented_workflow())
    job.checkout.git("remote", "add", "origin", "https://github.test/maint/skills")
    _local_actions(tmp_path)
    return job


def _local_actions(room: Path) -> None:
    """Put ours (naming the built image, as a release does) and a stand-in for the upload on disk."""
    own = room / "skilleval"
    own.mkdir()
    published = (ROOT / "action.yml").read_text().replace("image: Dockerfile", f"image: docker://{IMAGE}")
    (own / "action.yml").write_text(published)
    upload = room / "upload-artifact"
    upload.mkdir()
    inputs = (
        "inputs: {name: {required: true}, path: {required: true}, if-no-files-found: {required: false}}\n"
    )
    steps = "runs: {using: composite, steps: [{run: 'true', shell: bash}]}\n"
    (upload / "action.yml").write_text(f"name: upload\ndescription: nothing\n{inputs}{steps}")


def run_act(job: Job, event: str, payload: dict[str, Any]) -> "subprocess.CompletedProcess[str]":
    """Let act run the documented workflow on an event."""
    (job.room / "event.json").write_text(json.dumps(payload))
    uses = re.findall(r"uses: ((skilleval/skilleval|actions/upload-artifact)@\w+)", documented_workflow())
    local = [
        word
        for whole, name in uses
        for word in ("--local-repository", f"{whole}={job.room / name.split('/')[1]}")
    ]
    program = act_program()
    assert program is not None
    return subprocess.run(
        [
            program,
            event,
            "--eventpath",
            str(job.room / "event.json"),
            "--platform",
            "ubuntu-latest=debian:bookworm-slim",
            "--pull=false",
            "--rm",
            "--action-offline-mode",
            "--secret",
            "GITHUB_TOKEN=github-actions-token",
            "--secret",
            "ANTHROPIC_API_KEY=",
            "--env",
            f"GITHUB_API_URL={job.line.url}",
            *local,
        ],
        cwd=job.checkout.path,
        env={"PATH": os.environ["PATH"], "HOME": str(job.room)},
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )


def test_the_documented_workflow_runs(job: Job) -> None:
    """A pull request: one comment, one closed check on its head. A writer's command runs again and edits
    the same comment; an outsider's does nothing. No container, volume or open check is left.
    """
    first = run_act(job, "pull_request", pull_payload(job))
    assert job.checks() == [("completed", "failure")], first.stdout[-5000:] + first.stderr[-2000:]
    (comment,) = job.comments()
    assert "github-actions-token" not in first.stdout + first.stderr

    run_act(job, "issue_comment", comment_payload(job, author=OUTSIDER))
    assert job.checks() == [("completed", "failure")]

    run_act(job, "issue_comment", comment_payload(job))
    assert job.checks() == [("completed", "failure")] * 2
    (edited,) = job.comments()
    assert edited["id"] == comment["id"]
    assert edited["body"] != comment["body"]
