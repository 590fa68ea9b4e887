"""The shapes that pull requests come in, each on a real repository."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from skilleval.changes import detect_changes
from skilleval.domain.change import ChangeSet
from skilleval.domain.policy import Scope
from skilleval.errors import RepositoryError
from skilleval.forges.git import GitRepository
from tests.builders_changes import Checkout, skill_md

ONE_TASK = json.dumps([{"id": 1, "prompt": "p", "assertions": ["a"]}])


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A repository with one skill on main, and a branch called base there."""
    made = Checkout(tmp_path / "repo")
    made.write({"skills/alpha/SKILL.md": skill_md("alpha"), "skills/alpha/evals/evals.json": ONE_TASK})
    made.commit()
    made.git("branch", "base")
    return made


def shape(found: ChangeSet) -> list[tuple[str, str, str]]:
    """Return path, kind and parts of each change."""
    return [(change.path, change.kind, ",".join(change.parts)) for change in found.changes]


@pytest.mark.parametrize(
    "folder",
    [
        "skills/x",
        ".claude/skills/x",
        ".agents/skills/x",
        ".github/skills/x",
        "plugins/p/skills/x",
        "market/plugins/p/skills/group/x",
        "x",
    ],
)
def test_layouts(tmp_path: Path, folder: str) -> None:
    """A skill is any folder with SKILL.md, at any depth."""
    checkout = Checkout(tmp_path)
    checkout.write({"plugins/p/.claude-plugin/plugin.json": "{}", "README.md": "x"}).commit()
    checkout.git("branch", "base")
    checkout.write({f"{folder}/SKILL.md": skill_md("x")}).commit()

    assert shape(checkout.changes("base", "main")) == [(folder, "added", "")]


def test_lower_case_file_name(tmp_path: Path) -> None:
    """`skill.md` makes a skill too, and renaming it to SKILL.md is an edit of the same skill."""
    checkout = Checkout(tmp_path)
    checkout.write({"x/skill.md": skill_md("x")}).commit()
    checkout.git("branch", "base")
    checkout.git("mv", "x/skill.md", "x/SKILL.md")
    checkout.commit()

    change = checkout.one_change("base", "main")

    assert (change.kind, change.parts, change.problem) == ("edited", ("other",), "")


def test_a_repository_that_is_one_skill(tmp_path: Path) -> None:
    """The root is a skill; without a name it is called like the repository; nested skills are apart."""
    checkout = Checkout(tmp_path)
    text = "---\ndescription: Does things. Use when asked.\n---\nbody\n"
    checkout.write({"SKILL.md": text, "references/a.md": "x", "more/y/SKILL.md": skill_md("y")}).commit()
    checkout.git("branch", "base")
    checkout.write({"references/a.md": "y", "more/y/notes.md": "y", "evals/evals.json": ONE_TASK}).commit()

    found = checkout.changes("base", "main")
    root = found.changes[0]

    assert shape(found) == [("", "edited", "references,evals"), ("more/y", "edited", "references")]
    assert root.name == "skills"  # of owner/skills
    assert root.candidate is not None
    assert [file.path for file in root.candidate.files] == ["SKILL.md", "references/a.md"]


def test_nested_skills_belong_to_the_innermost(tmp_path: Path) -> None:
    """A change inside a nested skill is no change of the outer one."""
    checkout = Checkout(tmp_path)
    checkout.write({"a/SKILL.md": skill_md("a"), "a/b/SKILL.md": skill_md("b"), "a/b/c.md": "1"}).commit()
    checkout.git("branch", "base")
    checkout.write({"a/b/c.md": "2"}).commit()

    found = checkout.changes("base", "main")

    assert shape(found) == [("a/b", "edited", "references")]
    assert [[file.path for file in bundle.files] for bundle in found.neighbours] == [["SKILL.md"]]


def test_skill_files_among_fixtures_are_no_skills(checkout: Checkout) -> None:
    """SKILL.md inside evals is something that the skill is tested on."""
    checkout.write({"skills/alpha/evals/files/bad/SKILL.md": "broken"}).commit()

    assert shape(checkout.changes("base", "main")) == [("skills/alpha", "edited", "evals")]


