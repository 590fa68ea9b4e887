"""Which skill is which: by place, by name, by likeness."""

from pathlib import Path

import pytest

from tests.builders_changes import Checkout, skill_md

LONG = "".join(f"{number}. Do step {number} of the work.\n" for number in range(20))


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A repository with two like skills."""
    made = Checkout(tmp_path)
    made.write({f"skills/{name}/SKILL.md": skill_md(name, body=LONG) for name in ("one", "two")}).commit()
    made.git("branch", "base")
    return made


def kinds(checkout: Checkout) -> list[tuple[str, str, str | None]]:
    """Return path, kind and old path of each change."""
    return [
        (change.path, change.kind, change.old_path) for change in checkout.changes("base", "main").changes
    ]


def test_the_name_decides_before_likeness(checkout: Checkout) -> None:
    """Two like skills that move at once keep their names' histories."""
    for old, new in (("one", "b"), ("two", "a")):
        checkout.git("mv", f"skills/{old}", f"moved-{new}")
    checkout.commit()

    assert kinds(checkout) == [
        ("moved-a", "renamed", "skills/two"),
        ("moved-b", "renamed", "skills/one"),
    ]


def test_half_alike_is_a_rename(checkout: Checkout) -> None:
    """A new name with most of the text is the same skill; with other text it is another one."""
    checkout.git("rm", "-rq", "skills/one", "skills/two")
    checkout.write({"skills/three/SKILL.md": skill_md("three", body=LONG)})
    checkout.write({"skills/four/SKILL.md": skill_md("four", body="Something else.\n" * 30)}).commit()

    assert kinds(checkout) == [
        ("skills/four", "added", None),
        ("skills/three", "renamed", "skills/one"),
        ("skills/two", "removed", None),
    ]


def test_likeness_is_said(checkout: Checkout) -> None:
    """The note says where it came from and how alike it is."""
    checkout.git("mv", "skills/one", "skills/uno")
    checkout.commit()

    assert checkout.one_change("base", "main").notes == ("moved from skills/one, 100% alike",)


def test_very_many_skills_that_move(tmp_path: Path) -> None:
    """Eighty skills that all move at once are paired by name, without comparing each with each."""
    checkout = Checkout(tmp_path / "many")
    names = [f"skill-{number:02}" for number in range(80)]
    checkout.write({f"old/{name}/SKILL.md": skill_md(name, body=LONG) for name in names}).commit()
    checkout.git("branch", "base")
    checkout.git("mv", "old", "new")
    checkout.commit()

    assert kinds(checkout) == [(f"new/{name}", "renamed", f"old/{name}") for name in names]
