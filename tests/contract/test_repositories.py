"""What the Repository protocol promises, however a checkout is opened."""

from collections.abc import Callable
from pathlib import Path

import pytest

from skilleval.errors import RepositoryError
from skilleval.forges.git import GitRepository
from skilleval.ports import Repository
from tests.builders_changes import Checkout
from tests.github_double.emulate import Emulator
from tests.github_double.files import on_github
from tests.github_double.fixtures import Line

Open = Callable[[Checkout, Path, pytest.FixtureRequest], Repository]


def a_checkout(made: Checkout, _: Path, __: pytest.FixtureRequest) -> Repository:
    """Open the folder that holds .git."""
    return GitRepository(made.path)


def a_subfolder(made: Checkout, _: Path, __: pytest.FixtureRequest) -> Repository:
    """Open a folder below it."""
    return GitRepository(made.path / "dir")


def a_bare_clone(made: Checkout, scratch: Path, _: pytest.FixtureRequest) -> Repository:
    """Open a clone without files."""
    made.git("clone", "-q", "--bare", str(made.path), str(scratch / "bare.git"))
    return GitRepository(scratch / "bare.git")


def a_linked_worktree(made: Checkout, scratch: Path, _: pytest.FixtureRequest) -> Repository:
    """Open a second working tree of the same repository."""
    made.git("worktree", "add", "-q", str(scratch / "linked"), "HEAD~1")
    return GitRepository(scratch / "linked")


def a_partial_clone(made: Checkout, scratch: Path, _: pytest.FixtureRequest) -> Repository:
    """Open a clone that left files and folders with its origin."""
    made.git("config", "uploadpack.allowFilter", "true")
    made.git("clone", "-q", "--bare", "--filter=tree:0", f"file://{made.path}", str(scratch / "partial.git"))
    return GitRepository(scratch / "partial.git")


def through_the_api(made: Checkout, _: Path, request: pytest.FixtureRequest) -> Repository:
    """Open a pull request of it on GitHub, without a clone."""
    github: Emulator = request.getfixturevalue("github")
    line: Line = request.getfixturevalue("line")
    made.git("branch", "before", "main~1")
    return on_github(github, line, made, base="before", head="main")


WAYS: tuple[Open, ...] = (
    a_checkout,
    a_subfolder,
    a_bare_clone,
    a_linked_worktree,
    a_partial_clone,
    through_the_api,
)


@pytest.fixture
def made(tmp_path: Path) -> Checkout:
    """A repository with two commits."""
    checkout = Checkout(tmp_path / "made")
    checkout.write({"a.txt": "one\n", "dir/b.txt": "two\n", ".gitattributes": "* -diff\n"}).commit()
    checkout.write({"a.txt": "one\nmore\n", "dir/c.txt": "three\n"}).commit()
    checkout.git("tag", "v1")
    return checkout


@pytest.fixture(params=WAYS, ids=[way.__name__ for way in WAYS])
def repository(request: pytest.FixtureRequest, made: Checkout, tmp_path: Path) -> Repository:
    """The same repository, opened in each way."""
    opened: Repository = request.param(made, tmp_path, request)
    return opened


def test_refs_are_commits(repository: Repository, made: Checkout) -> None:
    """A branch, a tag and a sha name the same commit; an unknown name is our error."""
    head = made.git("rev-parse", "main")

    assert {repository.resolve(ref) for ref in ("main", "v1", head)} == {head}
    with pytest.raises(RepositoryError):
        repository.resolve("nowhere")


def test_trees_are_whole_and_from_the_root(repository: Repository, made: Checkout) -> None:
    """Paths are relative to the repository's root, wherever it was opened."""
    head = repository.resolve("main")

    assert [entry.path for entry in repository.tree(head)] == [
        ".gitattributes",
        "a.txt",
        "dir/b.txt",
        "dir/c.txt",
    ]
    assert [entry.path for entry in repository.tree(head, "dir")] == ["dir/b.txt", "dir/c.txt"]
    assert repository.tree_shas(head, ["dir"]) == {"dir": repository.tree_sha(head, "dir")}


def test_blobs_by_object_id(repository: Repository) -> None:
    """The bytes of the commit, not of any file on disk."""
    entries = repository.tree(repository.resolve("main"))

    blobs = repository.read([entry.oid for entry in entries])

    assert [blobs[entry.oid] for entry in entries][1] == b"one\nmore\n"
    assert repository.read([]) == {}


def test_differences(repository: Repository, made: Checkout) -> None:
    """What changed, and its lines, whatever the attributes say."""
    base, head = made.git("rev-parse", "main~1"), made.git("rev-parse", "main")

    changed = {change.path: change.status for change in repository.changed_paths(base, head)}
    diff = repository.diff(base, head, ["a.txt", "dir/c.txt"])

    assert changed == {"a.txt": "M", "dir/c.txt": "A"}
    assert b"\n+more\n" in diff
    assert b"\n+three\n" in diff
    assert repository.diff(base, head, []) == b""


def test_history(repository: Repository, made: Checkout) -> None:
    """Merge bases and tags."""
    base, head = made.git("rev-parse", "main~1"), made.git("rev-parse", "main")

    assert repository.merge_base(base, head) == base
    assert repository.tags("v*", merged_into=head) == ("v1",)
    assert repository.tags("v*", merged_into=base) == ()
