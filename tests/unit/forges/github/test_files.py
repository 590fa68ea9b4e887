"""The list of a pull request's files, held against both trees."""

from typing import Any

import pytest

from skilleval.errors import RepositoryError
from skilleval.forges.github.files import MOST_FILES, check_cap, pull_changes, tree_changes
from skilleval.ports import TreeEntry


def tree(**files: str) -> dict[str, TreeEntry]:
    """Return a tree of these files: name to object id, with `+x` after it for an executable."""
    return {
        name: TreeEntry(
            path=name,
            mode="100755" if oid.endswith("+x") else "120000" if oid.startswith("@") else "100644",
            oid=oid.removesuffix("+x"),
            size_bytes=1,
        )
        for name, oid in files.items()
    }


def row(name: str, sha: str, status: str = "modified", **more: str) -> dict[str, Any]:
    """Return a row of the list."""
    return {"filename": name, "sha": sha, "status": status, **more}


OLD = tree(same="1", edited="2", gone="3", before="4", mode="5", kind="6")
NEW = tree(same="1", edited="2b", fresh="7", after="4", mode="5+x", kind="@6b")
ROWS = [
    row("edited", "2b"),
    row("gone", "3", "removed"),
    row("fresh", "7", "added"),
    row("after", "4", "renamed", previous_filename="before"),
    row("mode", "5"),
    row("kind", "@6b"),
    row("same", "1", "unchanged"),
]


def test_every_kind_of_change() -> None:
    """Letters and modes as git has them, renames as GitHub finds them."""
    found = {change.path: change for change in pull_changes(ROWS, (OLD, NEW))}

    assert {path: change.status for path, change in found.items()} == {
        "after": "R",
        "edited": "M",
        "fresh": "A",
        "gone": "D",
        "kind": "T",
        "mode": "M",
    }
    assert (found["after"].old_path, found["after"].similarity) == ("before", 100)
    assert (found["mode"].old_mode, found["mode"].mode) == ("100644", "100755")
    assert (found["fresh"].old_mode, found["gone"].mode) == ("000000", "000000")


def test_trees_alone_know_no_renames() -> None:
    """A rename is one file less and one more."""
    found = {change.path: change.status for change in tree_changes((OLD, NEW))}

    assert (found["after"], found["before"]) == ("A", "D")
    assert list(found) == sorted(found)


@pytest.mark.parametrize(
    "rows",
    [
        ROWS[1:],
        [*ROWS, row("same", "1")],
        [*ROWS, row("more", "8", "added")],
        [row("edited", "2c"), *ROWS[1:]],
        [*ROWS[:3], row("after", "4", "added"), *ROWS[4:]],
    ],
    ids=["one left out", "one that did not change", "one that is not there", "another head", "half a rename"],
)
def test_a_list_of_other_commits_is_refused(rows: list[dict[str, Any]]) -> None:
    """GitHub lists the head of now; what was pinned is what counts."""
    with pytest.raises(RepositoryError, match="not that of the pinned commits") as caught:
        pull_changes(rows, (OLD, NEW))

    assert "run again" in caught.value.hint


def test_the_cap_fails_closed() -> None:
    """From 3000 files on nobody can tell whether some are missing."""
    check_cap([row("f", "1")] * (MOST_FILES - 1))

    with pytest.raises(RepositoryError, match="3000 files or more") as caught:
        check_cap([row("f", "1")] * MOST_FILES)

    assert "actions/checkout" in caught.value.hint