def test_a_mode_change_is_a_change(checkout: Checkout) -> None:
    """The executable bit of a script reaches the agent."""
    checkout.write({"skills/alpha/scripts/run.sh": "x"}).commit()
    checkout.git("branch", "-f", "base")
    (checkout.path / "skills/alpha/scripts/run.sh").chmod(0o755)
    checkout.commit()

    assert shape(checkout.changes("base", "main")) == [("skills/alpha", "edited", "scripts")]


def test_a_readme_that_the_skill_points_to(checkout: Checkout) -> None:
    """A README reaches the agent when SKILL.md sends it there."""
    body = "Read README.md first.\n"
    checkout.write(
        {"skills/alpha/SKILL.md": skill_md("alpha", body=body), "skills/alpha/README.md": "1"}
    ).commit()
    checkout.git("branch", "-f", "base")
    checkout.write({"skills/alpha/README.md": "2"}).commit()

    assert shape(checkout.changes("base", "main")) == [("skills/alpha", "edited", "references")]


def test_submodules_and_lfs_pointers_are_named(checkout: Checkout) -> None:
    """Neither is followed; both are said."""
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"
    checkout.write({"skills/alpha/assets/big.bin": pointer})
    checkout.git("add", "-A")
    sub = checkout.git("rev-parse", "base")
    checkout.git("update-index", "--add", "--cacheinfo", f"160000,{sub},skills/alpha/vendor")
    checkout.git("update-index", "--add", "--cacheinfo", f"160000,{sub},more")
    checkout.git("commit", "-qm", "x")

    found = checkout.changes("base", "main")
    (change,) = found.changes

    assert change.problem == ""
    assert "vendor is a submodule: not followed" in change.notes
    assert any("assets/big.bin is a Git LFS pointer" in note for note in change.notes)
    assert "more is a submodule: skills in it are not looked at" in found.notes
    assert change.candidate is not None
    assert change.candidate.file("vendor") is None


def test_a_linked_skill_md(checkout: Checkout) -> None:
    """SKILL.md that is a link is refused by name, not read from wherever it points."""
    (checkout.path / "skills/alpha/SKILL.md").unlink()
    (checkout.path / "skills/alpha/SKILL.md").symlink_to("/etc/passwd")
    checkout.commit()

    assert "SKILL.md is a symbolic link" in checkout.one_change("base", "main").problem


def test_a_link_at_the_base_only(checkout: Checkout) -> None:
    """A pull request that takes a link out can be measured."""
    (checkout.path / "skills/alpha/link").symlink_to("SKILL.md")
    checkout.commit()
    checkout.git("branch", "-f", "base")
    checkout.write(
        {"skills/alpha/link": None, "skills/alpha/SKILL.md": skill_md("alpha", body="x\n")}
    ).commit()

    change = checkout.one_change("base", "main")

    assert change.problem == ""
    assert any("link is a symbolic link" in note for note in change.notes)


@pytest.mark.parametrize(
    "name", ["a b.md", "new\nline.md", 'q"uote.md', "tab\t.md", "é.md", "back\\slash.md", "-x.md"]
)
def test_unusual_names(checkout: Checkout, name: str) -> None:
    """Names with spaces, newlines, quotes: in the bundle as they are, with their hunks."""
    checkout.write({f"skills/alpha/references/{name}": "one\n"}).commit()

    change = checkout.one_change("base", "main")

    assert change.parts == ("references",)
    assert change.candidate is not None
    assert change.candidate.file(f"references/{name}") is not None
    assert [hunk.path for hunk in change.hunks] == [f"skills/alpha/references/{name}"]


def test_a_name_that_is_not_utf8_in_a_skill(checkout: Checkout) -> None:
    """Such a file is named and the skill is not measured; the others are."""
    root = os.fsencode(checkout.path) + b"/skills/alpha/caf\xe9.md"
    Path(os.fsdecode(root)).write_bytes(b"x")
    checkout.write({"skills/beta/SKILL.md": skill_md("beta")}).commit()

    alpha, beta = checkout.changes("base", "main").changes

    assert "caf\\xe9.md is not UTF-8" in alpha.problem
    assert alpha.candidate is None
    assert beta.problem == ""


