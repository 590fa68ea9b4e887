"""Shallow clones, with a real origin on disk."""

import subprocess
from pathlib import Path

import pytest

from skilleval.errors import RepositoryError
from skilleval.forges.deepen import is_shallow
from skilleval.forges.git import GitRepository
from tests.builders_changes import Checkout


def commits(branch: str, count: int, *, first_mark: int, parent: int) -> list[str]:
    """Return a fast-import stream of `count` empty commits on a branch."""
    lines = []
    for number in range(count):
        mark = first_mark + number
        above = mark - 1 if number else parent
        who = f"committer A <a@b.c> {1_700_000_000 + mark} +0000"
        lines += [f"commit refs/heads/{branch}", f"mark :{mark}", who]
        lines += ["data 1", "x", *([f"from :{above}"] if above else []), ""]
    return lines


@pytest.fixture
def origin(tmp_path: Path) -> Checkout:
    """A repository whose main and topic left each other 80 commits ago, after 300 older ones."""
    made = Checkout(tmp_path / "origin")
    stream = [
        *commits("main", 300, first_mark=1, parent=0),
        *commits("topic", 80, first_mark=301, parent=300),
        *commits("main", 80, first_mark=381, parent=300),
    ]
    told = "\n".join(stream).encode()
    subprocess.run(["git", "fast-import", "--quiet"], cwd=made.path, input=told, check=True)
    made.git("tag", "left", "main~80")
    return made


def topic_clone(origin: Checkout, path: Path) -> GitRepository:
    """Clone the tip of the topic branch as a runner does."""
    origin.git("clone", "-q", "--depth=1", "-b", "topic", f"file://{origin.path}", str(path))
    return GitRepository(path)


def test_deepened_as_far_as_needed(origin: Checkout, tmp_path: Path) -> None:
    """The merge base is found though the clone had one commit, and old history stays away."""
    main, topic = origin.git("rev-parse", "main"), origin.git("rev-parse", "topic")
    clone = topic_clone(origin, tmp_path / "clone")

    assert clone.merge_base(main, topic) == origin.git("rev-parse", "left")
    assert is_shallow(clone.path)


def test_no_branch_of_the_user_moves(origin: Checkout, tmp_path: Path) -> None:
    """Fetching for the merge base leaves refs as they were."""
    clone = topic_clone(origin, tmp_path / "clone")
    before = subprocess.check_output(["git", "for-each-ref"], cwd=clone.path)

    clone.merge_base(origin.git("rev-parse", "main"), origin.git("rev-parse", "topic"))

    assert subprocess.check_output(["git", "for-each-ref"], cwd=clone.path) == before
    assert not (clone.path / ".git/FETCH_HEAD").exists()


def test_an_origin_that_is_gone(origin: Checkout, tmp_path: Path) -> None:
    """Where fetching fails the error says what to set, and why."""
    clone = topic_clone(origin, tmp_path / "clone")
    topic = clone.resolve("topic")
    origin.path.rename(tmp_path / "elsewhere")

    with pytest.raises(RepositoryError, match=r"too shallow.*origin") as caught:
        clone.merge_base("1" * 40, topic)

    assert "fetch-depth: 0" in caught.value.hint


def test_an_address_that_would_run_a_program(origin: Checkout, tmp_path: Path) -> None:
    """An origin of git's `ext` kind, or behind ssh, is not spoken to."""
    clone = topic_clone(origin, tmp_path / "clone")
    topic = clone.resolve("topic")
    mark = tmp_path / "ran"
    subprocess.run(["git", "remote", "set-url", "origin", f"ext::touch {mark}"], cwd=clone.path, check=True)

    with pytest.raises(RepositoryError, match="not allowed"):
        clone.merge_base("1" * 40, topic)

    assert not mark.exists()


def test_a_cut_that_hides_a_nearer_base(tmp_path: Path) -> None:
    """A common ancestor is not enough: with history cut above it, a nearer one may be hidden."""
    made = Checkout(tmp_path / "crossed")
    old = made.write({"a": "0"}).commit()
    near = [made.write({"a": f"{number}"}).commit() for number in range(1, 5)][-1]
    made.git("checkout", "-qb", "topic", old)
    made.git("merge", "-q", "-s", "ours", "--no-ff", "-m", "take main in", "main")
    topic = [made.write({"b": f"{number}"}).commit() for number in range(4)][-1]
    made.git("checkout", "-q", "main")
    tip = made.write({"c": "1"}).commit()
    made.git("clone", "-q", "--no-single-branch", "--depth=2", f"file://{made.path}", str(tmp_path / "clone"))

    assert GitRepository(tmp_path / "clone").merge_base(tip, topic) == near


def test_unrelated_in_a_shallow_clone(origin: Checkout, tmp_path: Path) -> None:
    """When all history is there and nothing is shared, the error says that, not `too shallow`."""
    topic = origin.git("rev-parse", "topic")
    origin.git("checkout", "-q", "--orphan", "other")
    other = origin.commit("another root")
    clone = topic_clone(origin, tmp_path / "clone")

    with pytest.raises(RepositoryError, match="no common history"):
        clone.merge_base(other, topic)
