"""Skills beside the changed ones."""

from pathlib import Path

from skilleval.changes import neighbours
from skilleval.changes.folders import find_skills
from skilleval.changes.snapshot import Side
from skilleval.domain.policy import Scope
from tests.builders_changes import Checkout, skill_md


def take(checkout: Checkout) -> tuple[list[str], tuple[str, ...]]:
    """Return the names of the neighbours at main, and the notes."""
    head = checkout.objects.resolve("main")
    folders = list(find_skills(checkout.objects.tree(head), Scope()).values())
    found = neighbours.take_neighbours(folders, Side(checkout.objects, head, "x"))
    return [bundle.name for bundle in found.bundles], found.notes


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    """A broken skill and a second one of the same name are not installed, and both are named."""
    checkout = Checkout(tmp_path)
    checkout.write(
        {
            "a/one/SKILL.md": skill_md("one"),
            "b/one/SKILL.md": skill_md("one", body="Other.\n"),
            "c/bad/SKILL.md": "no frontmatter",
            "d/two/SKILL.md": skill_md("two"),
        }
    ).commit()

    names, notes = take(checkout)

    assert names == ["one", "two"]
    assert [note.split(" is not")[0] for note in notes] == ["b/one", "c/bad"]


def test_the_changed_skill_is_never_beside_itself(tmp_path: Path) -> None:
    """An unchanged copy under the same name would hide the skill under test."""
    checkout = Checkout(tmp_path)
    checkout.write({f"{place}/one/SKILL.md": skill_md("one") for place in ("a", "b")}).commit()
    checkout.git("branch", "base")
    checkout.write({"a/one/SKILL.md": skill_md("one", body="New.\n"), "c/SKILL.md": skill_md("c")}).commit()

    found = checkout.changes("base", "main")
    one = next(change for change in found.changes if change.name == "one")

    assert [bundle.name for bundle in found.neighbours] == ["one"]
    assert [bundle.name for bundle in found.beside(one)] == ["c"]
