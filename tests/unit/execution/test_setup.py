"""What goes into a room."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.domain.change import OWN, Baseline, ChangeSet, SkillChange
from skilleval.domain.everyday import EVERYDAY
from skilleval.domain.plan import REPOSITORY, Cell
from skilleval.domain.suite import CommandCheck, FileCheck, Suite
from skilleval.domain.value import Arm
from skilleval.errors import ConfigError, SuiteError
from skilleval.execution.setup import Neighbours, Setup, check_neighbours, setup_of, trial_id
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
from tests.builders_routes import a_list, a_repository, a_set, a_skill_change

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


def test_a_route_installs_each_side_as_a_whole() -> None:
    """All skills at the head, or all at the base; the neighbours are the same in both."""
    changes = a_repository(
        a_skill_change(suite=a_list("fill it")),
        a_skill_change("new-one", is_new=True),
        neighbours={"weather": a_set(hello=[], both=["pdf-forms", "weather"])},
    )

    def setup(item: str, arm: Arm, neighbours: Neighbours = "repo") -> Setup:
        cell = Cell(skill=REPOSITORY, kind="route", item=item, arm=arm, repeat=1)
        return setup_of(cell, changes, neighbours)

    head, base = setup("weather:both", "candidate"), setup("weather:both", "baseline")
    assert [bundle.name for bundle in head.skills] == ["new-one", "pdf-forms", "weather"]
    assert [bundle.name for bundle in base.skills] == ["pdf-forms", "weather"]
    assert head.skills[1] != base.skills[0]
    assert (head.prompt, head.bundle, head.should_trigger, head.stop_after_loads) == ("both", None, True, 2)
    quiet = setup("weather:hello", "candidate")
    assert (quiet.should_trigger, quiet.stop_after_loads) == (False, 1)
    assert "weather" not in {bundle.name for bundle in setup("weather:hello", "candidate", "none").skills}
    assert "weather" in {bundle.name for bundle in setup("weather:hello", "candidate", ("weather",)).skills}
    with pytest.raises(SuiteError, match="no suite holds"):
        setup("weather:gone", "candidate")


@pytest.mark.parametrize("neighbours", ["repo", "none", ("csv",)])
def test_neighbours_are_the_same_in_both_arms_of_every_kind(neighbours: Neighbours) -> None:
    """What stands beside the skill never differs between candidate and baseline."""
    changes = changes_with(a_task(), queries=(a_query(),), neighbours=NEIGHBOURS)
    cells = [("t1", "uplift"), ("q1", "trigger"), (EVERYDAY[0].id, "everyday")]

    for item, kind in cells:
        arms: tuple[Arm, Arm] = ("candidate", "baseline")
        beside = [setup_of(a_cell(item, arm=arm, kind=kind), changes, neighbours).neighbours for arm in arms]
        wanted = {"repo": {"csv", "zip"}, "none": set(), ("csv",): {"csv"}}[neighbours]
        assert beside[0] == beside[1]
        assert {bundle.name for bundle in beside[0]} == wanted


def test_an_everyday_request_expects_silence() -> None:
    """The shipped words, the skill of the arm, and nothing that should load."""
    setup = setup_of(a_cell(EVERYDAY[0].id, kind="everyday"), changes_with(a_task()), "repo")

    assert (setup.prompt, setup.should_trigger) == (EVERYDAY[0].query, False)
    assert setup.bundle is not None
