"""One git process: nothing of the repository runs, nothing of our environment goes in."""

import subprocess
from pathlib import Path

import pytest

from skilleval.forges.git_process import complaint, git_environment
from tests.builders_changes import Checkout

TRAPS = (
    "core.fsmonitor",
    "core.pager",
    "core.sshCommand",
    "core.alternateRefsCommand",
    "diff.external",
    "diff.trap.command",
    "diff.trap.textconv",
    "filter.trap.smudge",
    "filter.trap.clean",
    "filter.trap.process",
    "credential.helper",
    "pager.diff-tree",
    "pager.ls-tree",
    "pager.cat-file",
)
QUIET = ("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false")
EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"


@pytest.fixture
def mark(tmp_path: Path) -> Path:
    """The file that a trap leaves behind when it runs."""
    return tmp_path / "ran"


@pytest.fixture
def trapped(tmp_path: Path, mark: Path) -> Checkout:
    """A checkout in which every setting and hook that git may start would leave the mark."""
    made = Checkout(tmp_path / "repo")
    made.write({"a.txt": "one\n", ".gitattributes": "*.txt diff=trap filter=trap -text\n"}).commit()
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {mark}\ncat\n", "utf-8")
    trap.chmod(0o755)
    for key in TRAPS:
        made.git("config", key, str(trap))
    for hook in ("post-checkout", "post-index-change", "reference-transaction", "post-rewrite"):
        (made.path / ".git/hooks" / hook).symlink_to(trap)
    return made


def test_nothing_of_the_repository_runs(trapped: Checkout, mark: Path) -> None:
    """Hooks, filters, textconv, external diffs, pagers and file monitors of the checkout stay asleep."""
    first = trapped.git(*QUIET, "rev-parse", "main")
    second = trapped.git(*QUIET, "commit-tree", f"{first}^{{tree}}", "-p", first, "-m", "x")
    mark.unlink(missing_ok=True)
    objects = trapped.objects

    entries = objects.tree(objects.resolve(second))
    objects.read([entry.oid for entry in entries])
    objects.changed_paths(objects.merge_base(first, second), second)
    diff = objects.diff(EMPTY_TREE, second, ["a.txt"])
    objects.tags("*", merged_into=first)

    assert b"+one" in diff
    assert not mark.exists()


def test_the_traps_work(trapped: Checkout, mark: Path) -> None:
    """The test above can fail: git as a person calls it springs a trap."""
    mark.unlink(missing_ok=True)

    trapped.git("diff", EMPTY_TREE, "HEAD")

    assert mark.exists()


def test_environment_passes_nothing_on() -> None:
    """Of our own environment git gets PATH, and what a proxy needs when it fetches; no token."""
    ours = {"PATH": "/bin", "HTTPS_PROXY": "p"}
    outer = {**ours, "GITHUB_TOKEN": "t", "GIT_DIR": "/x", "GIT_EXTERNAL_DIFF": "x"}

    still = git_environment(Path("/repo"), outer)
    fetching = git_environment(Path("/repo"), outer, network=True)

    assert {key for key in outer if key in still} == {"PATH"}
    assert {key for key in outer if key in fetching} == {"PATH", "HTTPS_PROXY"}


def test_passwords_in_addresses_are_not_repeated() -> None:
    """Git quotes the address it failed on; its name and password stay out of our message."""
    said = b"warning: x\nfatal: unable to access 'https://u:secret@example.com/a/': no route\nhint: y\n"
    done = subprocess.CompletedProcess([], 128, b"", said)

    assert complaint(done) == "fatal: unable to access 'https://example.com/a/': no route"
