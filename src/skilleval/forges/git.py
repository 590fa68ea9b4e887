"""A git checkout as a `Repository`: objects only, read through git's plumbing, nothing of it run.

A pull request can bring attributes, and a checkout can bring configuration, that make git start other
programs (hooks, filters, textconv, external diff, pagers, file monitors, lazy fetches). All of that is
off here: fixed argument vectors, no shell, an environment of our own, plumbing commands only.
"""

import os
import subprocess
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from skilleval.domain.value import CommitSha
from skilleval.errors import RepositoryError
from skilleval.ports import PathChange, TreeEntry

TIMEOUT_S: Final = 120.0
_PATHS_A_CALL: Final = 200  # an argv has a limit; a diff of more paths is asked for in pieces

# Each key here could start a program or change what a diff says.
_INERT: Final = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.pager": "cat",
    "core.attributesFile": os.devnull,
    "core.quotePath": "false",
    "core.precomposeUnicode": "false",
    "core.useReplaceRefs": "false",
    "core.sshCommand": "false",
    "core.gitProxy": "",
    "credential.helper": "",
    "diff.external": "",
    "diff.ignoreSubmodules": "none",
    "diff.orderFile": os.devnull,
    "diff.renames": "true",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "protocol.allow": "never",
    "submodule.recurse": "false",
}


