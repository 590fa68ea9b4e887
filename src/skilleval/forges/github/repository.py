"""A repository read through GitHub's API, for workspaces without a checkout. Every cap is an error."""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from typing import Final
from urllib.parse import quote

from skilleval.domain.value import CommitSha
from skilleval.errors import RepositoryError
from skilleval.forges.github.api import GitHubApi
from skilleval.forges.github.faults import READ_REPOSITORY, NotThere, Rejected
from skilleval.forges.github.files import check_cap, pull_changes, section, tree_changes
from skilleval.forges.github.trees import WAY_OUT, Listing, Options, list_tree
from skilleval.ports import JsonObject, PathChange, TreeEntry

MOST_BLOBS: Final = 800
"""Files that one run reads, a request each: a job's token has 1000 requests an hour for a repository."""
MOST_TAGS: Final = 50
_SHA: Final = re.compile(r"[0-9a-f]{40}")
_NO_TEXT: Final = frozenset({"160000"})
_VERSION: Final = re.compile(r"\d+|\D+")


class GitHubRepository:
    """The Git objects of one repository on GitHub, as far as one pull request needs them."""

    def __init__(self, api: GitHubApi, name: str, *, number: int | None, head: CommitSha) -> None:
        """`number` and `head` are those of the pull request; nothing is asked yet."""
        self._api = api
        self._place = f"/repos/{name}"
        self._number = number
        self._head = head
        self._listings: dict[CommitSha, Listing] = {}
        self._blobs: dict[str, bytes] = {}
        self._changes: dict[tuple[CommitSha, CommitSha], tuple[PathChange, ...]] = {}

    def resolve(self, ref: str) -> CommitSha:
        """Return the commit that a branch, a tag or a sha names."""
        with _translated(f"GitHub knows no commit called {ref!r}"):
            if _SHA.fullmatch(ref):
                return str(self._get(f"/git/commits/{ref}")["sha"])
            if not ref or ref.startswith("-"):
                raise RepositoryError(f"no commit is called {ref!r}", hint="name a branch, a tag or a commit")
            return str(self._get(f"/commits/{quote(ref, safe='')}", per_page=1)["sha"])

    def merge_base(self, base: CommitSha, head: CommitSha) -> CommitSha:
        """Return the merge base; raises RepositoryError where there is none."""
        with _translated(f"GitHub finds no common history of {base[:12]} and {head[:12]}"):
            return _sha_of(self._compared(base, head).get("merge_base_commit"))

    def changed_paths(self, base: CommitSha, head: CommitSha) -> tuple[PathChange, ...]:
        """Return what differs: of the pull request as GitHub lists it, else from the two trees."""
        if (base, head) not in self._changes:
            trees = (self._listing(base).by_path(), self._listing(head).by_path())
            is_pull = self._number is not None and head == self._head
            found = pull_changes(self._files(), trees) if is_pull else tree_changes(trees)
            self._changes[base, head] = found
        return self._changes[base, head]

    def diff(self, base: CommitSha, head: CommitSha, paths: Sequence[str]) -> bytes:
        """Return the unified diff of these paths, without context lines; attributes are not heeded."""
        wanted = set(paths)
        found = (
            [change for change in self.changed_paths(base, head) if change.path in wanted] if wanted else []
        )
        texts = [change for change in found if not {change.old_mode, change.mode} & _NO_TEXT]
        old, new = self._listing(base).by_path(), self._listing(head).by_path()
        sides = [(old.get(change.old_path), new.get(change.path)) for change in texts]
        blobs = self.read([entry.oid for pair in sides for entry in pair if entry])
        pairs = [tuple(blobs[entry.oid] if entry else b"" for entry in pair) for pair in sides]
        return b"".join(section(change, *pair) for change, pair in zip(texts, pairs, strict=True))

    def tree(self, commit: CommitSha, path: str = "") -> tuple[TreeEntry, ...]:
        """Return all entries below `path`, recursively, in git's order."""
        prefix = f"{path}/" if path else ""
        return tuple(entry for entry in self._listing(commit).entries if entry.path.startswith(prefix))

    def tree_sha(self, commit: CommitSha, path: str = "") -> str:
        """Return the git object id of the folder at `path`."""
        return self.tree_shas(commit, [path])[path]

    def tree_shas(self, commit: CommitSha, paths: Sequence[str]) -> Mapping[str, str]:
        """Return the git object ids of several folders by path."""
        folders = self._listing(commit).folders
        missing = [path for path in paths if path not in folders]
        if missing:
            raise RepositoryError(f"there is no folder {missing[0]!r} at {commit[:12]}")
        return {path: folders[path] for path in paths}

    def read(self, oids: Sequence[str]) -> Mapping[str, bytes]:
        """Return the bytes of blobs by object id, each asked for once and held against its id."""
        wanted = list(dict.fromkeys(oids))
        lacking = [oid for oid in wanted if oid not in self._blobs]
        if len(self._blobs) + len(lacking) > MOST_BLOBS:
            raise RepositoryError(
                f"more than {MOST_BLOBS} files would have to be read through GitHub's API", hint=WAY_OUT
            )
        for oid in lacking:
            with _translated(f"GitHub has no file with the object id {oid[:12]}"):
                self._blobs[oid] = _content(oid, self._get(f"/git/blobs/{oid}"))
        return {oid: self._blobs[oid] for oid in wanted}

    def tags(self, pattern: str, *, merged_into: CommitSha) -> tuple[str, ...]:
        """Return tags that match a glob and are ancestors of the commit, the newest commit first."""
        rows = self._api.pages(READ_REPOSITORY, f"{self._place}/tags")
        found = {str(row["name"]): _sha_of(row.get("commit")) for row in rows}
        matching = {name: sha for name, sha in found.items() if fnmatchcase(name, pattern)}
        if len(matching) > MOST_TAGS:
            raise RepositoryError(f"more than {MOST_TAGS} tags match {pattern!r}", hint=WAY_OUT)
        dated = []
        for name, sha in matching.items():
            compared = self._compared(sha, merged_into)
            if compared.get("status") in {"ahead", "identical"}:
                dated.append((_date_of(compared.get("base_commit")), _version_key(name), name))
        return tuple(name for *_, name in sorted(dated, reverse=True))

    def _files(self) -> tuple[JsonObject, ...]:
        """Return the files of the pull request; raises RepositoryError where some may be left out."""
        rows = tuple(self._api.pages(READ_REPOSITORY, f"{self._place}/pulls/{self._number}/files"))
        check_cap(rows)
        return rows

    def _listing(self, commit: CommitSha) -> Listing:
        if commit not in self._listings:
            with _translated(f"GitHub does not show the tree of {commit[:12]}"):
                root = _sha_of(self._get(f"/git/commits/{commit}").get("tree"))
                self._listings[commit] = list_tree(root, self._list)
        return self._listings[commit]

    def _list(self, oid: str, options: Options) -> JsonObject:
        return self._get(f"/git/trees/{oid}", **options)

    def _compared(self, base: CommitSha, head: CommitSha) -> JsonObject:
        return self._get(f"/compare/{base}...{head}", per_page=1)

    def _get(self, path: str, **parameters: str | int) -> JsonObject:
        return self._api.get(READ_REPOSITORY, self._place + path, **parameters)


