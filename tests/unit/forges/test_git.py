"""Git checkouts: real repositories, and what a hostile one cannot do."""

import os
from pathlib import Path

import pytest

from skilleval.errors import RepositoryError
from skilleval.forges.git import GitRepository
from tests.builders_changes import Checkout


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A repository with one commit on main and a branch called base there."""
    made = Checkout(tmp_path / "repo")
    made.write({"a.txt": "one\n", "dir/b.txt": "two\n"}).commit()
    made.git("branch", "base")
    return made


def test_resolve_names(checkout: Checkout) -> None:
    """Branches, tags, shas and origin's branches resolve; tags are peeled."""
    head = checkout.git("rev-parse", "main")
    checkout.git("tag", "-a", "v1", "-m", "first")
    checkout.git("update-ref", "refs/remotes/origin/trunk", head)

    assert {checkout.objects.resolve(ref) for ref in ("main", "v1", head, head[:10], "trunk")} == {head}


@pytest.mark.parametrize("ref", ["nowhere", "", "--help", "-x", "main:a.txt", "a\0b"])
def test_resolve_refuses(checkout: Checkout, ref: str) -> None:
    """What names no commit is an error with a hint, an option is never taken for a ref."""
    checkout.git("config", "remote.origin.url", "https://example.com/x.git")

    with pytest.raises(RepositoryError, match="no commit is called") as caught:
        checkout.objects.resolve(ref)

    wanted = "git fetch origin nowhere" if ref == "nowhere" else "name a branch, a tag or a commit"
    assert wanted in caught.value.hint


def test_no_origin_to_fetch_from(checkout: Checkout) -> None:
    """Where there is nothing to fetch from, nobody is told to fetch."""
    with pytest.raises(RepositoryError) as caught:
        checkout.objects.resolve("nowhere")

    assert "git branch --all" in caught.value.hint


@pytest.mark.parametrize("ref", ["HEAD", "main"])
def test_an_empty_repository(tmp_path: Path, ref: str) -> None:
    """Before the first commit the way out is a commit."""
    with pytest.raises(RepositoryError) as caught:
        Checkout(tmp_path / "new").objects.resolve(ref)

    assert caught.value.hint == "this repository has no commit yet: commit something, or fetch"


def test_the_root(checkout: Checkout, tmp_path: Path) -> None:
    """Files for everybody go to the root, wherever in the checkout one stands."""
    checkout.git("clone", "-q", "--bare", str(checkout.path), str(tmp_path / "bare.git"))

    assert GitRepository(checkout.path / "dir").root == checkout.path
    assert GitRepository(tmp_path / "bare.git").root == tmp_path / "bare.git"


def test_a_folder_without_git(tmp_path: Path) -> None:
    """Outside of a repository the error says so."""
    with pytest.raises(RepositoryError, match="not in a git repository"):
        GitRepository(tmp_path).resolve("main")


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """A missing folder is our error too, not a traceback."""
    with pytest.raises(RepositoryError, match="could not be started"):
        GitRepository(tmp_path / "none").resolve("main")


def test_tree_and_read(checkout: Checkout) -> None:
    """Entries carry mode, size and object id; bytes come by object id."""
    checkout.write({"dir/run.sh": "#!/bin/sh\n"}, executable=True)
    (checkout.path / "link").symlink_to("a.txt")
    head = checkout.commit()

    entries = checkout.objects.tree(head)
    blobs = checkout.objects.read([entry.oid for entry in entries])

    assert [(entry.path, entry.mode, blobs[entry.oid]) for entry in entries] == [
        ("a.txt", "100644", b"one\n"),
        ("dir/b.txt", "100644", b"two\n"),
        ("dir/run.sh", "100755", b"#!/bin/sh\n"),
        ("link", "120000", b"a.txt"),
    ]
    assert [entry.path for entry in checkout.objects.tree(head, "dir")] == ["dir/b.txt", "dir/run.sh"]
    assert checkout.objects.tree_sha(head, "dir") == checkout.git("rev-parse", "HEAD:dir")


def test_trees_of_several_folders(checkout: Checkout) -> None:
    """One answer for each folder, whatever it is called; a folder that is not there is an error."""
    names = ("", "dir", "a b", "new\nline", "é", 'q"x')
    head = checkout.write({f"{name}/f.txt".lstrip("/"): name for name in names}).commit()

    found = checkout.objects.tree_shas(head, names)

    assert found == {name: checkout.git("rev-parse", f"HEAD:{name}") for name in names}
    with pytest.raises(RepositoryError):
        checkout.objects.tree_shas(head, ["dir", "none"])


def test_read_of_a_missing_object(checkout: Checkout) -> None:
    """An object that the clone lacks is an error with the way out."""
    with pytest.raises(RepositoryError, match="not in this clone"):
        checkout.objects.read(["1" * 40])


