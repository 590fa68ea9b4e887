"""Two folders as two commits."""

from pathlib import Path

import pytest

from skilleval.errors import ConfigError
from skilleval.forges.folders import AFTER, BEFORE, commit_folders
from skilleval.forges.git import GitRepository
from tests.builders_changes import skill_md


def write(root: Path, files: dict[str, str | bytes]) -> Path:
    for path, content in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def committed(tmp_path: Path, path: Path, against: Path | None = None) -> dict[str, dict[str, bytes]]:
    """Return the files of both branches, by branch and path."""
    target = tmp_path / "made"
    target.mkdir()
    commit_folders(target, path, against)
    repository = GitRepository(target)
    found = {}
    for branch in (BEFORE, AFTER):
        entries = repository.tree(repository.resolve(branch))
        contents = repository.read([entry.oid for entry in entries])
        found[branch] = {entry.path: contents[entry.oid] for entry in entries}
    return found


def test_a_skill_against_another_folder_stands_at_the_same_place(tmp_path: Path) -> None:
    """Whatever the older folder is called, it is the same skill, edited."""
    new = write(tmp_path / "a" / "tidy", {"SKILL.md": skill_md("tidy", body="New.\n")})
    old = write(tmp_path / "released-1", {"SKILL.md": skill_md("tidy", body="Old.\n")})
    found = committed(tmp_path, new, old)

    assert list(found[BEFORE]) == list(found[AFTER]) == ["tidy/SKILL.md"]
    assert b"Old." in found[BEFORE]["tidy/SKILL.md"]


def test_a_folder_of_skills_against_nothing(tmp_path: Path) -> None:
    """All of them are new; settings beside them count as the old side's."""
    root = write(tmp_path / "skills", {"one/SKILL.md": skill_md("one"), "skilleval.yml": "repeats: 1\n"})
    found = committed(tmp_path, root)

    assert list(found[BEFORE]) == ["skilleval.yml"]
    assert set(found[AFTER]) == {"one/SKILL.md", "skilleval.yml"}


def test_bytes_stay_as_they_are(tmp_path: Path) -> None:
    """No attribute of the folder changes line ends or filters what is committed; junk is passed over."""
    root = write(
        tmp_path / "skills",
        {
            ".gitattributes": "* text=auto eol=lf\n*.txt filter=evil\n",
            "one/SKILL.md": skill_md("one").replace("\n", "\r\n"),
            "one/a.txt": b"a\r\nb\r\n",
            "one/__pycache__/x.pyc": b"x",
            "one/.gitignore": "a.txt\n",
        },
    )
    found = committed(tmp_path, root)[AFTER]

    assert found["one/a.txt"] == b"a\r\nb\r\n"
    assert found["one/SKILL.md"].count(b"\r\n") > 3
    assert not [path for path in found if "__pycache__" in path]


def test_links_stay_links(tmp_path: Path) -> None:
    """Nothing outside the folder comes along."""
    root = write(tmp_path / "skills", {"one/SKILL.md": skill_md("one")})
    (tmp_path / "secret").write_text("secret")
    (root / "one" / "link").symlink_to(tmp_path / "secret")

    assert b"secret" not in b"".join(
        content for path, content in committed(tmp_path, root)[AFTER].items() if path != "one/link"
    )


@pytest.mark.parametrize("which", ["path", "against"])
def test_a_folder_that_is_not_there_or_holds_no_skill_is_named(tmp_path: Path, which: str) -> None:
    """Exit 2 with the folder's name, not an empty and green run."""
    good = write(tmp_path / "good", {"SKILL.md": skill_md("good")})
    empty = tmp_path / "empty"
    empty.mkdir()
    for bad in (empty, tmp_path / "nowhere"):
        folders = (bad, None) if which == "path" else (good, bad)
        with pytest.raises(ConfigError, match=bad.name):
            commit_folders(tmp_path, *folders)
