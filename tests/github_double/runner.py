"""A runner: the environment of one job, and the action started in it as a process of its own."""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.builders_changes import Checkout
from tests.github_double.emulate import BOT, REPOSITORY, WRITER, Emulator
from tests.github_double.fixtures import Line
from tests.github_double.mirror import mirror

EXAMPLES = Path(__file__).parents[2] / "examples" / "demo"
OFFLINE = {"model": "offline", "agent": "messages", "sandbox": "process", "repeats": "1"}
SECRETS = {
    "ACTIONS_RUNTIME_TOKEN": "runtime-t0ken-that-is-secret",
    "ACTIONS_ID_TOKEN_REQUEST_TOKEN": "oidc-t0ken-x",
}
_PASSED_ON = ("PATH", "LANG", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "SKILLEVAL_CACHE")


def example_files(*folders: str) -> dict[str, str | bytes | None]:
    """Return files of the example repository: of `base` or `head/<step>`, each laid over the one before."""
    found: dict[str, str | bytes | None] = {}
    for folder in folders:
        root, _, only = folder.partition(":")
        for file in sorted((EXAMPLES / root).rglob("*")):
            path = str(file.relative_to(EXAMPLES / root))
            if file.is_file() and path.startswith(f"skills/{only}"):
                found[path] = file.read_bytes()
    return found


def a_workspace(path: Path, *, settings: str = "") -> Checkout:
    """Return a checkout with one skill of three tasks, and a branch `better` that makes it worse."""
    checkout = Checkout(path)
    first = {
        name: content
        for name, content in example_files("base:csv-summary").items()
        if "/frozen/" not in name and not name.endswith("FREEZE.txt")
    }
    more: dict[str, str | bytes | None] = {"skilleval.yml": settings} if settings else {}
    checkout.write(first | more | {"README.md": "Skills.\n"}).commit("first")
    checkout.git("checkout", "-q", "-b", "better")
    checkout.write(example_files("head/2-csv-summary:csv-summary")).commit("better")
    checkout.git("checkout", "-q", "main")
    return checkout


@dataclass
class Ended:
    """What a start of the action left."""

    code: int
    log: str
    outputs: dict[str, str] = field(default_factory=dict)
    summary: str = ""


@dataclass
class Job:
    """One job on one pull request. Each start is a new run, unless `run_id` stays."""

    github: Emulator
    line: Line
    checkout: Checkout
    room: Path
    pull: dict[str, Any]
    run_id: int = 100
    inputs: dict[str, str] = field(default_factory=lambda: dict(OFFLINE))

    @property
    def head_sha(self) -> str:
        """The head of the pull request."""
        sha: str = self.pull["head"]["sha"]
        return sha

    def start(self, event: str, payload: dict[str, Any], *, post: bool = False) -> Ended:
        """Start the action for an event and wait until it has ended."""
        process = self.begin(event, payload, post=post)
        log, _ = process.communicate(timeout=300)
        return self.ended(process.returncode, log)

    def begin(self, event: str, payload: dict[str, Any], *, post: bool = False) -> "subprocess.Popen[str]":
        """Start the action for an event and return its process."""
        self.room.mkdir(parents=True, exist_ok=True)
        (self.room / "temp").mkdir(exist_ok=True)
        (self.room / "event.json").write_text(json.dumps(payload))
        for name in ("output", "summary", "state"):
            (self.room / name).write_text("")
        return subprocess.Popen(
            [sys.executable, "-m", "skilleval", "action", *(["--post"] if post else [])],
            env=self.environment(event),
            cwd=self.room,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def ended(self, code: int, log: str) -> Ended:
        """Return what a start left in the runner's files."""
        outputs = parse_values((self.room / "output").read_text())
        return Ended(code, log, outputs, (self.room / "summary").read_text())

    def environment(self, event: str) -> dict[str, str]:
        """Return the variables that the runner sets."""
        inputs = {"github-token": "github-actions-token", **self.inputs}
        return {
            **{key: os.environ[key] for key in _PASSED_ON if key in os.environ},
            **{f"INPUT_{name.upper().replace(' ', '_')}": value for name, value in inputs.items()},
            **SECRETS,
            "HOME": str(self.room),
            "PYTHONPATH": str(Path(__file__).parents[2] / "src"),
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_EVENT_NAME": event,
            "GITHUB_EVENT_PATH": str(self.room / "event.json"),
            "GITHUB_REPOSITORY": REPOSITORY,
            "GITHUB_API_URL": self.line.url,
            "GITHUB_SERVER_URL": "https://github.test",
            "GITHUB_RUN_ID": str(self.run_id),
            "GITHUB_RUN_ATTEMPT": "1",
            "GITHUB_JOB": "evaluate",
            "GITHUB_ACTION": "skilleval",
            "GITHUB_WORKSPACE": str(self.checkout.path),
            "GITHUB_OUTPUT": str(self.room / "output"),
            "GITHUB_STEP_SUMMARY": str(self.room / "summary"),
            "GITHUB_STATE": str(self.room / "state"),
            "RUNNER_TEMP": str(self.room / "temp"),
        }

    def comments(self) -> list[dict[str, Any]]:
        """Return the bot's comments on the pull request."""
        return [row for row in self.github.comments(self.pull["number"]) if row["user"]["login"] == BOT]

    def checks(self) -> list[tuple[str, str | None]]:
        """Return status and conclusion of each check on the head."""
        return [(row["status"], row["conclusion"]) for row in self.github.checks(self.head_sha)]


def a_job(github: Emulator, line: Line, room: Path, *, settings: str = "", **pull: Any) -> Job:
    """Return a job on a pull request that makes a skill worse."""
    checkout = a_workspace(room / "workspace", settings=settings)
    mirror(github, checkout.path, "main", "better")
    return Job(github, line, checkout, room, github.open_pull("better", **pull))


def pull_payload(job: Job, action: str = "opened", *, sender: str = WRITER, **pull: Any) -> dict[str, Any]:
    """Return a `pull_request` payload for the job's pull request."""
    repository = job.pull["base"]["repo"]
    return {
        "action": action,
        "number": job.pull["number"],
        "pull_request": {**job.pull, **pull},
        "repository": repository,
        "sender": {"login": sender, "type": "Bot" if sender.endswith("[bot]") else "User"},
    }


def comment_payload(job: Job, body: str = "/skilleval rerun", *, author: str = WRITER) -> dict[str, Any]:
    """Return an `issue_comment` payload for a comment that really stands on the pull request."""
    path = f"/repos/{REPOSITORY}/issues/{job.pull['number']}/comments"
    comment = job.github.call("POST", path, {"body": body}, token=f"{author}-token")
    return {
        "action": "created",
        "issue": {"number": job.pull["number"], "state": "open", "pull_request": {"url": job.pull["url"]}},
        "comment": comment,
        "repository": job.pull["base"]["repo"],
        "sender": comment["user"],
    }


def parse_values(text: str) -> dict[str, str]:
    """Read a GITHUB_OUTPUT or GITHUB_STATE file as the runner does."""
    found = re.findall(r"^([\w-]+)<<(\S+)\n(.*?)\n\2\n", text, re.MULTILINE | re.DOTALL)
    return {name: value for name, _, value in found}