def test_a_folder_that_is_not_utf8(checkout: Checkout) -> None:
    """A skill whose own folder has such a name is shown with the bytes escaped, and can be saved."""
    folder = Path(os.fsdecode(os.fsencode(checkout.path) + b"/skills/caf\xe9"))
    folder.mkdir()
    (folder / "SKILL.md").write_text(skill_md("cafe"), "utf-8")
    checkout.commit()

    found = checkout.changes("base", "main")

    assert found.changes[0].path == "skills/caf\\xe9"
    assert found.model_dump_json()


def test_case_only_rename(checkout: Checkout) -> None:
    """`Alpha` to `alpha` is a rename, on a disk that tells them apart."""
    checkout.git("mv", "skills/alpha", "skills/Alpha")
    checkout.commit()

    change = checkout.one_change("base", "main")

    assert (change.kind, change.old_path, change.path) == ("renamed", "skills/alpha", "skills/Alpha")
    assert change.parts == ()


def test_a_rename_with_another_text_keeps_its_name(checkout: Checkout) -> None:
    """The same frontmatter name elsewhere is the same skill, however much was rewritten."""
    checkout.git("rm", "-rq", "skills/alpha")
    checkout.write(
        {"elsewhere/one/SKILL.md": skill_md("alpha", description="All new.", body="Nothing alike.\n" * 40)}
    )
    checkout.commit()

    change = checkout.one_change("base", "main")

    assert (change.kind, change.old_path) == ("renamed", "skills/alpha")
    assert [task.id for task in change.base_suite.tasks] == ["1"]


def test_a_copy_is_new(checkout: Checkout) -> None:
    """A copied skill is an added one; its model is still there and unchanged."""
    checkout.write({"skills/copy/SKILL.md": skill_md("alpha")}).commit()

    assert shape(checkout.changes("base", "main")) == [("skills/copy", "added", "")]


def test_two_skills_of_one_name(checkout: Checkout) -> None:
    """Names are keys in plans: where two changed skills share one, their paths tell them apart."""
    checkout.write({f"{place}/s/SKILL.md": skill_md("same") for place in ("a", "b")}).commit()

    found = checkout.changes("base", "main")

    assert [change.name for change in found.changes] == ["same@a/s", "same@b/s"]
    assert found.beside(found.changes[0]) == found.neighbours


def test_swapped_skills(tmp_path: Path) -> None:
    """Two folders that trade places are two edits: a path stays what it is."""
    checkout = Checkout(tmp_path)
    checkout.write({"a/SKILL.md": skill_md("a"), "b/SKILL.md": skill_md("b")}).commit()
    checkout.git("branch", "base")
    checkout.write({"a/SKILL.md": skill_md("b"), "b/SKILL.md": skill_md("a")}).commit()

    assert shape(checkout.changes("base", "main")) == [
        ("a", "edited", "name,description"),
        ("b", "edited", "name,description"),
    ]


def edit(checkout: Checkout, body: str) -> str:
    """Commit another body of alpha and return the commit."""
    return checkout.write({"skills/alpha/SKILL.md": skill_md("alpha", body=body)}).commit()


def test_a_base_that_moved(checkout: Checkout) -> None:
    """What main did since is not the pull request's doing."""
    checkout.git("checkout", "-qb", "topic")
    checkout.write({"skills/beta/SKILL.md": skill_md("beta")}).commit()
    checkout.git("checkout", "-q", "main")
    edit(checkout, "Main went on.\n")

    found = checkout.changes("main", "topic")

    assert shape(found) == [("skills/beta", "added", "")]
    assert found.merge_base == checkout.git("rev-parse", "base")


def test_main_merged_into_the_branch(checkout: Checkout) -> None:
    """After main was merged in, only the branch's own change is left."""
    checkout.git("checkout", "-qb", "topic")
    checkout.write({"skills/beta/SKILL.md": skill_md("beta")}).commit()
    checkout.git("checkout", "-q", "main")
    edit(checkout, "Main went on.\n")
    checkout.git("checkout", "-q", "topic")
    checkout.git("merge", "-q", "-m", "main in", "main")

    assert shape(checkout.changes("main", "topic")) == [("skills/beta", "added", "")]


