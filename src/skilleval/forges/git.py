"""A git checkout as a `Repository`: objects only, read through git's plumbing, nothing of it run."""

import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Final

from skilleval.domain.value import CommitSha
from skilleval.errors import RepositoryError
from skilleval.forges.deepen import find_merge_base
from skilleval.forges.git_output import blobs_of, path_changes, tree_entry
from skilleval.forges.git_process import Done, failure, run_git, text_of
from skilleval.forges.promisor import complete_commit, fetch_objects
from skilleval.ports import PathChange, TreeEntry

_REF: Final = re.compile(r"(?!-)[\w./@+#-]{1,200}")
_LACKING: Final = "fetch it first; for actions/checkout set fetch-depth: 0"
_PATHS_A_CALL: Final = 200  # an argv has a limit; a diff of more paths is asked for in pieces


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
        raise RepositoryError(f"no commit is called {ref!r}", hint=self._how_to_get(ref))

    def _how_to_get(self, ref: str) -> str:
        if self._run("rev-parse", "--verify", "--quiet", "HEAD^{commit}").returncode != 0 and not self._out(
            "for-each-ref", "--count=1"
        ):
            return "this repository has no commit yet: commit something, or fetch"
        if not _REF.fullmatch(ref):
            return "name a branch, a tag or a commit"
        if not self._run("config", "--get", "remote.origin.url").stdout.strip():
            return (
                "git branch --all and git tag list what is here; this repository has no origin to fetch from"
            )
        return f"is it fetched? git fetch origin {ref}"

    def merge_base(self, base: CommitSha, head: CommitSha) -> CommitSha:
        """Return the merge base; a shallow clone is deepened from its origin, just as far as needed.

        Raises RepositoryError where there is none, or where the history that it needs cannot be had.
        """
        for commit in (base, head):
            self._must_be_a_commit(commit)
        return find_merge_base(self._git_dir, base, head)

    def changed_paths(self, base: CommitSha, head: CommitSha) -> tuple[PathChange, ...]:
        """Return what differs between two commits, renames found."""
        out = self._whole(("diff-tree", "-r", "-z", "-M", "--raw", "--full-index", base, head), base, head)
        return tuple(path_changes(out))

    def diff(self, base: CommitSha, head: CommitSha, paths: Sequence[str]) -> bytes:
        """Return the unified diff of these paths, without context lines; attributes are not heeded."""
        flags = ("-r", "-p", "-M", "-U0", "--text", "--no-ext-diff", "--no-textconv", "--no-color")
        prefixes = ("--src-prefix=a/", "--dst-prefix=b/", "--full-index")
        pieces = []
        for start in range(0, len(paths), _PATHS_A_CALL):
            some = paths[start : start + _PATHS_A_CALL]
            argv = ("diff-tree", *flags, *prefixes, base, head, "--", *some)
            pieces.append(self._whole(argv, base, head))
        return b"".join(pieces)

    def tree(self, commit: CommitSha, path: str = "") -> tuple[TreeEntry, ...]:
        """Return all entries below `path`, recursively, in git's order (by the paths' bytes)."""
        out = self._whole(("ls-tree", "-r", "-z", "-l", "--full-tree", f"{commit}:{path}"), commit)
        prefix = f"{path}/" if path else ""
        return tuple(tree_entry(line, prefix) for line in out.split(b"\0") if line)

    def tree_sha(self, commit: CommitSha, path: str = "") -> str:
        """Return the git object id of the folder at `path`."""
        argv = ("rev-parse", "--verify", "--end-of-options", f"{commit}:{path}")
        return self._whole(argv, commit).decode().strip()

    def tree_shas(self, commit: CommitSha, paths: Sequence[str]) -> Mapping[str, str]:
        """Return the git object ids of several folders by path, with one process for all usual names."""
        usual = [path for path in dict.fromkeys(paths) if "\n" not in path]
        wanted = "".join(f"{commit}:{path}\n" for path in usual).encode("utf-8", "surrogateescape")
        done = self._run("cat-file", "--batch-check=%(objecttype) %(objectname)", stdin=wanted)
        if done.returncode != 0:
            raise failure("cat-file", done)
        lines = text_of(done.stdout).split("\n")[: len(usual)]
        found = {
            path: line.removeprefix("tree ")
            for path, line in zip(usual, lines, strict=True)
            if line.startswith("tree ") and not line.endswith(" missing")
        }
        return {path: found.get(path) or self.tree_sha(commit, path) for path in dict.fromkeys(paths)}

    def read(self, oids: Sequence[str]) -> Mapping[str, bytes]:
        """Return the bytes of blobs by object id."""
        if not oids:
            return {}
        found = self._blobs(oids)
        lacking = [oid for oid, content in found.items() if content is None]
        if lacking and fetch_objects(self._git_dir, lacking):
            found |= self._blobs(lacking)
        for oid, content in found.items():
            if content is None:
                raise RepositoryError(f"object {oid[:12]} is not in this clone", hint=_LACKING)
        return {oid: content for oid, content in found.items() if content is not None}

    def tags(self, pattern: str, *, merged_into: CommitSha) -> tuple[str, ...]:
        """Return tags that match a glob and are ancestors of the commit, newest first."""
        order = ("--sort=-version:refname", "--sort=-creatordate")
        wanted = (f"--merged={merged_into}", *order, "--format=%(refname:strip=2)", "refs/tags")
        names = text_of(self._out("for-each-ref", *wanted)).splitlines()
        return tuple(name for name in names if fnmatchcase(name, pattern))

    def _blobs(self, oids: Sequence[str]) -> dict[str, bytes | None]:
        wanted = "".join(f"{oid}\n" for oid in dict.fromkeys(oids))
        found = self._run("cat-file", "--batch", stdin=wanted.encode("ascii"))
        if found.returncode != 0:
            raise failure("cat-file", found)
        return dict(blobs_of(found.stdout))

    def _whole(self, argv: Sequence[str], *commits: CommitSha) -> bytes:
        """Return what git prints; where it fails in a partial clone, once the commits are whole."""
        found = self._run(*argv)
        if found.returncode != 0 and any([complete_commit(self._git_dir, commit) for commit in commits]):
            found = self._run(*argv)
        if found.returncode != 0:
            raise failure(argv[0], found)
        return found.stdout

    def _must_be_a_commit(self, sha: str) -> None:
        if len(sha) not in {40, 64} or set(sha) - set("0123456789abcdef"):
            raise RepositoryError(f"{sha!r} is no commit", hint="resolve the ref first")

    def _out(self, *argv: str) -> bytes:
        found = self._run(*argv)
        if found.returncode != 0:
            raise failure(argv[0], found)
        return found.stdout

    def _run(self, *argv: str, stdin: bytes = b"") -> Done:
        return run_git(self._git_dir, *argv, stdin=stdin)

    @cached_property
    def root(self) -> Path:
        """The working tree's root, to write files of ours to; of a bare repository its own folder."""
        found = self._run("rev-parse", "--is-bare-repository")
        if found.stdout.strip() == b"true":
            return self._git_dir
        return next(
            (folder for folder in (self.path, *self.path.parents) if (folder / ".git").exists()), self.path
        )

    @cached_property
    def _git_dir(self) -> Path:
        """The git directory: run there, git takes no path as relative and reads no attributes of files."""
        above = (folder for folder in (self.path, *self.path.parents) if (folder / ".git").exists())
        # the root itself: git trusts the owner of exactly the folder that it is told of
        found = run_git(next(above, self.path), "rev-parse", "--absolute-git-dir")
        if found.returncode != 0:
            raise RepositoryError(
                "this folder is not in a git repository",
                hint="run inside a checkout, or name one with --repo",
            )
        return Path(text_of(found.stdout).removesuffix("\n"))
