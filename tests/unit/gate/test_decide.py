"""The verdict on real-looking runs: every row of the table, reached from graded trials."""

import random
from collections.abc import Mapping, Sequence
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skilleval.domain.change import Part, SkillChange
from skilleval.domain.finding import Review
from skilleval.domain.grade import GradedTrial
from skilleval.domain.policy import Bar
from skilleval.domain.verdict import SkillVerdict, Verdict
from skilleval.gate import Case, decide
from tests.builders_stats import (
    BODY,
    DESCRIPTION,
    SKILL,
    a_case,
    a_change,
    a_finding,
    a_query,
    a_suite,
    a_trial,
    trials_from,
    trigger_trials,
)

TASKS = ("a", "b", "c", "d")
Series = tuple[Sequence[float], Sequence[float]]
CLEAR_GAIN: Series = ((0.4, 0.5, 0.45), (0.9, 0.95, 0.85))
SMALL_GAIN: Series = ((0.4, 0.6, 0.5), (0.5, 0.65, 0.4))
NO_GAIN: Series = ((0.4, 0.6, 0.5), (0.6, 0.4, 0.47))
BIG_DROP: Series = ((0.9, 0.95, 0.85), (0.1, 0.15, 0.05))
CEILING: Series = ((1.0, 1.0, 1.0), (1.0, 1.0, 1.0))


def judged(scores: Mapping[str, Series], bar: Bar | None = None) -> SkillVerdict:
    """Return the verdict on an edited body with these scores by task."""
    return only(decide(a_case(a_change(base=a_suite(tuple(scores))), trials_from(scores), bar=bar)))


def only(verdict: Verdict) -> SkillVerdict:
    """Return the one skill's verdict."""
    (skill,) = verdict.skills
    assert (verdict.verdict, verdict.conclusion) == (skill.verdict, skill.conclusion)
    return skill


def outcome(skill: SkillVerdict) -> tuple[str, str | None, str, str]:
    """Return verdict, literal bar, reason, conclusion."""
    return skill.verdict, skill.literal_bar, skill.reason, skill.conclusion


def state(skill: SkillVerdict, name: str) -> str:
    """Return the state of a clause."""
    return next(clause.state for clause in skill.clauses if clause.name == name)


# ---------------------------------------------------------------- rows of the table


def test_bar_met_and_shown() -> None:
    """pass, supported: green."""
    assert outcome(judged(dict.fromkeys(TASKS, CLEAR_GAIN))) == ("pass", "pass", "better", "success")


def test_bar_met_evidence_thin() -> None:
    """pass, thin: green, and said; what would settle it has a price."""
    skill = judged(dict.fromkeys(TASKS, SMALL_GAIN))

    assert outcome(skill) == ("inconclusive", "pass", "thin", "success")
    assert skill.title == "bar met, evidence thin"
    assert skill.settle is not None
    assert skill.settle.repeats > 3


@pytest.mark.parametrize(("mode", "conclusion"), [("strict", "failure"), ("guard", "neutral")])
def test_no_gain_shown(mode: Literal["strict", "guard"], conclusion: str) -> None:
    """fail, no harm shown: red under strict, neutral under guard."""
    skill = judged(dict.fromkeys(TASKS, NO_GAIN), Bar(mode=mode))

    assert outcome(skill) == ("inconclusive", "fail", "no-gain-shown", conclusion)
    assert skill.title == "no gain shown"


def test_both_at_the_ceiling() -> None:
    """fail, both arms at 1.0: green, 'cannot show a gain', and no money is spent on more repeats."""
    skill = judged(dict.fromkeys(TASKS, CEILING))

    assert outcome(skill) == ("inconclusive", "fail", "ceiling", "success")
    assert "cannot show a gain" in skill.title
    assert "worse" not in skill.sentence
    assert skill.settle is None
    assert skill.next_look is not None
    assert skill.next_look.state == "decided"


def test_harm_shown() -> None:
    """any, harm shown: red, and the guilty task is named."""
    skill = judged(dict.fromkeys(TASKS, CLEAR_GAIN) | {"b": BIG_DROP})

    assert outcome(skill) == ("fail", "fail", "tasks", "failure")
    assert skill.sentence.endswith(": b.")


