"""The derivation that `skilleval explain` prints."""

from collections.abc import Sequence

from skilleval.domain.finding import Review
from skilleval.domain.grade import Claim
from skilleval.domain.policy import Bar
from skilleval.gate import Case, decide, explain_verdict
from tests.builders_stats import (
    SKILL,
    a_case,
    a_change,
    a_query,
    a_suite,
    a_trial,
    trials_from,
    trigger_trials,
)

TASKS = ("a", "b", "c", "d")


def explained(case: Case) -> str:
    """Return the derivation as text."""
    return "\n".join(explain_verdict(decide(case), case.tables, bar=case.bar))


def a_run(new: Sequence[float]) -> Case:
    """Return a run over four tasks whose candidate scores like this."""
    return a_case(a_change(base=a_suite(TASKS)), trials_from(dict.fromkeys(TASKS, ((0.4, 0.6, 0.5), new))))


def test_it_holds_the_whole_derivation() -> None:
    """Literal bar, row of the table, each clause with numbers, way out and formula, each task's odds."""
    text = explained(a_run((0.5, 0.6, 0.45)))

    assert "literal bar: pass" in text
    assert "conclusion: the literal bar is met, the evidence is thin" in text
    assert "mean: open. The mean is higher, but it may be chance: 0.517 against 0.500." in text
    assert "needs_over 0.9500" in text
    assert "  b: 0.5167 against 0.5000, lift 0.0167 +- " in text
    assert "DerSimonian and Laird" in text
    assert "what would change it: more repeats" in text
    assert "would be settled at " in text
    assert "next look: extend" in text
    for name in ("mean", "tasks", "claims", "triggers", "security", "evidence"):
        assert f"\n{name}: " in text


def test_hopeless_is_said() -> None:
    """Where no number of repeats would settle it, no number is named."""
    flat = (0.4, 0.6, 0.5)

    assert "no number of repeats of a, b, c, d would settle it" in explained(a_run(flat))


def test_far_and_unpriced() -> None:
    """A number beyond the looks is called so, and an unknown price is called unknown."""
    graded = [
        trial.model_copy(update={"usage": trial.usage.model_copy(update={"cost_usd": None})})
        for trial in trials_from(dict.fromkeys(TASKS, ((0.4, 0.6, 0.5), (0.4, 0.6, 0.53))))
    ]

    text = explained(a_case(a_change(base=a_suite(TASKS)), graded))

    assert "price unknown, beyond the planned looks" in text


def test_claims_and_queries_are_listed() -> None:
    """Each kind of false claim and each query is a line with its counts."""
    lie = Claim(text="x", kind="wrong count", state="contradicted", by="model", confirmed=True)
    graded = [
        a_trial(task, arm, n, 0.5, claims=[lie] if arm == "candidate" else [])
        for task in TASKS
        for arm in ("baseline", "candidate")
        for n in (1, 2, 3)
    ]
    graded += [*trigger_trials("p", "baseline", [1, 1, 0]), *trigger_trials("p", "candidate", [1, 1, 1])]
    graded += [*trigger_trials("n", "baseline", [0, 0, 0]), *trigger_trials("n", "candidate", [0, 0, 0])]
    suite = a_suite(TASKS, [a_query("p"), a_query("n", should=False), a_query("absent")])
    change = a_change(base=suite, parts=("body", "description"))

    text = explained(a_case(change, graded))

    assert (
        "wrong count: candidate 12 of 12, baseline 0 of 12, tasks 4, odds of more 1.0000, a pattern" in text
    )
    assert "p (should fire): fired baseline 2 of 3, candidate 3 of 3" in text
    assert "n (should stay quiet): fired baseline 0 of 3, candidate 0 of 3" in text
    assert "absent (should fire): fired never run" in text


def test_waiting_and_not_blocking() -> None:
    """The settings that turn the conclusion are in it."""
    case = a_case(a_change(base=a_suite(TASKS)), waiting="from a fork", bar=Bar(blocking=False))

    text = explained(case)

    assert "no trial was made yet" in text
    assert "blocking is off, so it is green" in text


def test_several_skills() -> None:
    """Over several skills each is derived, and that the worst counts is said."""
    one = a_change(parts=("other",))
    two = one.model_copy(update={"name": "second"})
    changes = a_case(one).changes.model_copy(update={"changes": (one, two)})
    case = Case(changes=changes, reviews=(Review(skill=SKILL), Review(skill="second")))

    text = "\n".join(explain_verdict(decide(case), ()))

    assert "# report: pass (nothing-to-measure), success" in text
    assert "# second: pass" in text
    assert "the worst counts" in text


def test_a_verdict_of_an_older_run_needs_no_next_look() -> None:
    """A saved verdict without a next look is explained all the same."""
    case = a_run((0.5, 0.6, 0.45))
    verdict = decide(case)
    (skill,) = verdict.skills
    old = verdict.model_copy(update={"skills": (skill.model_copy(update={"next_look": None}),)})

    assert "next look" not in "\n".join(explain_verdict(old, case.tables))


def test_own_tasks_are_noted() -> None:
    """That the author's own tasks decide is among the notes."""
    graded = trials_from(dict.fromkeys(TASKS, ((0.1, 0.1, 0.2), (0.9, 0.9, 0.8))))
    queries = [a_query("p")]
    graded += [*trigger_trials("p", "baseline", [1, 1, 1]), *trigger_trials("p", "candidate", [1, 1, 1])]
    change = a_change(base=a_suite(), head=a_suite(TASKS, queries), parts=("body", "description"))

    text = explained(a_case(change, graded))

    assert "note: The tasks are the author's own" in text
    assert "note: The trigger queries are the author's own" in text