def test_octopus_merge(checkout: Checkout) -> None:
    """Three branches in one merge commit are one set of changes."""
    for name in ("one", "two", "three"):
        checkout.git("checkout", "-q", "-b", name, "base")
        checkout.write({f"skills/{name}/SKILL.md": skill_md(name)}).commit()
    checkout.git("checkout", "-q", "-b", "all", "base")
    checkout.git("merge", "-q", "-m", "octopus", "one", "two", "three")

    assert [path for path, _, _ in shape(checkout.changes("base", "all"))] == [
        "skills/one",
        "skills/three",
        "skills/two",
    ]


def test_a_revert(checkout: Checkout) -> None:
    """A change and its revert are no change; the revert alone is one."""
    changed = edit(checkout, "Other.\n")
    checkout.git("revert", "--no-edit", "HEAD")

    assert checkout.changes("base", "main").changes == ()
    assert shape(checkout.changes(changed, "main")) == [("skills/alpha", "edited", "body")]


def test_a_force_push(checkout: Checkout) -> None:
    """After a rewrite of the branch only what it says now counts."""
    checkout.git("checkout", "-qb", "topic")
    edit(checkout, "First try.\n")
    checkout.git("reset", "-q", "--hard", "base")
    checkout.write({"skills/alpha/references/a.md": "x"}).commit()

    assert shape(checkout.changes("main", "topic")) == [("skills/alpha", "edited", "references")]


def test_a_rebase(checkout: Checkout) -> None:
    """A rebased branch is compared with where it stands now."""
    checkout.git("checkout", "-qb", "topic")
    checkout.write({"skills/beta/SKILL.md": skill_md("beta")}).commit()
    checkout.git("checkout", "-q", "main")
    tip = edit(checkout, "Main went on.\n")
    checkout.git("checkout", "-q", "topic")
    checkout.git("rebase", "-q", "main")

    found = checkout.changes("main", "topic")

    assert (found.merge_base, shape(found)) == (tip, [("skills/beta", "added", "")])


def test_unrelated_histories(checkout: Checkout) -> None:
    """No common history is an error of the request, not a comparison with nothing."""
    checkout.git("checkout", "-q", "--orphan", "other")
    checkout.commit("root")

    with pytest.raises(RepositoryError, match="no common history"):
        checkout.changes("main", "other")


LIMITS: Mapping[str, tuple[Mapping[str, str], str]] = {
    "deep": ({"skills/alpha/" + "d/" * 25 + "x.md": "x"}, "deeper than 20 folders"),
    "many": ({f"skills/alpha/r/{number}.md": "" for number in range(2_001)}, "files, at most 2000"),
    "large": ({"skills/alpha/big.txt": "x" * 20_000_001}, "big.txt has 20000001 bytes"),
}


@pytest.mark.parametrize("case", LIMITS)
def test_limits(checkout: Checkout, case: str) -> None:
    """A folder past a limit is named with the number and the limit, and nothing of it is read."""
    files, words = LIMITS[case]
    checkout.write(files).commit()

    change = checkout.one_change("base", "main")

    assert words in change.problem
    assert change.candidate is None


def test_only_what_was_asked_for(checkout: Checkout) -> None:
    """A request for some skills leaves the others out, and says which name is no changed skill."""
    checkout.write({f"skills/{name}/SKILL.md": skill_md(name) for name in ("b", "c")}).commit()
    request = checkout.request("base", "main").model_copy(update={"only": ("b", "zeta")})

    found = detect_changes(request, checkout.objects, Scope())

    assert [change.name for change in found.changes] == ["b"]
    assert found.notes == ("'zeta' was asked for and is no changed skill",)


def test_our_own_settings_are_noted(checkout: Checkout) -> None:
    """The base's settings count; a change of them is said."""
    checkout.write({"skilleval.yml": "version: 1\n"}).commit()

    assert checkout.changes("base", "main").notes == ("skilleval.yml changed: this run uses the base's",)