def test_fallen_mean() -> None:
    """any, a loss on the mean shown: red."""
    skill = judged(dict.fromkeys(TASKS, (CLEAR_GAIN[1], CLEAR_GAIN[0])))

    assert outcome(skill) == ("fail", "fail", "mean", "failure")


def test_hard_clause_broken() -> None:
    """any, a hard clause broken: red, though the mean rises."""
    case = a_case(
        a_change(base=a_suite(TASKS)),
        trials_from(dict.fromkeys(TASKS, CLEAR_GAIN)),
        review=Review(skill=SKILL, findings=(a_finding(),)),
    )

    assert outcome(only(decide(case))) == ("fail", "pass", "security", "failure")


def test_description_holds() -> None:
    """null, pass: a description that triggers as before is green, mean and tasks do not apply."""
    queries = [a_query("p"), a_query("n", should=False)]
    graded = [
        trial
        for arm in ("baseline", "candidate")
        for trial in (*trigger_trials("p", arm, [1, 1, 1]), *trigger_trials("n", arm, [0, 0, 0]))
    ]

    skill = only(decide(a_case(a_change(base=a_suite(queries=queries), parts=DESCRIPTION), graded)))

    assert outcome(skill) == ("pass", None, "triggers-hold", "success")
    assert (state(skill, "mean"), state(skill, "tasks")) == ("n/a", "n/a")


@pytest.mark.parametrize("parts", [BODY, DESCRIPTION])
@pytest.mark.parametrize(
    ("wish", "conclusion"), [("neutral", "neutral"), ("fail", "failure"), ("pass", "success")]
)
def test_no_evals(parts: tuple[Part, ...], wish: Literal["neutral", "fail", "pass"], conclusion: str) -> None:
    """null, no evals: what `on-missing-evals` says."""
    skill = only(decide(a_case(a_change(parts=parts), bar=Bar(on_missing_evals=wish))))

    assert outcome(skill) == ("inconclusive", None, "no-evals", conclusion)
    assert skill.settle is None


def test_our_failure() -> None:
    """any, error: red, titled as ours, whatever the scores say."""
    graded = trials_from(dict.fromkeys(TASKS, CLEAR_GAIN))
    graded[0] = a_trial("a", "baseline", 1, state="errored")
    graded[1] = a_trial("a", "baseline", 2, state="errored")

    skill = only(decide(a_case(a_change(base=a_suite(TASKS)), graded)))

    assert (skill.verdict, skill.reason, skill.conclusion) == ("error", "ours", "failure")
    assert "on us" in skill.title


# ---------------------------------------------------------------- kinds of change


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (a_change(kind="removed", parts=()), "removed"),
        (a_change(parts=("other",)), "nothing-to-measure"),
        (a_change(kind="renamed", parts=()), "nothing-to-measure"),
        (a_change(parts=("evals",), base=a_suite(TASKS)), "measure-changed"),
        (a_change(parts=("evals", "other")), "measure-changed"),
    ],
)
def test_what_needs_no_trials(change: SkillChange, reason: str) -> None:
    """A removed skill, one that reaches no agent, and changed evals pass by their own reason."""
    skill = only(decide(a_case(change)))

    assert outcome(skill) == ("pass", None, reason, "success")


def test_no_skill_changed() -> None:
    """A change that touches no skill passes, and says so."""
    verdict = decide(Case(changes=a_case(a_change()).changes.model_copy(update={"changes": ()})))

    assert (verdict.verdict, verdict.conclusion, verdict.reason) == ("pass", "success", "nothing-changed")
    assert verdict.exit_code == 0


def test_changed_evals_are_still_reviewed() -> None:
    """A finding blocks also where nothing has to be measured."""
    review = Review(skill=SKILL, findings=(a_finding(severity="critical"),))

    skill = only(decide(a_case(a_change(parts=("evals",)), review=review)))

    assert (skill.verdict, skill.reason) == ("fail", "security")


