"""The published workflow, run by the real `act` with the built image, against a GitHub on loopback."""

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from skilleval.engine.labels import OWNER
from tests.builders_docker import engine, leftovers
from tests.github_double.emulate import OUTSIDER, Emulator
from tests.github_double.fixtures import Line, need
from tests.github_double.runner import Job, a_job, comment_payload, pull_payload

ROOT = Path(__file__).parents[3]
IMAGE = os.environ.get("SKILLEVAL_ACTION_IMAGE", "skilleval-action:test")
SETTINGS = "model: offline\nagent: messages\nsandbox: process\nrepeats: 1\n"
REAL_SETTINGS = (
    "model: offline\nagent: claude-code\nsandbox: docker\nrepeats: 1\nlooks: [1]\nconcurrency: 2\n"
)
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
def room() -> Iterator[Path]:
    """A short path: a workspace below it holds Unix sockets, whose names may have 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="act", dir="/tmp") as folder:
        yield Path(folder)


def published(github: Emulator, line: Line, room: Path, settings: str, image: str = IMAGE) -> Job:
    """Return a repository with the documented workflow, on whose pull request a skill gets worse."""
    need(why_not())
    job = a_job(github, line, room, settings=settings)
    workflow = job.checkout.path / ".github" / "workflows" / "skilleval.yml"
    workflow.parent.mkdir(parents=True)
    workflow.write_text(documented_workflow())
    job.checkout.git("remote", "add", "origin", "https://github.test/maint/skills")
    _local_actions(room, image)
    return job


def _local_actions(room: Path, image: str) -> None:
    """Put ours (naming the built image, as a release does) and a stand-in for the upload on disk."""
    own = room / "skilleval"
    own.mkdir()
    text = (ROOT / "action.yml").read_text().replace("image: Dockerfile", f"image: docker://{image}")
    (own / "action.yml").write_text(text)
    upload = room / "upload-artifact"
    upload.mkdir()
    inputs = (
        "inputs: {name: {required: true}, path: {required: true}, if-no-files-found: {required: false}}\n"
    )
    steps = "runs: {using: composite, steps: [{run: 'true', shell: bash}]}\n"
    (upload / "action.yml").write_text(f"name: upload\ndescription: nothing\n{inputs}{steps}")


@contextmanager
def alone() -> Iterator[None]:
    """One act at a time: it names containers by workflow and job, and removes those it finds there."""
    with (Path(tempfile.gettempdir()) / "skilleval-act.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def run_act(job: Job, event: str, payload: dict[str, Any], *flags: str) -> "subprocess.CompletedProcess[str]":
    """Let act run the documented workflow on an event."""
    with alone():
        return _run_act(job, event, payload, flags)


def _run_act(
    job: Job, event: str, payload: dict[str, Any], flags: Sequence[str]
) -> "subprocess.CompletedProcess[str]":
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
            *flags,
        ],
        cwd=job.checkout.path,
        env={"PATH": os.environ["PATH"], "HOME": str(job.room)},
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )


def test_the_documented_workflow_runs(github: Emulator, line: Line, room: Path) -> None:
    """A pull request: one comment, one closed check on its head. A writer's command runs again and edits
    the same comment; an outsider's does nothing. No container, volume or open check is left.
    """
    job = published(github, line, room, SETTINGS)
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


def test_the_image_by_itself_runs(github: Emulator, line: Line, room: Path) -> None:
    """The documented step that names an image, in place of the action: the same comment and check."""
    job = published(github, line, room, SETTINGS)
    workflow = job.checkout.path / ".github" / "workflows" / "skilleval.yml"
    workflow.write_text(_with_image_step(workflow.read_text()))
    ran = run_act(job, "pull_request", pull_payload(job))

    assert job.checks() == [("completed", "failure")], ran.stdout[-5000:] + ran.stderr[-2000:]
    assert len(job.comments()) == 1


def _with_image_step(workflow: str) -> str:
    """Return the workflow with the page's `docker://` step, which names the image under test."""
    page = (ROOT / "docs" / "github.md").read_text(encoding="utf-8")
    (step,) = re.findall(r"```yaml\n( +- id: skilleval\n.*?)```\n", page, re.DOTALL)
    pattern = r" +- id: skilleval\n +uses: .*\n +with:\n +anthropic-api-key: .*\n"
    changed, times = re.subn(pattern, lambda _: step, workflow)
    assert times == 1
    return re.sub(r"docker://\S+", f"docker://{IMAGE}", changed)


@pytest.mark.cli
def test_the_real_agent_works_in_sibling_sandboxes(github: Emulator, line: Line, room: Path) -> None:
    """The action's container starts gateway and rooms beside itself; the real CLI works in them; nothing is
    left. act gives it a workspace in a volume of the engine's, so nothing of it may be needed for a mount.
    """
    program = os.environ.get("SKILLEVAL_CLAUDE", "")
    need("" if program else "needs SKILLEVAL_CLAUDE, the path of an installed CLI")
    before = leftovers()
    image = _image_with(Path(program))
    job = published(github, line, room, REAL_SETTINGS, image=image)
    with created_by_us() as images:
        ran = run_act(job, "pull_request", pull_payload(job))

    assert job.checks() == [("completed", "failure")], ran.stdout[-6000:] + ran.stderr[-2000:]
    (comment,) = job.comments()
    assert "Nothing was isolated" not in comment["body"]
    assert "claude-code" in comment["body"]
    number = engine().api.inspect_image(image)["Id"]  # type: ignore[no-untyped-call]
    assert images.count(number) == 1  # the gateway; all others are rooms
    assert "could not be judged" not in comment["body"], comment["body"][:3000] + ran.stdout[-6000:]
    assert leftovers() - before == set()


@contextmanager
def created_by_us() -> Iterator[list[str]]:
    """Yield the images of the containers that we make meanwhile; the engine forgets its events soon."""
    images: list[str] = []
    filters = ("type=container", "event=create", f"label={OWNER}")
    words = [word for one in filters for word in ("--filter", one)]
    command = ["docker", "events", "--format", "{{.From}}", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as events:
        try:
            yield images
        finally:
            events.terminate()
            images += (events.stdout.read() if events.stdout else "").split()


def _image_with(program: Path) -> str:
    """Return the action's image with the CLI in it, so that no run of the test fetches 235 MB."""
    tag = f"{IMAGE}-with-cli"
    recipe = f"FROM {IMAGE}\nCOPY {program.name} /opt/claude\nENV SKILLEVAL_CLAUDE=/opt/claude\n"
    subprocess.run(
        ["docker", "build", "--quiet", "-t", tag, "-f", "-", str(program.parent)],
        input=recipe,
        text=True,
        capture_output=True,
        check=True,
    )
    return tag