def test_a_shared_file_that_a_skill_names(checkout: Checkout) -> None:
    """A changed file outside of the folder brings in the skill that names it, with nothing to measure."""
    body = "Follow ../../shared/style.md closely.\n"
    checkout.write({"skills/alpha/SKILL.md": skill_md("alpha", body=body), "shared/style.md": "1"}).commit()
    checkout.git("branch", "-f", "base")
    checkout.write({"shared/style.md": "2"}).commit()

    change = checkout.one_change("base", "main")

    assert (change.kind, change.parts) == ("edited", ("other",))
    assert "shared/style.md" in change.notes[-1]
    assert (change.wants_triggers, change.wants_uplift) == (False, False)


def test_include_globs(checkout: Checkout) -> None:
    """Only what the settings include is looked at."""
    checkout.write({f"{place}/x/SKILL.md": skill_md("x") for place in ("skills", "tests/data")}).commit()

    found = checkout.changes("base", "main", scope=Scope(include=("skills/**",)))

    assert shape(found) == [("skills/x", "added", "")]


def test_a_skill_whose_folder_became_a_link(checkout: Checkout) -> None:
    """What an agent would load then comes from elsewhere: not removed and green, but refused by name."""
    checkout.git("rm", "-rq", "skills/alpha")
    (checkout.path / "skills").mkdir(exist_ok=True)
    (checkout.path / "skills/alpha").symlink_to("/somewhere/else")
    checkout.commit()

    change = checkout.one_change("base", "main")

    assert (change.kind, change.candidate) == ("edited", None)
    assert "skills/alpha is a symbolic link now" in change.problem
    assert [task.id for task in change.base_suite.tasks] == ["1"]


def test_a_folder_of_skills_that_became_a_submodule(checkout: Checkout) -> None:
    """The same for a folder above, and for submodules."""
    sha = checkout.git("rev-parse", "HEAD")
    checkout.git("rm", "-rq", "skills")
    checkout.git("update-index", "--add", "--cacheinfo", f"160000,{sha},skills")
    checkout.git("commit", "-q", "-m", "submodule")

    change = checkout.one_change("base", "main")

    assert "skills is a submodule now" in change.problem
    assert change.kind == "edited"


def test_a_moved_skill_that_leaves_a_link_behind(checkout: Checkout) -> None:
    """The skill itself is in the repository, at its new place: a rename, measured."""
    checkout.write({"skills/alpha/SKILL.md": skill_md("alpha")})
    (checkout.path / "plugins/p/skills").mkdir(parents=True)
    checkout.git("mv", "skills/alpha", "plugins/p/skills/alpha")
    (checkout.path / "skills").mkdir(exist_ok=True)
    (checkout.path / "skills/alpha").symlink_to("../plugins/p/skills/alpha")
    checkout.commit()

    change = checkout.one_change("base", "main")

    assert (change.kind, change.old_path, change.problem) == ("renamed", "skills/alpha", "")


def test_a_linked_folder_beside_the_skills(checkout: Checkout) -> None:
    """A new link among the skills is named and not followed."""
    (checkout.path / "skills/beta").symlink_to("alpha")
    checkout.commit()

    found = checkout.changes("base", "main")

    assert found.changes == ()
    assert found.notes == ("skills/beta is a symbolic link: not followed",)


def test_line_ends_and_mark(checkout: Checkout) -> None:
    """CRLF and a byte order mark are bytes that changed, and nothing that an agent reads differently."""
    text = skill_md("alpha").replace("\n", "\r\n").encode()
    checkout.write({"skills/alpha/SKILL.md": b"\xef\xbb\xbf" + text}).commit()

    change = checkout.one_change("base", "main")

    assert (change.parts, change.problem) == (("other",), "")
    assert (change.wants_triggers, change.wants_uplift) == (False, False)
    assert change.candidate is not None
    assert change.candidate.skill.description == skill_md("alpha").split("description: ")[1].split("\n")[0]


