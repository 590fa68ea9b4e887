"""Detection on real git repositories."""

import json
from pathlib import Path

import pytest

from skilleval.changes.freeze import freeze_folder
from skilleval.domain.policy import Scope
from tests.builders_changes import Checkout, skill_md

EVALS = {
    "skill_name": "alpha",
    "evals": [{"id": 1, "prompt": "Is the total right?", "assertions": ["Names the difference"]}],
}


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A repository with two skills on main."""
    made = Checkout(tmp_path / "repo")
    made.write(
        {
            "skills/alpha/SKILL.md": skill_md("alpha"),
            "skills/alpha/scripts/run.py": "print(1)\n",
            "skills/alpha/README.md": "About.\n",
            "skills/alpha/evals/evals.json": json.dumps(EVALS),
            "skills/beta/SKILL.md": skill_md("beta"),
            "README.md": "All skills.\n",
        }
    )
    made.commit("base")
    made.git("branch", "base")
    return made


def test_nothing_changed(checkout: Checkout) -> None:
    """A change outside of all skills changes no skill; neighbours are not read for nothing."""
    checkout.write({"README.md": "More.\n"}).commit()

    found = checkout.changes("base", "main")

    assert found.changes == ()
    assert found.neighbours == ()


def test_edited_body(checkout: Checkout) -> None:
    """An edited body gives both bundles, both suites, hunks, and the other skill as neighbour."""
    checkout.write({"skills/alpha/SKILL.md": skill_md("alpha", body="Do the work.\nTwice.\n")}).commit()

    found = checkout.changes("base", "main")
    (change,) = found.changes

    assert (change.name, change.path, change.kind, change.parts) == (
        "alpha",
        "skills/alpha",
        "edited",
        ("body",),
    )
    assert change.problem == ""
    assert change.candidate is not None
    assert change.baseline.bundle is not None
    assert change.baseline.kind == "merge-base"
    assert change.baseline.sha == found.merge_base
    assert change.candidate.digest != change.baseline.digest
    assert [task.id for task in change.base_suite.tasks] == ["1"]
    assert [(hunk.path, hunk.start, hunk.added_lines) for hunk in change.hunks] == [
        ("skills/alpha/SKILL.md", 7, (7,))
    ]
    assert [bundle.name for bundle in found.neighbours] == ["beta"]
    assert (change.wants_triggers, change.wants_uplift) == (False, True)


@pytest.mark.parametrize(
    ("files", "parts"),
    [
        ({"SKILL.md": skill_md("alpha", description="Other words. Use when asked.")}, ("description",)),
        ({"SKILL.md": skill_md("alpha").replace("\n", "\r\n")}, ("other",)),
        ({"SKILL.md": "\ufeff" + skill_md("alpha")}, ("other",)),
        ({"scripts/run.py": "print(2)\n"}, ("scripts",)),
        ({"references/a.md": "New.\n"}, ("references",)),
        ({"assets/logo.bin": "\0"}, ("assets",)),
        ({"README.md": "Other.\n"}, ("other",)),
        ({"LICENSE": "MIT\n"}, ("other",)),
        ({"evals/evals.json": "[]"}, ("evals",)),
        ({"trigger-eval.json": "[]"}, ("evals",)),
    ],
)
def test_parts(checkout: Checkout, files: dict[str, str], parts: tuple[str, ...]) -> None:
    """Each kind of file is its own part."""
    checkout.write({f"skills/alpha/{path}": text for path, text in files.items()}).commit()

    assert checkout.one_change("base", "main").parts == parts


def test_added_has_control(checkout: Checkout) -> None:
    """A new skill is compared with no skill at all."""
    checkout.write({"skills/gamma/SKILL.md": skill_md("gamma")}).commit()

    change = checkout.one_change("base", "main")

    assert (change.name, change.kind, change.baseline.kind) == ("gamma", "added", "control")
    assert change.baseline.bundle is None
    assert change.candidate is not None


def test_removed_keeps_its_old_self(checkout: Checkout) -> None:
    """A removed skill has a baseline and no candidate."""
    checkout.git("rm", "-rq", "skills/beta")
    checkout.commit()

    change = checkout.one_change("base", "main")

    assert (change.name, change.kind, change.candidate) == ("beta", "removed", None)
    assert change.baseline.bundle is not None


def test_renamed_keeps_its_baseline(checkout: Checkout) -> None:
    """A moved skill is compared with its old self."""
    checkout.git("mv", "skills/alpha", "skills/omega")
    checkout.write({"skills/omega/SKILL.md": skill_md("omega")}).commit()

    change = checkout.one_change("base", "main")

    assert (change.kind, change.path, change.old_path) == ("renamed", "skills/omega", "skills/alpha")
    assert change.parts == ("name", "description")
    assert [task.id for task in change.base_suite.tasks] == ["1"]


def test_evals_never_travel(checkout: Checkout) -> None:
    """Evals are in neither bundle; the digest says with and without them."""
    checkout.write({"skills/alpha/evals/evals.json": "[]"}).commit()

    change = checkout.one_change("base", "main")

    assert change.candidate is not None
    assert change.baseline.bundle is not None
    assert [file.path for file in change.candidate.files] == ["README.md", "SKILL.md", "scripts/run.py"]
    assert change.candidate.digest == change.baseline.digest
    assert change.candidate.digest_with_evals != change.baseline.bundle.digest_with_evals


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"no frontmatter", "no frontmatter"),
        (b"---\nname: alpha\n", "not closed"),
        (b"---\nname: alpha\n---\nbody", "no description"),
        (b"---\n\xff\n---\n", "not UTF-8"),
        (b"---\n- a\n- b\n---\n", "no mapping"),
    ],
)
def test_broken_skill_is_a_problem(checkout: Checkout, text: bytes, words: str) -> None:
    """A SKILL.md that no host can load is named, and nothing is raised."""
    checkout.write({"skills/alpha/SKILL.md": text}).commit()

    change = checkout.one_change("base", "main")

    assert words in change.problem
    assert change.problem.startswith("SKILL.md: ")


def test_broken_evals_are_problems(checkout: Checkout) -> None:
    """An evals file that is no JSON is a problem of the suite with its line."""
    checkout.write({"skills/alpha/evals/evals.json": '{"evals": [\n  oops'}).commit()

    (problem,) = checkout.one_change("base", "main").head_suite.problems

    assert (problem.path, problem.level) == ("evals/evals.json", "error")
    assert "line 2" in problem.message


def test_scope(checkout: Checkout) -> None:
    """Excluded skills are neither changes nor neighbours."""
    checkout.write(
        {f"skills/{name}/SKILL.md": skill_md(name, body="x") for name in ("alpha", "beta")}
    ).commit()

    found = checkout.changes("base", "main", scope=Scope(exclude=("skills/a*",)))

    assert [change.name for change in found.changes] == ["beta"]
    assert found.neighbours == ()


def test_symlink_is_refused_and_named(checkout: Checkout) -> None:
    """A link in a skill is a problem that names it, and is in no bundle."""
    (checkout.path / "skills/alpha/passwd").symlink_to("/etc/passwd")
    checkout.commit()

    change = checkout.one_change("base", "main")

    assert "passwd is a symbolic link" in change.problem
    assert change.candidate is not None
    assert change.candidate.file("passwd") is None


FROZEN = json.dumps([{"id": "T1", "prompt": "p", "rubric": [{"id": "R1", "text": "Says 12"}]}])


def test_frozen_tasks_that_changed_on_both_sides(checkout: Checkout) -> None:
    """Where the only tasks are frozen ones that do not match, the skill is not measured."""
    broken = {"skills/beta/evals/frozen/t.json": FROZEN, "skills/beta/evals/FREEZE.txt": "0" * 64}
    checkout.write(broken).commit()
    checkout.git("branch", "-f", "base")
    checkout.write({"skills/beta/SKILL.md": skill_md("beta", body="New.\n")}).commit()

    assert "the frozen set has changed" in checkout.one_change("base", "main").problem


def test_a_frozen_set_that_is_put_right(checkout: Checkout) -> None:
    """A pull request that mends the freeze can be measured, on its own tasks."""
    checkout.write(
        {"skills/beta/evals/frozen/t.json": FROZEN, "skills/beta/evals/FREEZE.txt": "0" * 64}
    ).commit()
    checkout.git("branch", "-f", "base")
    freeze_folder(checkout.path / "skills/beta/evals", again=True)
    checkout.commit()

    change = checkout.one_change("base", "main")

    assert change.problem == ""
    assert change.head_suite.frozen is not None
    assert [task.id for task in change.head_suite.tasks] == ["T1"]


@pytest.mark.parametrize("name", ["skills/alpha/\udcff.md", "/".join(["skills/alpha", *("d" * 25), "f.md"])])
def test_an_edited_skill_that_cannot_be_read(checkout: Checkout, name: str) -> None:
    """It is an edit with the reason, and its baseline is still what it would be compared with."""
    checkout.write({name: "x\n"}).commit()

    (change,) = checkout.changes("base", "main").changes

    assert (change.name, change.kind, change.is_unread) == ("alpha", "edited", True)
    assert change.problem
    assert change.baseline.kind == "merge-base"
