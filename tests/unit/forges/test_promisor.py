"""Partial clones, with a real origin on disk."""

import shutil
import subprocess
from pathlib import Path

import pytest

from skilleval.changes import detect_changes
from skilleval.domain.policy import Scope
from skilleval.errors import RepositoryError
from skilleval.forges.deepen import obtain
from skilleval.forges.git import GitRepository
from skilleval.forges.promisor import complete_commit, is_partial
from tests.builders_changes import Checkout, skill_md

FILTERS = ("blob:none", "tree:0", "blob:limit=10")


@pytest.fixture
def origin(tmp_path: Path) -> Checkout:
    """A repository in which a skill was edited and another was renamed, that hands out filtered clones."""
    made = Checkout(tmp_path / "origin")
    made.git("config", "uploadpack.allowFilter", "true")
    made.write(
        {
            "skills/alpha/SKILL.md": skill_md("alpha"),
            "skills/alpha/references/a.md": "one\ntwo\n",
            "skills/old/SKILL.md": skill_md("moved", body="Long enough to be known again.\n" * 5),
        }
    ).commit()
    made.git("branch", "base")
    made.git("mv", "skills/old", "skills/new")
    made.write({"skills/alpha/references/a.md": "one\nthree\n"}).commit()
    return made


def cloned(origin: Checkout, path: Path, *flags: str) -> GitRepository:
    """Clone through the protocol that filters."""
    origin.git("clone", "-q", *flags, f"file://{origin.path}", str(path))
    return GitRepository(path)


@pytest.mark.parametrize("kept", ["--bare", "--sparse", "--no-checkout"])
@pytest.mark.parametrize("left_out", FILTERS)
def test_changes_are_those_of_a_whole_clone(
    origin: Checkout, tmp_path: Path, left_out: str, kept: str
) -> None:
    """What was left with the origin is fetched; bundles, suites, hunks are the same to the byte."""
    partial = cloned(origin, tmp_path / "partial", f"--filter={left_out}", kept)
    request = origin.request("base", "main")

    assert is_partial(partial.path if kept == "--bare" else partial.path / ".git")
    assert detect_changes(request, partial, Scope()) == detect_changes(request, origin.objects, Scope())


@pytest.fixture
def diverged(tmp_path: Path) -> Checkout:
    """A repository whose files changed a little in each of many commits, so that packs hold deltas."""
    made = Checkout(tmp_path / "diverged")
    made.git("config", "uploadpack.allowFilter", "true")
    lines = [f"Line {number} of a reference that is long enough for deltas.\n" for number in range(200)]
    skills = {f"skills/s{number}/SKILL.md": skill_md(f"s{number}") for number in range(10)}
    made.write({**skills, "skills/s0/references/a.md": "".join(lines)}).commit()
    made.git("branch", "left")
    made.git("branch", "topic")
    for branch in ("main", "topic"):
        made.git("checkout", "-q", branch)
        for number in range(4):
            changed = [f"{branch} {number}\n", *lines[1:]]
            made.write({"skills/s0/references/a.md": "".join(changed)}).commit()
    made.git("repack", "-adfq")
    return made


@pytest.mark.parametrize(("depth", "kept"), [(1, "--no-checkout"), (2, "--sparse"), (1, "--bare")])
@pytest.mark.parametrize("left_out", FILTERS)
def test_a_shallow_partial_clone_is_deepened_too(
    diverged: Checkout, tmp_path: Path, left_out: str, depth: int, kept: str
) -> None:
    """Depth and filter together, as sparse checkouts of a runner are: the changes of a whole clone."""
    flags = (f"--filter={left_out}", f"--depth={depth}", "--no-single-branch", kept)
    partial = cloned(diverged, tmp_path / "partial", *flags)
    config = (partial.path / ("config" if kept == "--bare" else ".git/config")).read_text()
    request = diverged.request("main", "topic")

    assert partial.merge_base(request.base_sha, request.head_sha) == diverged.git("rev-parse", "left")
    assert detect_changes(request, partial, Scope()) == detect_changes(request, diverged.objects, Scope())
    assert (partial.path / ("config" if kept == "--bare" else ".git/config")).read_text() == config
    subprocess.run(["git", "fsck", "--connectivity-only"], cwd=partial.path, check=True, capture_output=True)


@pytest.mark.parametrize("left_out", FILTERS)
def test_a_commit_that_a_partial_clone_lacks(diverged: Checkout, tmp_path: Path, left_out: str) -> None:
    """A commit that came later is had by its sha, though the files that it builds on are not here."""
    partial = cloned(diverged, tmp_path / "partial", f"--filter={left_out}", "--no-checkout", "--depth=1")
    later = diverged.write({"skills/s1/SKILL.md": skill_md("s1", body="Later.\n")}).commit()

    assert obtain(partial.path, [later]) == ""
    assert partial.tree(later) == diverged.objects.tree(later)


def test_what_is_whole_is_not_fetched(origin: Checkout, tmp_path: Path) -> None:
    """A second look needs no origin any more."""
    partial = cloned(origin, tmp_path / "partial", "--filter=blob:none")
    head = partial.resolve("main")
    entries = partial.tree(head)
    shutil.rmtree(origin.path)

    assert partial.tree(head) == entries
    assert len(partial.read([entry.oid for entry in entries])) == 3
    assert not complete_commit(partial.path, head)


def test_an_origin_that_is_gone(origin: Checkout, tmp_path: Path) -> None:
    """Where the objects cannot be had, the error says why they are missing and what helps."""
    partial = cloned(origin, tmp_path / "partial", "--filter=blob:none", "--no-checkout")
    head = origin.git("rev-parse", "main")
    shutil.rmtree(origin.path)

    with pytest.raises(
        RepositoryError, match="left out of this partial clone and cannot be fetched"
    ) as caught:
        partial.tree(head)

    assert "without a filter" in caught.value.hint


def test_a_protocol_that_we_do_not_speak(origin: Checkout, tmp_path: Path) -> None:
    """A program named in the clone's configuration is not started, not even as an address."""
    partial = cloned(origin, tmp_path / "partial", "--filter=blob:none", "--no-checkout")
    mark = tmp_path / "started"
    origin.git("-C", str(partial.path), "config", "remote.origin.url", f"ext::sh -c touch% {mark}")
    origin.git("-C", str(partial.path), "config", "remote.origin.uploadpack", f"touch {mark}; false")
    origin.git("-C", str(partial.path), "config", "protocol.ext.allow", "always")

    with pytest.raises(RepositoryError, match="transport 'ext' not allowed"):
        partial.tree(origin.git("rev-parse", "main"))

    assert not mark.exists()


def test_a_whole_clone_with_a_missing_object(origin: Checkout) -> None:
    """Nobody promised it: named, with what helps; nothing is fetched."""
    with pytest.raises(RepositoryError, match="object 000000000000 is not in this clone"):
        origin.objects.read(["0" * 40])