class GitRepository:
    """The objects of a local checkout or bare repository, read-only."""

    def __init__(self, path: Path) -> None:
        """Open the repository that holds `path`; nothing is read yet."""
        self.path = path.resolve()

    def resolve(self, ref: str) -> CommitSha:
        """Return the commit that `ref`, or else `origin/ref`, names; raises RepositoryError."""
        for name in (ref, f"refs/remotes/origin/{ref}"):
            if not name or name.startswith("-") or "\0" in name:
                continue
            found = self._run("rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}")
            if found.returncode == 0:
                return found.stdout.decode("ascii").strip()
        self._must_be_a_repository()
        raise RepositoryError(f"no commit is called {ref!r}", hint=f"git fetch origin {ref}")

    def merge_base(self, base: CommitSha, head: CommitSha) -> CommitSha:
        """Return the merge base; raises RepositoryError where there is none."""
        found = self._run("merge-base", base, head)
        if found.returncode == 0:
            return found.stdout.decode("ascii").split()[0]
        if self._is_shallow():
            raise RepositoryError(
                f"the clone is too shallow to hold the merge base of {base[:12]} and {head[:12]}",
                hint="set fetch-depth: 0 for actions/checkout, or run git fetch --unshallow",
            )
        if found.returncode == 1:
            raise RepositoryError(
                f"{base[:12]} and {head[:12]} have no common history",
                hint="compare two refs of one history, or name the baseline: baseline: commit:SHA",
            )
        raise _failed("merge-base", found)

    def changed_paths(self, base: CommitSha, head: CommitSha) -> tuple[PathChange, ...]:
        """Return what differs between two commits, renames found."""
        out = self._out("diff-tree", "-r", "-z", "-M", "--raw", "--full-index", base, head)
        return tuple(_path_changes(out))

    def diff(self, base: CommitSha, head: CommitSha, paths: Sequence[str]) -> bytes:
        """Return the unified diff of these paths, without context lines; attributes are not heeded."""
        flags = ("-r", "-p", "-M", "-U0", "--text", "--no-ext-diff", "--no-textconv", "--no-color")
        prefixes = ("--src-prefix=a/", "--dst-prefix=b/", "--full-index")
        pieces = []
        for start in range(0, len(paths), _PATHS_A_CALL):
            some = paths[start : start + _PATHS_A_CALL]
            pieces.append(self._out("diff-tree", *flags, *prefixes, base, head, "--", *some))
        return b"".join(pieces)

    def tree(self, commit: CommitSha, path: str = "") -> tuple[TreeEntry, ...]:
        """Return all entries below `path`, recursively, in git's order (by the paths' bytes)."""
        out = self._out("ls-tree", "-r", "-z", "-l", "--full-tree", f"{commit}:{path}")
        prefix = f"{path}/" if path else ""
        return tuple(_tree_entry(line, prefix) for line in out.split(b"\0") if line)

    def tree_sha(self, commit: CommitSha, path: str = "") -> str:
        """Return the git object id of the folder at `path`."""
        return self._out("rev-parse", "--verify", "--end-of-options", f"{commit}:{path}").decode().strip()

    def read(self, oids: Sequence[str]) -> Mapping[str, bytes]:
        """Return the bytes of blobs by object id."""
        if not oids:
            return {}
        wanted = "".join(f"{oid}\n" for oid in dict.fromkeys(oids))
        found = self._run("cat-file", "--batch", stdin=wanted.encode("ascii"))
        if found.returncode != 0:
            raise _failed("cat-file", found)
        return dict(_blobs(found.stdout))

    def tags(self, pattern: str, *, merged_into: CommitSha) -> tuple[str, ...]:
        """Return tags that match a glob and are ancestors of the commit, newest first."""
        order = ("--sort=-version:refname", "--sort=-creatordate")
        wanted = (f"--merged={merged_into}", *order, "--format=%(refname:strip=2)", "refs/tags")
        names = _text(self._out("for-each-ref", *wanted)).splitlines()
        return tuple(name for name in names if fnmatchcase(name, pattern))

    def _is_shallow(self) -> bool:
        return self._run("rev-parse", "--is-shallow-repository").stdout.strip() == b"true"

    def _must_be_a_repository(self) -> None:
        if self._run("rev-parse", "--git-dir").returncode != 0:
            raise RepositoryError(
                "this folder is not in a git repository",
                hint="run inside a checkout, or name one with --repo",
            )

    def _out(self, *argv: str) -> bytes:
        found = self._run(*argv)
        if found.returncode != 0:
            raise _failed(argv[0], found)
        return found.stdout

    def _run(self, *argv: str, stdin: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
        command = [b"git", *(arg.encode("utf-8", "surrogateescape") for arg in argv)]
        try:
            return subprocess.run(
                command,
                cwd=self.path,
                env=git_environment(self.path),
                input=stdin,
                capture_output=True,
                timeout=TIMEOUT_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise RepositoryError(f"git {argv[0]} took more than {TIMEOUT_S:.0f} s") from None
        except OSError as exc:
            raise RepositoryError(f"git {argv[0]} could not be started: {exc.strerror}") from exc


def git_environment(path: Path) -> dict[str, str]:
    """Return the whole environment of a git process: nothing of ours, nothing of the user's."""
    config = {**_INERT, "safe.directory": str(path)}
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": os.devnull,
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_GRAFT_FILE": os.devnull,
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_PAGER": "cat",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_CONFIG_COUNT": str(len(config)),
    }
    for number, (key, value) in enumerate(config.items()):
        environment[f"GIT_CONFIG_KEY_{number}"] = key
        environment[f"GIT_CONFIG_VALUE_{number}"] = value
    return environment


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def _failed(verb: str, found: "subprocess.CompletedProcess[bytes]") -> RepositoryError:
    said = found.stderr.decode("utf-8", "replace").strip().splitlines()
    hint = ""
    if any("promisor" in line or "missing" in line or "bad object" in line for line in said):
        hint = "objects are missing here: clone without a filter, with fetch-depth: 0"
    return RepositoryError(f"git {verb} failed: {said[-1] if said else found.returncode}", hint=hint)


def _tree_entry(line: bytes, prefix: str) -> TreeEntry:
    meta, path = line.split(b"\t", 1)
    mode, _, oid, size = meta.split()
    size_bytes = None if size == b"-" else int(size)
    return TreeEntry(path=prefix + _text(path), mode=mode.decode(), oid=oid.decode(), size_bytes=size_bytes)


def _path_changes(raw: bytes) -> list[PathChange]:
    fields = iter(raw.split(b"\0")[:-1])
    found = []
    for meta in fields:
        old_mode, mode, _, _, status = meta.lstrip(b":").decode("ascii").split()
        old_path = path = _text(next(fields))
        if status[0] in "RC":
            path = _text(next(fields))
        found.append(
            PathChange.model_validate(
                {
                    "status": status[0],
                    "path": path,
                    "old_path": old_path,
                    "old_mode": old_mode,
                    "mode": mode,
                    "similarity": int(status[1:] or 0),
                }
            )
        )
    return found


def _blobs(raw: bytes) -> list[tuple[str, bytes]]:
    found = []
    at = 0
    while at < len(raw):
        end = raw.index(b"\n", at)
        oid, *rest = raw[at:end].decode("ascii").split()
        if len(rest) != 2:
            raise RepositoryError(
                f"object {oid[:12]} is not in this clone",
                hint="clone without a filter, with fetch-depth: 0",
            )
        size = int(rest[1])
        found.append((oid, raw[end + 1 : end + 1 + size]))
        at = end + size + 2
    return found
