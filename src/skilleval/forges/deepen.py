"""The merge base in a shallow clone: fetch as much history as it takes, no more."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from skilleval.domain.value import CommitSha
from skilleval.errors import RepositoryError
from skilleval.forges.git_process import FETCH_FLAGS, complaint, run_git, text_of
from skilleval.forges.promisor import commits_alone

DEPTHS: Final = (50, 250, 1_250, 2_147_483_647)
"""Each step fetches that many commits from both tips; the last is git's word for all."""
_WAY_OUT: Final = "set fetch-depth: 0 for actions/checkout, or run git fetch --unshallow"


def find_merge_base(path: Path, base: CommitSha, head: CommitSha) -> CommitSha:
    """Return the merge base, after fetching from the clone's origin where history is cut off.

    Raises RepositoryError for commits without common history, and where fetching does not help.
    """
    found = _try(path, base, head)
    if found or not is_shallow(path):
        return _certain(path, found, base, head)
    origin = text_of(run_git(path, "config", "--get", "remote.origin.url").stdout).strip()
    for depth in DEPTHS if origin else ():
        reason = _fetch(path, origin, depth, (base, head))
        found = _try(path, base, head)
        if found:
            return found
        if reason:
            raise _too_shallow(base, head, reason)
        if not is_shallow(path):
            return _certain(path, found, base, head)
    raise _too_shallow(base, head, "the clone has no remote called origin" if not origin else "")


def obtain(path: Path, commits: Iterable[CommitSha]) -> str:
    """Fetch commits that this clone lacks from its origin, by sha; return why that failed, or ""."""
    lacking = tuple(
        sha for sha in commits if run_git(path, "cat-file", "-e", sha + "^{commit}").returncode != 0
    )
    if not lacking:
        return ""
    origin = text_of(run_git(path, "config", "--get", "remote.origin.url").stdout).strip()
    if not origin:
        return "the clone has no remote called origin"
    return _fetch(path, origin, DEPTHS[0] if is_shallow(path) else DEPTHS[-1], lacking)


def is_shallow(path: Path) -> bool:
    """Return whether history is cut off in this clone."""
    return run_git(path, "rev-parse", "--is-shallow-repository").stdout.strip() == b"true"


def _try(path: Path, base: CommitSha, head: CommitSha) -> CommitSha | None:
    done = run_git(path, "merge-base", base, head)
    if done.returncode != 0:
        return None
    found = done.stdout.decode("ascii").split()[0]
    return None if _is_cut(path, base, head, found) else found


def _is_cut(path: Path, base: CommitSha, head: CommitSha, found: CommitSha) -> bool:
    """Return whether history is cut off above what was found, so that a nearer base may be hidden."""
    if not is_shallow(path):
        return False
    where = text_of(run_git(path, "rev-parse", "--git-path", "shallow").stdout).strip()
    cuts = set((path / where).read_text("ascii").split())
    above = run_git(path, "rev-list", base, head, f"^{found}").stdout.decode("ascii").split()
    return not cuts.isdisjoint(above)


def _fetch(path: Path, origin: str, depth: int, tips: tuple[CommitSha, ...]) -> str:
    """Fetch both tips to that depth; return why it failed, or ""."""
    settings, remote = commits_alone(path, origin)
    argv = (*settings, "fetch", *FETCH_FLAGS, f"--depth={depth}", "--end-of-options", remote, *tips)
    done = run_git(path, *argv, network=True)
    return "" if done.returncode == 0 else complaint(done)


def _certain(path: Path, found: CommitSha | None, base: CommitSha, head: CommitSha) -> CommitSha:
    if found:
        return found
    for commit in (base, head):
        if run_git(path, "cat-file", "-e", commit + "^{commit}").returncode != 0:
            raise RepositoryError(f"commit {commit[:12]} is not in this clone", hint="fetch it first")
    raise RepositoryError(
        f"{base[:12]} and {head[:12]} have no common history", hint="compare two refs of one history"
    )


def _too_shallow(base: CommitSha, head: CommitSha, reason: str) -> RepositoryError:
    why = f": {reason}" if reason else ""
    return RepositoryError(
        f"the clone is too shallow to hold the merge base of {base[:12]} and {head[:12]}{why}", hint=_WAY_OUT
    )
