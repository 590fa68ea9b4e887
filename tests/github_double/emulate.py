"""The emulator as a process, and what tests ask of it directly: repositories, pull requests, people."""

import json
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2

BOT, OWNER, WRITER, OUTSIDER = "github-actions[bot]", "maint", "writer", "mallory"
TOKENS = {f"{name.removesuffix('[bot]')}-token": name for name in (BOT, OWNER, WRITER, OUTSIDER)}
REPOSITORY = f"{OWNER}/skills"
_SEED = {
    "tokens": {token: {"login": login, "scopes": ["repo"]} for token, login in TOKENS.items()},
    "github": {
        "users": [{"login": login} for login in TOKENS.values()],
        "repos": [{"owner": OWNER, "name": "skills"}],
    },
}


def modules() -> Path:
    """Return the folder of npm packages that the tests use."""
    return Path(os.environ.get("SKILLEVAL_NPM") or Path(__file__).parents[2] / ".ci" / "npm" / "node_modules")


def why_not() -> str:
    """Return why there is no emulator here; empty when there is one."""
    if shutil.which("node") is None:
        return "needs Node.js on PATH"
    if not (modules() / "emulate").is_dir():
        return "needs `npm ci` in .ci/npm"
    return ""


def free_port() -> int:
    """Return a port of loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@dataclass
class Emulator:
    """A running GitHub. `url` is where its API answers."""

    url: str
    process: "subprocess.Popen[str]"
    client: httpx2.Client

    def reset(self) -> None:
        """Forget everything but the seed."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("reset\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline().strip() == "ready"
        self.call("PUT", f"/repos/{REPOSITORY}/collaborators/{WRITER}", {"permission": "push"})

    def call(self, method: str, path: str, body: Any = None, *, token: str = "maint-token") -> Any:
        """Return what the API says to somebody; raises for an error status."""
        reply = self.client.request(method, path, json=body, headers={"authorization": f"token {token}"})
        assert reply.is_success, f"{method} {path}: {reply.status_code} {reply.text[:300]}"
        return reply.json() if reply.content else None

    def head_of(self, branch: str) -> str:
        """Return the commit of a branch."""
        sha: str = self.call("GET", f"/repos/{REPOSITORY}/branches/{branch}")["commit"]["sha"]
        return sha

    def commit(self, branch: str, text: str) -> str:
        """Put a commit on a branch, which is made from main where it is new, and return its sha."""
        refs = f"/repos/{REPOSITORY}/git/refs"
        heads = {row["name"] for row in self.call("GET", f"/repos/{REPOSITORY}/branches")}
        parent = self.head_of(branch if branch in heads else "main")
        tree = self.call(
            "POST",
            f"/repos/{REPOSITORY}/git/trees",
            {"tree": [{"path": "file.txt", "mode": "100644", "type": "blob", "content": text}]},
        )
        body = {"message": text, "tree": tree["sha"], "parents": [parent]}
        sha: str = self.call("POST", f"/repos/{REPOSITORY}/git/commits", body)["sha"]
        if branch in heads:
            self.call("PATCH", f"{refs}/heads/{branch}", {"sha": sha, "force": True})
        else:
            self.call("POST", refs, {"ref": f"refs/heads/{branch}", "sha": sha})
        return sha

    def open_pull(self, branch: str = "better", **more: Any) -> dict[str, Any]:
        """Open a pull request from a branch (made, if need be) onto main and return it."""
        if branch not in {row["name"] for row in self.call("GET", f"/repos/{REPOSITORY}/branches")}:
            self.commit(branch, "better")
        body = {"title": "Better", "head": branch, "base": "main", "body": "", **more}
        pull: dict[str, Any] = self.call("POST", f"/repos/{REPOSITORY}/pulls", body)
        return pull

    def comments(self, number: int) -> list[dict[str, Any]]:
        """Return all comments of a pull request."""
        path = f"/repos/{REPOSITORY}/issues/{number}/comments?per_page=100"
        rows: list[dict[str, Any]] = self.call("GET", path)
        return rows

    def checks(self, sha: str) -> list[dict[str, Any]]:
        """Return all check runs on a commit, the oldest first."""
        path = f"/repos/{REPOSITORY}/commits/{sha}/check-runs?filter=all&per_page=100"
        rows: list[dict[str, Any]] = self.call("GET", path)["check_runs"]
        return sorted(rows, key=lambda row: int(row["id"]))


@contextmanager
def running_emulator() -> Iterator[Emulator]:
    """Start the emulator on a free port; it ends with the context."""
    port = free_port()
    script = Path(__file__).with_name("emulate.mjs")
    process = subprocess.Popen(
        ["node", str(script), str(modules()), str(port), json.dumps(_SEED)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "ready"
        url = f"http://127.0.0.1:{port}"
        with httpx2.Client(base_url=url, trust_env=False, timeout=20) as client:
            yield Emulator(url, process, client)
    finally:
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        process.wait()
