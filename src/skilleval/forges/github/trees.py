"""The tree of a commit from GitHub's Git database: whole, or an error.

Fields as in docs.github.com, "REST API endpoints for Git trees": a recursive listing ends at 100,000
entries or 7 MB and says `truncated`; then each folder is asked for by itself.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from skilleval.errors import RepositoryError
from skilleval.ports import JsonObject, TreeEntry

MOST_LISTINGS: Final = 200
"""Requests for one commit's tree. A repository that needs more is read from a checkout."""
WAY_OUT: Final = "run actions/checkout with fetch-depth: 0 before skilleval"
_FOLDER: Final = "040000"
_SUBMODULE: Final = "160000"

Options = Mapping[str, str | int]
ListTree = Callable[[str, Options], JsonObject]
"""Asks for a tree by its id, with options of the query."""
_ALL: Final[Options] = {"recursive": "1"}


@dataclass
class Listing:
    """All files below a commit's root, and the ids of all folders by path ("" is the root)."""

    entries: list[TreeEntry] = field(default_factory=list)
    folders: dict[str, str] = field(default_factory=dict)

    def by_path(self) -> Mapping[str, TreeEntry]:
        """Return the entries by path."""
        return {entry.path: entry for entry in self.entries}


def list_tree(root: str, ask: ListTree) -> Listing:
    """Return what lies below the tree `root`, in git's order; raises RepositoryError for too much."""
    found = Listing(folders={"": root})
    waiting = [("", root)]
    asked = 0
    while waiting:
        prefix, oid = waiting.pop()
        reply = ask(oid, _ALL)
        asked += 1
        if reply.get("truncated"):
            reply = ask(oid, {})
            asked += 1
            if reply.get("truncated"):
                raise RepositoryError(f"the folder {prefix or 'at the root'} is too large", hint=WAY_OUT)
            waiting += _add(found, prefix, reply)
        else:
            _add(found, prefix, reply)
        if asked > MOST_LISTINGS:
            raise RepositoryError("the repository is too large to be read from GitHub's API", hint=WAY_OUT)
    found.entries.sort(key=lambda entry: entry.path.encode("utf-8", "surrogateescape"))
    return found


def _add(found: Listing, prefix: str, reply: JsonObject) -> list[tuple[str, str]]:
    """Take up a listing; return its folders with their ids."""
    rows = reply.get("tree")
    if not isinstance(rows, list):
        raise RepositoryError("GitHub's answer holds no tree", hint=WAY_OUT)
    folders = []
    for row in rows:
        path, mode, oid = prefix + _path(row["path"]), str(row["mode"]), str(row["sha"])
        if mode == _FOLDER:
            found.folders[path] = oid
            folders.append((f"{path}/", oid))
            continue
        size = None if mode == _SUBMODULE else int(row.get("size") or 0)
        found.entries.append(TreeEntry(path=path, mode=mode, oid=oid, size_bytes=size))
    return folders


def _path(said: object) -> str:
    """Return a path; where JSON could not carry its bytes it is marked as no UTF-8, and so refused."""
    return str(said).replace("\ufffd", "\udcff")
