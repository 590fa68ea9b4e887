"""Which cases of a plugin's evals measure which of its skills."""

from pathlib import Path

import pytest

from skilleval.changes.lint.run import lint_paths
from skilleval.domain.change import SkillChange
from tests.builders_changes import Checkout, skill_md

PROMPT = "---\ntags: [{tags}]\n---\nIs the total of {name} right?\n"
RUBRIC = "---\ntype: llm\n---\nSays 12.00.\n"
FIRES = "---\ntype: tool_used\ntool: Skill\ninput_match: '{skill}'\n---\n"


def case(name: str, *, tags: str = "", **graders: str) -> dict[str, str | bytes | None]:
    """Return the files of a case below evals/."""
    files = {f"{name}/prompt.md": PROMPT.format(tags=tags, name=name), f"{name}/graders/a.md": RUBRIC}
    return {**files, **{f"{name}/graders/{key}.md": text for key, text in graders.items()}}


def a_plugin(folder: Path, *skills: str, root: str = "plugins/shop") -> Checkout:
    """Return a repository with a plugin of these skills, and a branch called base there."""
    made = Checkout(folder)
    prefix = f"{root}/" if root else ""
    files: dict[str, str | bytes | None] = {f"{prefix}.claude-plugin/plugin.json": "{}"}
    files |= {f"{prefix}skills/{skill}/SKILL.md": skill_md(skill) for skill in skills}
    made.write(files).commit()
    made.git("branch", "base")
    return made


def edited(made: Checkout, skill: str, *, root: str = "plugins/shop") -> SkillChange:
    """Edit the body of one skill and return its change."""
    place = f"{root}/skills/{skill}" if root else f"skills/{skill}"
    made.write({f"{place}/SKILL.md": skill_md(skill, body="Other.\n")}).commit()
    return next(change for change in made.changes("base", "main").changes if change.path == place)


def evals(made: Checkout, files: dict[str, str | bytes | None], *, root: str = "plugins/shop") -> None:
    """Write the plugin's evals on both sides."""
    prefix = f"{root}/" if root else ""
    made.write({f"{prefix}evals/{path}": text for path, text in files.items()}).commit()
    made.git("branch", "-f", "base")


@pytest.mark.parametrize("root", ["plugins/shop", ""])
def test_the_only_skill_has_all_cases(tmp_path: Path, root: str) -> None:
    """Of a plugin with one skill, also of a repository that is one plugin; and it is said."""
    made = a_plugin(tmp_path, "invoice", root=root)
    evals(made, {**case("one"), **case("two")}, root=root)

    change = edited(made, "invoice", root=root)

    assert [task.id for task in change.base_suite.tasks] == ["one", "two"]
    assert change.head_suite.tasks[0].source == "../../evals/one/prompt.md"
    place = f"{root}/evals" if root else "evals"
    assert f"2 of 2 cases of {place} are this skill's: its only skill" in change.notes
    assert change.candidate is not None
    assert [file.path for file in change.candidate.files] == ["SKILL.md"]


def test_cases_go_to_the_skills_that_they_name(tmp_path: Path) -> None:
    """By grader, by tag, by folder (the longest name); a case that names none is said and not run."""
    made = a_plugin(tmp_path, "tax", "tax-report", "bill")
    evals(
        made,
        {
            **case("first", fires=FIRES.format(skill="shop:tax")),
            **case("second", tags="smoke, tax"),
            **case("tax/third"),
            **case("tax-report-fourth"),
            **case("nobody"),
            **case("taxonomy"),
        },
    )

    tax = edited(made, "tax")

    assert [task.id for task in tax.base_suite.tasks] == ["first", "second", "tax.third"]
    assert (
        "plugins/shop/evals: nobody, taxonomy name none of the plugin's skills and are not run" in tax.notes
    )
    assert [task.id for task in edited(made, "tax-report").base_suite.tasks] == ["tax-report-fourth"]
    assert edited(made, "bill").base_suite.tasks == ()


def test_a_changed_case_is_a_changed_measure_of_its_skill_alone(tmp_path: Path) -> None:
    """The skill that the case names has changed evals; its sibling has not changed at all."""
    made = a_plugin(tmp_path, "tax", "bill")
    evals(made, {**case("tax-a"), **case("bill-a")})
    made.write({"plugins/shop/evals/tax-a/graders/a.md": RUBRIC + "And no more.\n"}).commit()

    found = made.changes("base", "main")

    assert [(change.name, change.kind, change.parts) for change in found.changes] == [
        ("tax", "edited", ("evals",))
    ]
    assert [bundle.name for bundle in found.neighbours] == ["bill"]
    assert found.changes[0].base_suite.tasks[0].digest != found.changes[0].head_suite.tasks[0].digest


def test_a_moved_plugin_has_the_same_evals(tmp_path: Path) -> None:
    """A rename of the plugin's folder is a rename of its skills, with the old measure."""
    made = a_plugin(tmp_path, "invoice")
    evals(made, case("one"))
    made.git("mv", "plugins/shop", "plugins/store")
    made.commit()

    change = made.one_change("base", "main")

    assert (change.kind, change.parts) == ("renamed", ())
    assert [task.id for task in change.base_suite.tasks] == ["one"]


def test_skills_among_fixtures_are_none(tmp_path: Path) -> None:
    """SKILL.md inside a case is something that the plugin is tested on; a skill called evals is a skill."""
    made = a_plugin(tmp_path, "invoice")
    made.write(
        {
            "plugins/shop/evals/one/resources/SKILL.md": skill_md("fixture"),
            "plugins/other/evals/SKILL.md": skill_md("evals"),
        }
    ).commit()

    assert [change.path for change in made.changes("base", "main").changes] == ["plugins/other/evals"]


def test_evals_past_the_limits_are_said(tmp_path: Path) -> None:
    """Too many files are named with the limit; the skill itself is still looked at."""
    made = a_plugin(tmp_path, "invoice")
    evals(made, {f"one/resources/{number}.txt": "" for number in range(2_001)})

    change = edited(made, "invoice")

    assert change.problem == ""
    assert any("the evals of the plugin are not read" in note and "2000" in note for note in change.notes)


def test_links_among_them_are_not_followed(tmp_path: Path) -> None:
    """Nothing outside of the repository is ever a fixture."""
    made = a_plugin(tmp_path, "invoice")
    evals(made, case("one"))
    (made.path / "plugins/shop/evals/one/graders/z.md").symlink_to("/etc/passwd")
    made.commit()
    made.git("branch", "-f", "base")

    assert [item.id for item in edited(made, "invoice").head_suite.tasks[0].rubric] == ["a"]


def test_the_lint_reads_them_too(tmp_path: Path) -> None:
    """On disk the same rule holds, and a fault is named by its place in the repository."""
    made = a_plugin(tmp_path, "invoice")
    evals(made, case("one", broken="---\ntype: baseline\n---\n"))

    report = lint_paths([tmp_path])

    places = [remark.path for remark in report.remarks if "baseline" in remark.message]
    assert places == ["plugins/shop/evals/one/graders/broken.md"]
    assert not any(remark.rule == "evals-missing" for remark in report.remarks)
