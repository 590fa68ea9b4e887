"""A local repository's commits, put into the emulator under the same ids."""

import base64
import subprocess
from pathlib import Path

from tests.github_double.emulate import REPOSITORY, Emulator


def mirror(github: Emulator, checkout: Path, *branches: str) -> None:
    """Make GitHub hold these branches of a checkout; `main` takes the place of the one it had."""
    known: set[str] = set()
    for commit in _git(checkout, "rev-list", "--topo-order", "--reverse", *branches).split():
        _put_commit(github, checkout, commit, known)
    refs = f"/repos/{REPOSITORY}/git/refs"
    existing = {row["name"] for row in github.call("GET", f"/repos/{REPOSITORY}/branches")}
    for branch in branches:
        sha = _git(checkout, "rev-parse", branch).strip()
        if branch in existing:
            github.call("PATCH", f"{refs}/heads/{branch}", {"sha": sha, "force": True})
        else:
            github.call("POST", refs, {"ref": f"refs/heads/{branch}", "sha": sha})


def _put_commit(github: Emulator, checkout: Path, commit: str, known: set[str]) -> None:
    tree = _git(checkout, "rev-parse", f"{commit}^{{tree}}").strip()
    _put_tree(github, checkout, tree, known)
    form = "%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%P%x00%B"
    fields = _git(checkout, "show", "-s", f"--format={form}", commit).split("\0")
    an, ae, ad, cn, ce, cd, parents, message = fields
    made = github.call(
        "POST",
        f"/repos/{REPOSITORY}/git/commits",
        {
            "message": message.rstrip("\n"),
            "tree": tree,
            "parents": parents.split(),
            "author": {"name": an, "email": ae, "date": ad},
            "committer": {"name": cn, "email": ce, "date": cd},
        },
    )
    assert made["sha"] == commit, f"GitHub calls {commit} {made['sha']}"


def _put_tree(github: Emulator, checkout: Path, tree: str, known: set[str]) -> None:
    if tree in known:
        return
    entries = []
    for line in _git(checkout, "ls-tree", "-z", tree).split("\0")[:-1]:
        meta, path = line.split("\t", 1)
        mode, kind, sha = meta.split()
        if kind == "tree":
            _put_tree(github, checkout, sha, known)
        elif sha not in known:
            _put_blob(github, checkout, sha)
        known.add(sha)
        entries.append({"path": path, "mode": mode, "type": kind, "sha": sha})
    made = github.call("POST", f"/repos/{REPOSITORY}/git/trees", {"tree": entries})
    assert made["sha"] == tree
    known.add(tree)


def _put_blob(github: Emulator, checkout: Path, sha: str) -> None:
    data = subprocess.run(
        ["git", "cat-file", "blob", sha], cwd=checkout, check=True, capture_output=True
    ).stdout
    body = {"content": base64.b64encode(data).decode(), "encoding": "base64"}
    made = github.call("POST", f"/repos/{REPOSITORY}/git/blobs", body)
    assert made["sha"] == sha


def _git(checkout: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=checkout, check=True, capture_output=True, text=True).stdout