@contextmanager
def _translated(message: str) -> Iterator[None]:
    """Say what is not there in the words of a repository; GitHub's own troubles stay ours."""
    try:
        yield
    except (NotThere, Rejected) as exc:
        raise RepositoryError(message, hint=WAY_OUT) from exc
    except KeyError as exc:
        raise RepositoryError(f"{message}: its answer lacks {exc}", hint=WAY_OUT) from exc


def _content(oid: str, reply: JsonObject) -> bytes:
    try:
        content = base64.b64decode(str(reply.get("content") or ""))
    except (binascii.Error, ValueError) as exc:
        raise RepositoryError(f"GitHub's answer for {oid[:12]} is no base64") from exc
    head = f"blob {len(content)}\0".encode("ascii")
    if hashlib.sha1(head + content, usedforsecurity=False).hexdigest() != oid:
        raise RepositoryError(f"GitHub sent other bytes than those of {oid[:12]}", hint="run again")
    return content


def _sha_of(part: object) -> str:
    if not isinstance(part, dict) or not part.get("sha"):
        raise RepositoryError("GitHub's answer names no object", hint=WAY_OUT)
    return str(part["sha"])


def _date_of(commit: object) -> str:
    inner = commit.get("commit") if isinstance(commit, dict) else None
    committer = inner.get("committer") if isinstance(inner, dict) else None
    return str(committer.get("date") or "") if isinstance(committer, dict) else ""


def _version_key(name: str) -> tuple[tuple[int, str], ...]:
    return tuple((int(part), "") if part.isdigit() else (-1, part) for part in _VERSION.findall(name))
