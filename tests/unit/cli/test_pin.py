"""`skilleval pin`, as it is typed."""

import json
from pathlib import Path

import pytest

from skilleval.cli.main import main
from tests.builders_changes import Checkout, skill_md


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A repository with two skills."""
    made = Checkout(tmp_path / "repo")
    made.write({f"skills/{name}/SKILL.md": skill_md(name) for name in ("alpha", "beta")}).commit()
    return made


def test_the_lock_lies_at_the_root(checkout: Checkout, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where one stands in a skill's folder: the base side's root is where it is looked for."""
    assert main(["pin", "--repo", str(checkout.path / "skills/alpha"), "--json"]) == 0

    lock = json.loads((checkout.path / "skilleval.lock").read_text())
    assert json.loads(capsys.readouterr().out) == lock
    assert set(lock["skills"]) == {"alpha", "beta"}


def test_a_pinned_skill_is_its_own_baseline(checkout: Checkout, capsys: pytest.CaptureFixture[str]) -> None:
    """What was pinned at a release is what later changes are compared with."""
    release = checkout.git("rev-parse", "HEAD")
    main(["pin", "--repo", str(checkout.path)])
    checkout.write({"skills/alpha/SKILL.md": skill_md("alpha", body="Between.\n")}).commit()
    checkout.write({"skills/alpha/SKILL.md": skill_md("alpha", body="Now.\n")}).commit()
    capsys.readouterr()

    argv = ["changes", "--repo", str(checkout.path), "--base", "HEAD~1", "--head", "HEAD", "--json"]
    assert main([*argv, "--set", "baseline=pinned"]) == 0

    (skill,) = json.loads(capsys.readouterr().out)["skills"]
    assert (skill["baseline"]["kind"], skill["baseline"]["sha"]) == ("pinned", release)


def test_settings_choose_what_is_pinned(checkout: Checkout) -> None:
    """Fixtures that are excluded from everything else are not released either."""
    checkout.write(
        {
            "tests/alpha/SKILL.md": skill_md("alpha"),
            "skilleval.yml": "version: 1\nexclude: ['tests/**']\n",
        }
    ).commit()

    assert main(["pin", "--repo", str(checkout.path)]) == 0
    assert set(json.loads((checkout.path / "skilleval.lock").read_text())["skills"]) == {"alpha", "beta"}


def test_a_folder_that_is_no_run(checkout: Checkout, capsys: pytest.CaptureFixture[str]) -> None:
    """A benchmark is a run of ours, or it is refused with the place to look."""
    assert main(["pin", "--repo", str(checkout.path), "--benchmark", str(checkout.path)]) == 2
    assert "no run folder" in capsys.readouterr().err


def test_nothing_to_pin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A repository without a commit says so, and not to fetch."""
    empty = Checkout(tmp_path / "empty")

    assert main(["pin", "--repo", str(empty.path)]) == 2
    assert "no commit yet" in capsys.readouterr().err
