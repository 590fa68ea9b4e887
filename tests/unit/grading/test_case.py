"""Trials with what they belong to."""

import pytest

from skilleval.domain.change import OWN, Baseline
from skilleval.domain.suite import Suite, TextMatch
from skilleval.domain.trial import SkillUse
from skilleval.grading.case import find_case
from tests.builders_grading import a_bundle, a_change, a_change_set, a_task, a_trial

CHECK = TextMatch(id="C1", kind="must_match", pattern="x")
TASK = a_task(checks=[CHECK])
EDITED = TASK.model_copy(update={"prompt": "Other", "digest": "e" * 64})
CONTROL = Baseline(kind="control")


def test_task_of_the_base_side_and_the_authors_own() -> None:
    """The same id on both sides: the base's counts, the head's has an id of its own."""
    changes = a_change_set(a_change(TASK, head=Suite(tasks=(EDITED,))))

    base = find_case(a_trial(), changes)
    own = find_case(a_trial(item=f"T1{OWN}", counts_in_bar=False), changes)

    assert base is not None
    assert base.task == TASK
    assert own is not None
    assert own.task == EDITED


def test_unknown_skill_has_no_case() -> None:
    """A trial of a skill that did not change belongs to nothing."""
    assert find_case(a_trial(), a_change_set()) is None


def test_fired_goes_by_the_name_of_the_arms_own_bundle() -> None:
    """A renamed skill fires under its old name in the baseline, under its new one in the candidate."""
    renamed = a_change(TASK, candidate=a_bundle("bill-check"))
    changes = a_change_set(renamed)

    for arm, name, fired in (
        ("candidate", "bill-check", True), ("candidate", "invoice-check", False),
        ("baseline", "invoice-check", True),
    ):  # fmt: skip
        trial = a_trial(arm=arm, skills=SkillUse(loaded=(name,)))  # type: ignore[arg-type]
        case = find_case(trial, changes)
        assert case is not None
        assert case.fired is fired


@pytest.mark.parametrize(("skills", "offered"), [
    (SkillUse(offered=("invoice-check",)), True), (SkillUse(offered=("other",)), False), (SkillUse(), None),
    (SkillUse(loaded=("invoice-check",)), True),
])  # fmt: skip
def test_offered_is_known_from_the_listing(skills: SkillUse, offered: bool | None) -> None:
    """Without a listing nothing is said, unless the skill was loaded."""
    case = find_case(a_trial(skills=skills), a_change_set(a_change(TASK)))

    assert case is not None
    assert case.offered is offered


def test_skill_hidden_from_the_model_is_not_offered() -> None:
    """`disable-model-invocation` is told from a miss."""
    hidden = a_bundle(frontmatter={"disable-model-invocation": True})
    case = find_case(a_trial(), a_change_set(a_change(TASK, candidate=hidden)))

    assert case is not None
    assert case.offered is False


@pytest.mark.parametrize(("arm", "skills", "leaked"), [
    ("control", SkillUse(offered=("invoice-check",)), True),
    ("control", SkillUse(attempted=("invoice-check",)), True),
    ("control", SkillUse(loaded=("other",)), False), ("baseline", SkillUse(loaded=("invoice-check",)), True),
    ("candidate", SkillUse(loaded=("invoice-check",)), False),
])  # fmt: skip
def test_skill_seen_without_being_installed_is_a_leak(arm: str, skills: SkillUse, leaked: bool) -> None:
    """In a control arm, or in the baseline of a new skill."""
    changes = a_change_set(a_change(TASK, baseline=CONTROL))
    case = find_case(a_trial(arm=arm, skills=skills), changes)  # type: ignore[arg-type]

    assert case is not None
    assert case.leaked is leaked


NEIGHBOUR = ("pdf-forms",)


@pytest.mark.parametrize(("arm", "skills", "leaked"), [
    ("control", SkillUse(offered=NEIGHBOUR), True), ("control", SkillUse(loaded=NEIGHBOUR), True),
    ("control", SkillUse(attempted=NEIGHBOUR), False), ("control", SkillUse(offered=("foreign",)), False),
    ("baseline", SkillUse(offered=NEIGHBOUR), False), ("candidate", SkillUse(offered=NEIGHBOUR), False),
])  # fmt: skip
def test_control_that_saw_any_skill_of_the_repository_leaks(arm: str, skills: SkillUse, leaked: bool) -> None:
    """A control arm has no skill at all; the other arms have the neighbours."""
    changes = a_change_set(a_change(TASK)).model_copy(update={"neighbours": (a_bundle("pdf-forms"),)})
    case = find_case(a_trial(arm=arm, skills=skills), changes)  # type: ignore[arg-type]

    assert case is not None
    assert case.leaked is leaked
