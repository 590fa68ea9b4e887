"""`skilleval lint` on folders: which skills count, and what a broken settings file gets."""

import json
from pathlib import Path

import pytest

from skilleval.cli import main

ABOUT = "Counts words in a text. Use it when someone asks for a count."
SKILL = f"---\nname: {{name}}\ndescription: {ABOUT}\n---\nCount.\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a folder with a skill to look at and one that its owner leaves out."""
    for place in ("skills/counter", "drafts/sketch"):
        folder = tmp_path / place
        folder.mkdir(parents=True)
        (folder / "SKILL.md").write_text(SKILL.format(name=folder.name))
    return tmp_path


def skills_seen(capsys: pytest.CaptureFixture[str], path: Path) -> list[str]:
    main(["lint", str(path), "--json"])
    found: list[str] = json.loads(capsys.readouterr().out)["skills"]
    return found


@pytest.mark.parametrize("name", ["skilleval.yml", ".github/skilleval.yml"])
def test_the_folders_own_settings_say_which_skills_count(
    tree: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert skills_seen(capsys, tree) == ["drafts/sketch", "skills/counter"]

    (tree / name).parent.mkdir(exist_ok=True)
    (tree / name).write_text("version: 1\nexclude: ['drafts/**']\n")

    assert skills_seen(capsys, tree) == ["skills/counter"]
    assert skills_seen(capsys, tree / "drafts") == ["sketch"]  # asked for by name


def test_settings_that_leave_nothing_are_no_green_lint(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tree / "skilleval.yml").write_text("version: 1\ninclude: ['nowhere/**']\n")

    assert main(["lint", str(tree)]) == 2
    assert "SKILL.md" in capsys.readouterr().err


def test_a_settings_file_that_is_not_understood_is_named(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tree / "skilleval.yml").write_text("version: 1\nexlude: ['drafts/**']\n")

    assert main(["lint", str(tree)]) == 2
    assert "exclude" in capsys.readouterr().err
