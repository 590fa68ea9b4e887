"""Trees in pieces, and trees that are too large."""

from collections.abc import Mapping
from typing import Any

import pytest

from skilleval.errors import RepositoryError
from skilleval.forges.github.trees import MOST_LISTINGS, Listing, Options, list_tree
from skilleval.ports import JsonObject

BLOB, FOLDER, SUBMODULE = "100644", "040000", "160000"
ROOT: Mapping[str, Any] = {
    "root": [("a.txt", BLOB, "b1"), ("dir", FOLDER, "t1"), ("z", SUBMODULE, "c1")],
    "t1": [("b.txt", BLOB, "b2"), ("deep", FOLDER, "t2")],
    "t2": [("c.txt", BLOB, "b3")],
}


class GitHub:
    """Lists trees, and cuts recursive listings that would hold more than `most` rows."""

    def __init__(self, trees: Mapping[str, Any], *, most: int) -> None:
        """Count the requests."""
        self.trees = trees
        self.most = most
        self.asked = 0

    def __call__(self, oid: str, options: Options) -> JsonObject:
        """Answer as the endpoint does."""
        self.asked += 1
        rows = list(self._rows(oid, "", whole="recursive" in options))
        return {"tree": rows[: self.most], "truncated": len(rows) > self.most}

    def _rows(self, oid: str, prefix: str, *, whole: bool) -> Any:
        for name, mode, inner in self.trees[oid]:
            size = {"size": 3} if mode == BLOB else {}
            yield {"path": prefix + name, "mode": mode, "sha": inner, "type": "any", **size}
            if whole and mode == FOLDER:
                yield from self._rows(inner, f"{prefix}{name}/", whole=True)


def paths(found: Listing) -> list[tuple[str, int | None]]:
    """Return path and size of each entry."""
    return [(entry.path, entry.size_bytes) for entry in found.entries]


@pytest.mark.parametrize("most", [100, 3])
def test_a_cut_listing_is_completed_folder_by_folder(most: int) -> None:
    """The same whole tree, in git's order, however GitHub cuts it; submodules have no size."""
    found = list_tree("root", GitHub(ROOT, most=most))

    assert paths(found) == [("a.txt", 3), ("dir/b.txt", 3), ("dir/deep/c.txt", 3), ("z", None)]
    assert found.folders == {"": "root", "dir": "t1", "dir/deep": "t2"}


def test_a_folder_that_cannot_be_listed() -> None:
    """A single folder past GitHub's limit is an error with a way out, not a part of it."""
    with pytest.raises(RepositoryError, match="at the root is too large") as caught:
        list_tree("root", GitHub(ROOT, most=2))

    assert "actions/checkout" in caught.value.hint


def test_a_repository_that_needs_too_many_requests() -> None:
    """Requests are bounded: a job's token has a thousand an hour."""
    many = {f"d{number}": [("x", BLOB, "b")] for number in range(MOST_LISTINGS + 5)}
    top = [(name, FOLDER, name) for name in many]
    github = GitHub({"root": top, **many}, most=len(top))

    with pytest.raises(RepositoryError, match="too large to be read from GitHub's API"):
        list_tree("root", github)

    assert github.asked <= MOST_LISTINGS + 2


def test_an_answer_without_a_tree() -> None:
    """Nothing is no empty repository."""
    with pytest.raises(RepositoryError, match="no tree"):
        list_tree("root", lambda _, __: {})


def test_a_name_that_json_cannot_carry() -> None:
    """It is marked as no UTF-8, so that the skill that holds it is refused by name."""
    (entry,) = list_tree("root", GitHub({"root": [("caf\ufffd.md", BLOB, "b")]}, most=9)).entries

    assert entry.path == "caf\udcff.md"