def test_review_that_failed_is_ours() -> None:
    """A scanner that broke, or a review that never ran, is an error and no pass."""
    broken = a_case(a_change(parts=("other",)), review=Review(skill=SKILL, error="semgrep timed out"))
    absent = Case(changes=broken.changes)

    for case in (broken, absent):
        assert (decide(case).verdict, decide(case).exit_code) == ("error", 3)


def test_unreadable_skill_fails() -> None:
    """A skill that cannot be read is not green: the sentence names the file."""
    skill = only(decide(a_case(a_change(problem="report/SKILL.md: no frontmatter"))))

    assert (skill.verdict, skill.reason, skill.conclusion) == ("fail", "cannot-measure", "failure")
    assert skill.sentence == "report/SKILL.md: no frontmatter"


def test_new_skill_against_control() -> None:
    """A new skill is held against no skill at all, on its own tasks, and that is said."""
    graded = trials_from(dict.fromkeys(TASKS, CLEAR_GAIN), reference="control")

    skill = only(decide(a_case(a_change(kind="added", base=a_suite(), head=a_suite(TASKS)), graded)))

    assert outcome(skill) == ("pass", "pass", "better", "success")
    assert state(skill, "triggers") == "n/a"
    assert any("author's own" in note for note in skill.notes)


def test_new_skill_without_tasks_is_not_green() -> None:
    """Trigger queries alone say nothing of a new skill's worth."""
    change = a_change(kind="added", head=a_suite(queries=[a_query("p")]))

    skill = only(decide(a_case(change, trigger_trials("p", "candidate", [1, 1, 1]))))

    assert outcome(skill) == ("inconclusive", None, "no-evals", "neutral")


def test_description_and_body_without_queries() -> None:
    """Where the description changed and cannot be measured, a gain on the tasks stays 'bar met'."""
    change = a_change(base=a_suite(TASKS), parts=("body", "description"))

    skill = only(decide(a_case(change, trials_from(dict.fromkeys(TASKS, CLEAR_GAIN)))))

    assert outcome(skill) == ("inconclusive", "pass", "no-trigger-evals", "success")
    assert skill.next_look is not None
    assert skill.next_look.state == "decided"


def test_edit_without_a_baseline_is_not_judged() -> None:
    """A new description with nothing to compare it with passes nothing."""
    change = a_change(base=a_suite(queries=[a_query("p")]), parts=DESCRIPTION)
    change = change.model_copy(update={"baseline": a_change(kind="added").baseline})

    skill = only(decide(a_case(change, trigger_trials("p", "candidate", [1, 1, 1]))))

    assert outcome(skill) == ("inconclusive", None, "no-baseline", "neutral")


def test_waiting_is_no_error() -> None:
    """An outsider's pull request waits for somebody with rights; a finding blocks it all the same."""
    change = a_change(base=a_suite(TASKS))
    bad = Review(skill=SKILL, findings=(a_finding(),))

    waits = only(decide(a_case(change, waiting="from a fork: /skilleval approve is needed")))
    blocked = only(decide(a_case(change, waiting="from a fork", review=bad)))

    assert (waits.verdict, waits.reason, waits.conclusion) == ("inconclusive", "waiting", "action_required")
    assert waits.sentence.startswith("from a fork")
    assert (blocked.verdict, blocked.conclusion) == ("fail", "failure")


def test_worst_skill_names_the_verdict() -> None:
    """Over several skills the worst one gives verdict, reason and title."""
    good = a_case(a_change(parts=("other",)))
    removed = a_change(kind="removed").model_copy(update={"name": "gone"})
    case = Case(
        changes=good.changes.model_copy(update={"changes": (removed, *good.changes.changes)}),
        reviews=(Review(skill=SKILL, findings=(a_finding(),)),),
    )

    verdict = decide(case)

    assert (verdict.verdict, verdict.conclusion, verdict.reason) == ("fail", "failure", "security")
    assert verdict.title == "report: introduces a security finding (1 of 2 skills failed)"


def test_trial_period_is_green_and_says_so() -> None:
    """`blocking: false` leaves the verdict and greens the check."""
    skill = judged(dict.fromkeys(TASKS, (CLEAR_GAIN[1], CLEAR_GAIN[0])), Bar(blocking=False))

    assert (skill.verdict, skill.conclusion) == ("fail", "success")
    assert skill.title.endswith("(not blocking)")


