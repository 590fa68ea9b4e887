"""The files of a pull request as GitHub's API lists them, made from a local repository."""

import subprocess
from pathlib import Path
from typing import Any

from skilleval.forges.github import GitHubRepository
from tests.builders_changes import Checkout
from tests.github_double.emulate import REPOSITORY, Emulator
from tests.github_double.fixtures import Line
from tests.github_double.mirror import mirror

_STATUS = {"A": "added", "D": "removed", "M": "modified", "T": "changed", "R": "renamed", "C": "copied"}


def file_rows(checkout: Path, base: str, head: str) -> list[dict[str, Any]]:
    """Return the rows for merge base to head: with patches of three lines of context, and no modes."""
    merge_base = _git(checkout, "merge-base", base, head).decode().strip()
    raw = _git(checkout, "diff-tree", "-r", "-z", "-M", "--raw", "--full-index", merge_base, head)
    fields = iter(raw.split(b"\0")[:-1])
    rows = []
    for meta in fields:
        _, _, old_oid, oid, status = meta.lstrip(b":").decode().split()
        names = [next(fields)] + ([next(fields)] if status[0] in "RC" else [])
        row: dict[str, Any] = {
            "sha": old_oid if status == "D" else oid,
            "filename": names[-1].decode("utf-8", "replace"),
            "status": _STATUS[status[0]],
            "additions": 0,
            "deletions": 0,
            "changes": 0,
        }
        if len(names) == 2:
            row["previous_filename"] = names[0].decode("utf-8", "replace")
        patch = _patch(checkout, merge_base, head, names)
        rows.append({**row, "patch": patch} if patch else row)
    return rows


def _patch(checkout: Path, base: str, head: str, names: list[bytes]) -> str:
    """Return what follows the header of git's diff; nothing for binary files."""
    flags = ("diff-tree", "-p", "-M", "-r", "--no-textconv")
    out = _git(checkout, *flags, base, head, "--", *names, literal=True)
    start = out.find(b"\n@@ ")
    return "" if start < 0 else out[start + 1 :].decode("utf-8", "replace").removesuffix("\n")


def _git(checkout: Path, *words: str | bytes, literal: bool = False) -> bytes:
    more = ["--literal-pathspecs"] if literal else []
    return subprocess.run(["git", *more, *words], cwd=checkout, check=True, capture_output=True).stdout


def on_github(github: Emulator, line: Line, checkout: Checkout, *, base: str, head: str) -> GitHubRepository:
    """Return a checkout as GitHub holds it, with its tags and a pull request from one branch onto another."""
    mirror(github, checkout.path, *dict.fromkeys((base, head)))
    tags: list[dict[str, Any]] = [
        {"name": tag, "commit": {"sha": _tip(checkout, tag)}} for tag in checkout.git("tag").split()
    ]
    for tag in tags:
        ref = {"ref": f"refs/tags/{tag['name']}", "sha": tag["commit"]["sha"]}
        github.call("POST", f"/repos/{REPOSITORY}/git/refs", ref)
    # emulate lists annotated tags alone
    line.desk.rewrite[f"/repos/{REPOSITORY}/tags"] = lambda _: tags
    pull = github.open_pull(head, base=base)
    line.desk.pull_files = file_rows(checkout.path, base, head)
    return GitHubRepository(line.api(), REPOSITORY, number=pull["number"], head=pull["head"]["sha"])


def _tip(checkout: Checkout, tag: str) -> str:
    return checkout.git("rev-parse", tag + "^{commit}")