def test_changed_paths(checkout: Checkout) -> None:
    """Edits, additions, removals, renames with likeness, and mode changes."""
    text = "".join(f"line {number}\n" for number in range(50))
    base = checkout.write({"old.md": text, "gone.md": "x"}).commit()
    checkout.git("mv", "old.md", "new.md")
    checkout.write({"new.md": text + "more\n", "gone.md": None, "added.md": "y"})
    (checkout.path / "a.txt").chmod(0o755)
    head = checkout.commit()

    found = {change.path: change for change in checkout.objects.changed_paths(base, head)}

    assert {path: change.status for path, change in found.items()} == {
        "a.txt": "M",
        "added.md": "A",
        "gone.md": "D",
        "new.md": "R",
    }
    assert found["new.md"].old_path == "old.md"
    assert found["new.md"].similarity > 90
    assert (found["a.txt"].old_mode, found["a.txt"].mode) == ("100644", "100755")


def test_names_with_odd_bytes(checkout: Checkout) -> None:
    """Newlines, quotes, tabs and bytes that are not UTF-8 come through unchanged."""
    names = {b"new\nline", b'q"uote', b"tab\t", b"\xff\xfe", b"back\\slash", b" lead", "é".encode()}
    base = checkout.git("rev-parse", "main")
    for name in names:
        Path(os.fsdecode(os.fsencode(checkout.path) + b"/" + name)).write_bytes(b"x")
    head = checkout.commit()

    tree = checkout.objects.tree(head)
    changed = checkout.objects.changed_paths(base, head)

    assert {change.path.encode("utf-8", "surrogateescape") for change in changed} == names
    assert {entry.path.encode("utf-8", "surrogateescape") for entry in tree} > names


def test_tags_newest_first(checkout: Checkout) -> None:
    """Only ancestors count; the pattern is a glob over the tag's name."""
    for tag in ("v1.9", "v1.10", "other"):
        checkout.git("tag", tag)
    checkout.git("checkout", "-qb", "side")
    checkout.commit()
    checkout.git("tag", "v2.0")

    base = checkout.objects.resolve("base")

    assert checkout.objects.tags("v*", merged_into=base) == ("v1.10", "v1.9")


def test_merge_base_is_not_the_tip(checkout: Checkout) -> None:
    """The base moved on; the merge base is where the branch left it."""
    left = checkout.git("rev-parse", "main")
    checkout.git("checkout", "-qb", "topic")
    head = checkout.write({"c.txt": "c"}).commit()
    checkout.git("checkout", "-q", "main")
    tip = checkout.write({"d.txt": "d"}).commit()

    assert checkout.objects.merge_base(tip, head) == left


def test_unrelated_histories(checkout: Checkout) -> None:
    """Two roots have no merge base: an error, not a comparison with nothing."""
    main = checkout.git("rev-parse", "main")
    checkout.git("checkout", "-q", "--orphan", "other")
    other = checkout.commit("another root")

    with pytest.raises(RepositoryError, match="no common history"):
        checkout.objects.merge_base(main, other)


def test_commits_that_are_not_here(checkout: Checkout) -> None:
    """A sha that the clone lacks is named."""
    with pytest.raises(RepositoryError, match="111111111111 is not in this clone"):
        checkout.objects.merge_base(checkout.git("rev-parse", "main"), "1" * 40)


@pytest.mark.parametrize("sha", ["main", "--all", "1" * 39, "G" * 40])
def test_merge_base_wants_shas(checkout: Checkout, sha: str) -> None:
    """A ref or an option in place of a sha is refused."""
    with pytest.raises(RepositoryError, match="is no commit"):
        checkout.objects.merge_base(sha, sha)


def test_attributes_do_not_hide_a_diff(checkout: Checkout) -> None:
    """A pull request that marks a file as binary still has its lines in the diff."""
    base = checkout.git("rev-parse", "main")
    head = checkout.write({".gitattributes": "*.txt -diff\n", "a.txt": "one\nmore\n"}).commit()

    assert b"+more" in checkout.objects.diff(base, head, ["a.txt"])


def test_replaced_objects_are_not_believed(checkout: Checkout) -> None:
    """refs/replace cannot put other bytes under an object id."""
    head = checkout.git("rev-parse", "main")
    old = checkout.git("rev-parse", "main:a.txt")
    checkout.git("replace", old, checkout.git("rev-parse", "main:dir/b.txt"))

    assert checkout.objects.read([old]) == {old: b"one\n"}
    assert checkout.objects.tree(head)[0].oid == old


def test_an_owner_who_is_somebody_else(checkout: Checkout) -> None:
    """A checkout of another user is read: safe.directory is set for this process alone."""
    if os.getuid() != 0:
        pytest.skip("only root can give a folder away")
    for path in (checkout.path, checkout.path / ".git"):
        os.chown(path, 1001, 1001)

    assert checkout.objects.resolve("main")
    assert GitRepository(checkout.path / "dir").resolve("main")
