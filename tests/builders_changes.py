"""Real git repositories for tests: a folder, files by path, commits with fixed dates."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from skilleval.changes import detect_changes
from skilleval.domain.change import ChangeSet, SkillChange
from skilleval.domain.policy import Scope
from skilleval.domain.request import Request
from skilleval.domain.value import CommitSha
from skilleval.forges.git import GitRepository

_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.com",
    "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
    "LC_ALL": "C",
}


class Checkout:
    """A repository that a test writes, with the git command itself."""

    def __init__(self, path: Path) -> None:
        """Make an empty repository at `path`, on branch main."""
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main")

    def git(self, *argv: str | bytes) -> str:
        """Run git in the checkout and return what it prints."""
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.path), **_ENVIRONMENT}
        done = subprocess.run(["git", *argv], cwd=self.path, env=environment, capture_output=True, check=True)
        return done.stdout.decode("utf-8", "surrogateescape").strip()

    def write(self, files: Mapping[str, str | bytes | None], *, executable: bool = False) -> "Checkout":
        """Write files by path; None deletes one."""
        for path, content in files.items():
            target = self.path / path
            if content is None:
                target.unlink()
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.encode() if isinstance(content, str) else content)
            target.chmod(0o755 if executable else 0o644)
        return self

    def commit(self, message: str = "change") -> CommitSha:
        """Commit everything in the working tree and return the commit."""
        self.git("add", "-A", "--force", ".")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    @property
    def objects(self) -> GitRepository:
        """Return the repository as the product reads it."""
        return GitRepository(self.path)

    def changes(self, base: str, head: str, *, scope: Scope | None = None) -> ChangeSet:
        """Return what the product says has changed between two refs."""
        return detect_changes(self.request(base, head), self.objects, scope or Scope())

    def request(self, base: str, head: str) -> Request:
        """Return a local request for two refs."""
        return Request(
            kind="refs",
            repository="owner/skills",
            base_ref=base,
            head_ref=head,
            base_sha=self.objects.resolve(base),
            head_sha=self.objects.resolve(head),
            trust="local",
        )

    def one_change(self, base: str, head: str, *, scope: Scope | None = None) -> SkillChange:
        """Return the only changed skill."""
        (change,) = self.changes(base, head, scope=scope).changes
        return change


def skill_md(name: str, *, description: str = "", body: str = "Do the work.\n") -> str:
    """Return the text of a sound SKILL.md."""
    said = description or f"Checks things for {name}. Use when a user asks for {name}."
    return f"---\nname: {name}\ndescription: {said}\n---\n\n{body}"
