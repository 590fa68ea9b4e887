"""The demo's repository is made from files, the same everywhere."""

import subprocess
from pathlib import Path

import pytest

from skilleval.errors import RepositoryError
from skilleval.testing.demo_repository import build_demo_repository, examples_folder


def git(repository: Path, *arguments: str) -> str:
    """Return what git prints."""
    done = subprocess.run(
        ["git", "-C", str(repository), *arguments], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def test_same_commits_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ids do not depend on folder, time, user or configuration."""
    first = build_demo_repository(tmp_path / "a", examples_folder())
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Somebody")
    (tmp_path / ".gitconfig").write_text("[commit]\ngpgsign = true\n[user]\nname = Somebody\n")
    second = build_demo_repository(tmp_path / "b", examples_folder())
    monkeypatch.undo()

    for ref in ("base_ref", "head_ref"):
        assert git(first.path, "rev-parse", getattr(first, ref)) == git(
            second.path, "rev-parse", getattr(second, ref)
        )


def test_base_is_the_merge_base_and_head_is_checked_out(tmp_path: Path) -> None:
    """The two refs are a base and a branch that grew from it; the tree is clean."""
    demo = build_demo_repository(tmp_path / "demo", examples_folder())

    assert git(demo.path, "merge-base", demo.base_ref, demo.head_ref) == git(
        demo.path, "rev-parse", demo.base_ref
    )
    assert git(demo.path, "status", "--porcelain") == ""
    assert git(demo.path, "rev-parse", "--abbrev-ref", "HEAD") == demo.head_ref


def test_no_message_file_gets_in(tmp_path: Path) -> None:
    """What carries the message of a commit is not part of it, and messages are those of the files."""
    demo = build_demo_repository(tmp_path / "demo", examples_folder())

    assert "COMMIT" not in git(demo.path, "ls-files")
    assert git(demo.path, "log", "-1", "--format=%an <%ae> %s") == (
        "Demo <demo@example.invalid> release-notes: say when to use it"
    )


def test_a_full_folder_is_refused(tmp_path: Path) -> None:
    """Nothing of the user's is written over."""
    (tmp_path / "mine.txt").write_text("mine")

    with pytest.raises(RepositoryError, match="not empty"):
        build_demo_repository(tmp_path, examples_folder())