# ---------------------------------------------------------------- nothing goes green by absence


def test_planned_task_without_trials_is_never_green() -> None:
    """A task of the base side that was never run, or has no usable trial in an arm, is an error."""
    scores = dict.fromkeys(TASKS, CLEAR_GAIN)
    whole = trials_from(scores)
    for lost in (
        [t for t in whole if t.cell.item != "a"],
        [t for t in whole if (t.cell.item, t.cell.arm) != ("a", "candidate")],
        [t for t in whole if t.cell.arm != "baseline"],
        [],
    ):
        skill = only(decide(a_case(a_change(base=a_suite(TASKS)), lost)))
        assert (skill.verdict, skill.conclusion, skill.literal_bar) in {
            ("error", "failure", None),
        }


def test_one_repeat_proves_nothing() -> None:
    """A single repeat per arm leaves the evidence thin, however large the lift."""
    skill = judged(dict.fromkeys(TASKS, ((0.0,), (1.0,))))

    assert outcome(skill) == ("inconclusive", "pass", "thin", "success")


# ---------------------------------------------------------------- properties

SCORES = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])
SUITES = st.integers(1, 6).flatmap(
    lambda tasks: st.integers(2, 4).flatmap(
        lambda n: st.lists(
            st.tuples(st.lists(SCORES, min_size=n, max_size=n), st.lists(SCORES, min_size=n, max_size=n)),
            min_size=tasks,
            max_size=tasks,
        )
    )
)


def verdict_on(suite: Sequence[Series], *, shuffled: random.Random | None = None) -> SkillVerdict:
    """Return the verdict, with tasks, trials and repeats in another order if asked."""
    scores = {f"t{i}": (list(old), list(new)) for i, (old, new) in enumerate(suite)}
    names = list(scores)
    if shuffled:
        shuffled.shuffle(names)
        for old, new in scores.values():
            shuffled.shuffle(old)
            shuffled.shuffle(new)
    graded: list[GradedTrial] = trials_from(scores)
    if shuffled:
        shuffled.shuffle(graded)
    return only(decide(a_case(a_change(base=a_suite(names)), graded)))


@settings(max_examples=40, deadline=None)
@given(suite=SUITES, seed=st.integers(0, 2**16))
def test_order_does_not_matter(suite: Sequence[Series], seed: int) -> None:
    """The order of tasks, trials and repeats changes neither verdict nor numbers."""
    plain, mixed = verdict_on(suite), verdict_on(suite, shuffled=random.Random(seed))

    assert outcome(plain) == outcome(mixed)
    assert plain.clauses[0] == mixed.clauses[0]
    assert plain.clauses[1].numbers == mixed.clauses[1].numbers


@settings(max_examples=60, deadline=None)
@given(suite=SUITES, times=st.integers(2, 4))
def test_more_of_the_same_never_clears_harm(suite: Sequence[Series], times: int) -> None:
    """Where harm is shown, the same evidence several times over is no pass."""
    once = verdict_on(suite)
    again = verdict_on([(list(old) * times, list(new) * times) for old, new in suite])

    assert again.literal_bar == once.literal_bar
    if once.verdict == "fail":
        assert again.verdict != "pass"


@settings(max_examples=60, deadline=None)
@given(suite=SUITES)
def test_equal_arms_show_nothing(suite: Sequence[Series]) -> None:
    """Arms with the very same scores show neither harm nor gain."""
    skill = verdict_on([(old, old) for old, _ in suite])

    assert skill.verdict == "inconclusive"
    assert skill.literal_bar == "fail"


@settings(max_examples=60, deadline=None)
@given(suite=SUITES)
def test_pass_needs_bar_and_evidence(suite: Sequence[Series]) -> None:
    """A pass has the literal bar met, every clause met or not applicable, and no task below the margin."""
    skill = verdict_on(suite)

    if skill.verdict == "pass":
        assert skill.literal_bar == "pass"
        assert {clause.state for clause in skill.clauses} <= {"met", "n/a"}
        assert all(sum(new) / len(new) - sum(old) / len(old) >= -0.05 - 1e-9 for old, new in suite)
