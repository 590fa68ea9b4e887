"""What goes into a room."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.domain.change import OWN, Baseline, ChangeSet, SkillChange
from skilleval.domain.suite import CommandCheck, FileCheck, Suite
from skilleval.errors import ConfigError, SuiteError
from skilleval.execution.setup import check_neighbours, setup_of, trial_id
from tests.builders_execution import (
    DIGEST,
    SHA,
    a_bundle,
    a_cell,
    a_fixture,
    a_query,
    a_task,
    changes_with,
)

NEIGHBOURS = (a_bundle("csv"), a_bundle("zip"))


def test_each_arm_gets_its_own_bundle() -> None:
    """Candidate and baseline differ in the skill alone; the control arm has no skill at all."""
    changes = changes_with(a_task(), neighbours=NEIGHBOURS)
    change = changes.changes[0]

    candidate, baseline, control = (
        setup_of(a_cell(arm=arm), changes, "repo") for arm in ("candidate", "baseline", "control")
    )

    assert (candidate.bundle, baseline.bundle, control.bundle) == (
        change.candidate,
        change.baseline.bundle,
        None,
    )
    assert candidate.neighbours == baseline.neighbours == NEIGHBOURS
    assert control.skills == ()
    assert candidate.prompt == baseline.prompt == control.prompt
    assert candidate.fixtures == baseline.fixtures == control.fixtures == (a_fixture(),)


def test_new_skill_against_control_keeps_the_neighbours() -> None:
    """Where the baseline is no skill, the rest of the repository is there in both arms all the same."""
    change = SkillChange(
        name="pdf-forms",
        path="skills/pdf-forms",
        kind="added",
        candidate=a_bundle(),
        baseline=Baseline(kind="control"),
        head_suite=Suite(tasks=(a_task(),)),
    )
    changes = ChangeSet(merge_base=SHA, changes=(change,), neighbours=NEIGHBOURS)

    baseline = setup_of(a_cell(arm="baseline"), changes, "repo")

    assert baseline.bundle is None
    assert baseline.neighbours == NEIGHBOURS


@pytest.mark.parametrize(
    ("setting", "names"), [("repo", ["csv", "zip"]), ("none", []), (("zip",), ["zip"]), ((), [])]
)
def test_neighbours_by_setting(setting: object, names: list[str]) -> None:
    """All of the repository's other skills, none, or those that are named."""
    changes = changes_with(a_task(), neighbours=NEIGHBOURS)

    setup = setup_of(a_cell(), changes, setting)  # type: ignore[arg-type]  # parametrised over the literal

    assert [bundle.name for bundle in setup.neighbours] == names


def test_a_skill_is_not_its_own_neighbour() -> None:
    """Neither the skill at the head nor one under the baseline's old name is installed beside it."""
    changes = changes_with(
        a_task(),
        neighbours=(*NEIGHBOURS, a_bundle("pdf-forms"), a_bundle("old-forms")),
        baseline=a_bundle("old-forms"),
    )

    for arm in ("candidate", "baseline"):
        names = [bundle.name for bundle in setup_of(a_cell(arm=arm), changes, "repo").neighbours]
        assert names == ["csv", "zip"]


def test_changed_skills_are_neighbours_of_each_other() -> None:
    """Another changed skill stands beside this one as it is at the head, in both arms."""
    changes = changes_with(a_task())
    other = SkillChange(
        name="xlsx",
        path="skills/xlsx",
        kind="edited",
        candidate=a_bundle("xlsx", body="new"),
        baseline=Baseline(kind="merge-base", sha=SHA, digest=DIGEST, bundle=a_bundle("xlsx", body="old")),
    )
    both = changes.model_copy(update={"changes": (*changes.changes, other)})

    for arm in ("candidate", "baseline"):
        setup = setup_of(a_cell(arm=arm), both, "repo")
        assert [bundle.skill.body for bundle in setup.neighbours] == ["new"]


def test_only_command_checks_go_along() -> None:
    """Of a task's checks only commands are run here; answer key, rubric and expected output stay outside."""
    checks = (
        CommandCheck(id="c", kind="command", argv=("true",)),
        FileCheck(id="f", kind="file_exists", path="out.txt"),
    )
    task = a_task(checks=checks).model_copy(
        update={"answer_key": {"total": "SECRET"}, "expected_output": "SECRET"}
    )

    setup = setup_of(a_cell(), changes_with(task), "repo")

    assert [check.id for check in setup.checks] == ["c"]
    assert "SECRET" not in setup.model_dump_json()


def test_base_side_comes_first() -> None:
    """A task that both sides have is the base side's; the author's version has an id of its own."""
    changes = changes_with(a_task(prompt="base"))
    edited = a_task(prompt="head").model_copy(update={"digest": "c" * 64})
    change = changes.changes[0].model_copy(update={"head_suite": Suite(tasks=(edited,))})
    changes = changes.model_copy(update={"changes": (change,)})

    assert setup_of(a_cell("t1"), changes, "repo").prompt == "base"
    assert setup_of(a_cell(f"t1{OWN}", counts_in_bar=False), changes, "repo").prompt == "head"


def test_trigger_cell_asks_the_query() -> None:
    """A trigger trial gets the query as its prompt, no fixtures, and the neighbours."""
    changes = changes_with(a_task(), queries=(a_query(should=False),), neighbours=NEIGHBOURS)

    setup = setup_of(a_cell("q1", kind="trigger"), changes, "repo")

    assert (setup.prompt, setup.should_trigger, setup.fixtures) == ("Fill this form", False, ())
    assert setup.neighbours == NEIGHBOURS


@pytest.mark.parametrize(
    "cell", [a_cell("gone"), a_cell("gone", kind="trigger"), a_cell().model_copy(update={"skill": "gone"})]
)
def test_unknown_item_is_named(cell: object) -> None:
    """A cell that the change set does not know says what is missing."""
    with pytest.raises(SuiteError, match="gone"):
        setup_of(cell, changes_with(a_task()), "repo")  # type: ignore[arg-type]  # parametrised


def test_unknown_neighbour_is_the_users() -> None:
    """A neighbour that the repository does not have is a setting to mend; the names there are, are listed."""
    changes = changes_with(a_task(), neighbours=NEIGHBOURS)

    check_neighbours(("zip", "pdf-forms"), changes)
    with pytest.raises(ConfigError, match=r"tar.*csv, pdf-forms, zip"):
        check_neighbours(("zip", "tar"), changes)


@given(st.integers(), st.text(max_size=20), st.integers(1, 99), st.integers(1, 3))
def test_trial_id_is_stable_and_blind(seed: int, item: str, repeat: int, attempt: int) -> None:
    """The same input gives the same id; the arm changes it in a way that nobody can read."""
    cells = {arm: a_cell(item, arm, repeat) for arm in ("candidate", "baseline", "control")}
    ids = {arm: trial_id(seed=seed, cell=cell, attempt=attempt) for arm, cell in cells.items()}

    assert ids == {arm: trial_id(seed=seed, cell=cell, attempt=attempt) for arm, cell in cells.items()}
    assert len(set(ids.values())) == 3
    assert all(re.fullmatch(r"[0-9a-f]{12}", name) for name in ids.values())
