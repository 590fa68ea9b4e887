"""Partial clones (`--filter=blob:none`, `tree:0`, sparse checkouts): fetch what a commit lacks, and no more.

Git would fetch each missing object by itself, through whatever the clone's configuration says. That is off
(git_process); here it is one fetch by address and object id, with a bounded wait, and nothing else is run.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from skilleval.errors import RepositoryError
from skilleval.forges.git_process import FETCH_FLAGS, complaint, run_git, text_of

_WAY_OUT: Final = "clone without a filter: no `filter` or `sparse-checkout` for actions/checkout"
_ONCE: Final = "skilleval-history"
_PROMISOR: Final = r"^remote\..*\.promisor$"


def is_partial(path: Path) -> bool:
    """Return whether objects were left with a remote when this repository was cloned."""
    return bool(_remote(path))


def complete_commit(path: Path, commit: str) -> bool:
    """Fetch what the commit's tree lacks here; return whether anything was fetched.

    Raises RepositoryError where it cannot be had.
    """
    if not is_partial(path):
        return False
    listed = run_git(path, "rev-list", "--objects", "--no-walk", "--missing=print", commit)
    if listed.returncode != 0:
        return False  # the commit itself is not there: whoever asked says so
    lines = listed.stdout.decode("ascii", "replace").splitlines()
    return fetch_objects(path, [line[1:] for line in lines if line.startswith("?")])


def fetch_objects(path: Path, oids: Iterable[str]) -> bool:
    """Fetch objects by id from the promisor remote; False where there is none, or nothing to fetch.

    Raises RepositoryError where the remote does not hand them over.
    """
    wanted = list(dict.fromkeys(oids))
    remote = _remote(path) if wanted else ""
    if not remote:
        return False
    address = text_of(run_git(path, "config", "--get", f"remote.{remote}.url").stdout).strip()
    argv = ("-c", "fetch.negotiationAlgorithm=noop", "fetch", *FETCH_FLAGS, "--stdin", "--end-of-options")
    lines = "".join(f"{oid}\n" for oid in wanted).encode("ascii")
    done = run_git(path, *argv, address, stdin=lines, network=True) if address else None
    if done is None or done.returncode != 0:
        why = complaint(done) if done else f"the remote {remote} has no address"
        raise RepositoryError(
            f"{len(wanted)} objects were left out of this partial clone and cannot be fetched: {why}",
            hint=_WAY_OUT,
        )
    return True


def commits_alone(path: Path, address: str) -> tuple[tuple[str, ...], str]:
    """Return settings for a fetch of history, and what to fetch from: of a partial clone, commits alone.

    A server takes the files of each commit that the clone has for known, and sends what follows as deltas
    on them; here they may be missing. The name is for this one fetch: `--filter` would be written into the
    clone's configuration.
    """
    if not is_partial(path):
        return (), address
    settings = {"url": address, "promisor": "true", "partialCloneFilter": "tree:0"}
    argv = [part for key, value in settings.items() for part in ("-c", f"remote.{_ONCE}.{key}={value}")]
    return tuple(argv), _ONCE


def _remote(path: Path) -> str:
    """Return the name of the remote that promised the missing objects; "" where the clone is whole."""
    named = text_of(run_git(path, "config", "--get", "extensions.partialClone").stdout).strip()
    if named:
        return named
    found = text_of(run_git(path, "config", "--type=bool", "--get-regexp", _PROMISOR).stdout)
    keys = [line.rpartition(" ")[0] for line in found.splitlines() if line.endswith(" true")]
    return keys[0].removeprefix("remote.").removesuffix(".promisor") if keys else ""