@pytest.mark.parametrize(
    ("front", "words"),
    [
        ("name: alpha\ndescription: one\ndescription: two\n", "read line by line"),
        (f"name: alpha\ndescription: {'long ' * 20_000}\n", ""),
        (f"name: alpha\ndescription: b\nmetadata: [{'x, ' * 30_000}]\n", "longer than 60000"),
    ],
    ids=["doubled key", "long words", "long list"],
)
def test_odd_frontmatter(checkout: Checkout, front: str, words: str) -> None:
    """What only some hosts load is measured and said; nothing keeps the reader busy."""
    checkout.write({"skills/alpha/SKILL.md": f"---\n{front}---\nbody\n"}).commit()

    change = checkout.one_change("base", "main")

    assert change.problem == ""
    assert change.candidate is not None
    assert words in " ".join(change.notes)


def test_a_skill_md_past_its_limit(checkout: Checkout) -> None:
    """A megabyte of SKILL.md is no skill: the limit is named."""
    checkout.write({"skills/alpha/SKILL.md": skill_md("alpha", body="x" * 1_000_001)}).commit()

    assert "1000000" in checkout.one_change("base", "main").problem


EVALS: Mapping[str, tuple[str, str]] = {
    "one id as number and as text": (
        '[{"id": 1, "prompt": "p", "assertions": ["a"]}, {"id": "1", "prompt": "q", "assertions": ["b"]}]',
        "the id '1' is used twice",
    ),
    "one key twice": ('[{"id": 1, "id": 2, "prompt": "p", "assertions": ["a"]}]', "stands twice"),
    "both spellings that differ": (
        '[{"id": 1, "prompt": "p", "assertions": ["a"], "expectations": ["b"]}]',
        "they differ",
    ),
    "neither": ('[{"id": 1, "prompt": "p"}]', "cannot be graded"),
}


@pytest.mark.parametrize("case", EVALS)
def test_evals_that_are_errors(checkout: Checkout, case: str) -> None:
    """Each is said with its file; the base's task still runs."""
    text, words = EVALS[case]
    checkout.write({"skills/alpha/evals/evals.json": text}).commit()

    change = checkout.one_change("base", "main")

    assert change.parts == ("evals",)
    assert any(words in problem.message for problem in change.head_suite.problems)
    assert [task.id for task in change.base_suite.tasks] == ["1"]


@pytest.mark.parametrize(
    "text",
    [
        '{"skill_name": "alpha", "evals": [{"id": 1, "prompt": "p", "expectations": ["a"]}]}',
        '{"cases": [{"id": "1", "question": "p", "assertions": ["a"]}]}',
        '[{"prompt": "p", "assertions": [{"text": "a"}], "eval_name": "n"}]',
        '[{"id": 1, "prompt": "p", "assertions": ["a"], "expectations": ["a"]}]',
    ],
)
def test_spellings_of_the_wild(checkout: Checkout, text: str) -> None:
    """Both keys and the tolerated variants are one task."""
    checkout.write({"skills/alpha/evals/evals.json": text}).commit()

    (task,) = checkout.one_change("base", "main").head_suite.tasks

    assert (task.id, task.prompt, [item.text for item in task.rubric]) == ("1", "p", ["a"])


@pytest.mark.parametrize("depth", [1, 2, 10])
def test_shallow_clones(checkout: Checkout, tmp_path: Path, depth: int) -> None:
    """Deepened just as far as needed, whatever the depth: the changes are those of a whole clone."""
    checkout.git("checkout", "-qb", "topic")
    for number in range(8):
        edit(checkout, f"Step {number}.\n")
    checkout.git("checkout", "-q", "main")
    for number in range(8):
        checkout.write({"other.txt": str(number)}).commit()
    clone = tmp_path / "clone"
    argv = ("clone", "-q", "--no-single-branch", f"--depth={depth}", "-b", "topic")
    checkout.git(*argv, f"file://{checkout.path}", str(clone))

    found = detect_changes(checkout.request("main", "topic"), GitRepository(clone), Scope())

    assert found == checkout.changes("main", "topic")
    assert shape(found) == [("skills/alpha", "edited", "body")]
