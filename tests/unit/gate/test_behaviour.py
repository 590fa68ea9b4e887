"""Clauses 3, 5 and 6: claims, security, evidence."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from skilleval.domain.finding import Review
from skilleval.domain.grade import Claim
from skilleval.domain.own_tests import OwnTestRun, SuiteState
from skilleval.domain.policy import Bar
from skilleval.domain.value import Arm
from skilleval.domain.verdict import Clause, ClauseName
from skilleval.gate import Case, decide
from tests.builders_stats import SKILL, a_case, a_change, a_finding, a_suite, a_trial, trials_from

TASKS = ("a", "b", "c", "d")
LIE = Claim(
    text="52 characters", kind="states a wrong count", state="contradicted", by="model", confirmed=True
)


def clause(case: Case, name: ClauseName) -> Clause:
    """Return one clause of the one skill."""
    return next(clause for clause in decide(case).skills[0].clauses if clause.name == name)


def with_claims(candidate: Sequence[str], baseline: Sequence[str] = (), *, confirmed: bool = True) -> Case:
    """Return a case in which these (task, repeat) answers of each arm hold the lie, as 'a1'."""
    lie = LIE.model_copy(update={"confirmed": confirmed})
    liars: dict[Arm, Sequence[str]] = {"candidate": candidate, "baseline": baseline}
    graded = [
        a_trial(task, arm, repeat, 0.9, claims=[lie] if f"{task}{repeat}" in liars[arm] else [])
        for task in TASKS
        for arm in liars
        for repeat in (1, 2, 3)
    ]
    return a_case(a_change(base=a_suite(TASKS)), graded)


def test_caused_pattern_is_broken_and_named() -> None:
    """One kind in two tasks and four trials that the baseline never shows is a pattern."""
    found = clause(with_claims(("a1", "a2", "b1", "b3")), "claims")

    assert found.state == "broken"
    assert found.reason == "The change makes it say what is false: states a wrong count."
    assert (found.numbers["candidate"], found.numbers["baseline"]) == ("4 of 12", "0 of 12")


@pytest.mark.parametrize(
    "case",
    [
        with_claims(("a1", "a2", "a3")),
        with_claims(("a1", "b2")),
        with_claims(("a1", "a2", "b1", "b3"), ("a1", "b2", "c3")),
        with_claims(("a1", "a2", "b1", "b3"), confirmed=False),
    ],
    ids=["one task", "two trials", "the baseline too", "not confirmed"],
)
def test_less_than_a_pattern_is_met(case: Case) -> None:
    """One task, two trials, a baseline that does the same, an unconfirmed claim: no pattern."""
    assert clause(case, "claims").state == "met"


def test_what_may_become_a_pattern_is_named() -> None:
    """A confirmed kind that is more frequent than before is watched; a clean run is just clean."""
    assert "watch: states a wrong count" in clause(with_claims(("a1", "b2")), "claims").reason
    assert clause(with_claims(()), "claims").reason == "No false-claim pattern is caused."
    assert "watch" not in clause(with_claims((), ("a1",)), "claims").reason


def test_no_answers_no_claims() -> None:
    """Where no answer was read, the clause does not apply."""
    assert clause(a_case(a_change(parts=("description",))), "claims").state == "n/a"


@pytest.mark.parametrize(
    ("finding", "state"),
    [
        (a_finding(), "broken"),
        (a_finding(severity="critical"), "broken"),
        (a_finding(severity="medium"), "met"),
        (a_finding(confidence="medium"), "met"),
        (a_finding(newness="existing"), "met"),
        (a_finding(newness="fixed"), "met"),
        (a_finding(suppressed="reviewed by us"), "met"),
        (a_finding(severity="low", confidence="low", incomplete=True), "broken"),
        (a_finding(newness="existing", incomplete=True), "met"),
    ],
)
def test_what_blocks(finding: object, state: str) -> None:
    """Introduced, active, at or above the severity, with high confidence: or something unread."""
    review = Review(skill=SKILL, findings=(finding,))

    assert clause(a_case(a_change(parts=("other",)), review=review), "security").state == state


def test_block_at_is_obeyed() -> None:
    """`review.block-at` moves the line."""
    review = Review(skill=SKILL, findings=(a_finding(severity="medium"),))

    case = a_case(a_change(parts=("other",)), review=review, bar=Bar(block_at="medium"))

    assert clause(case, "security").state == "broken"


def test_evidence_counts_what_it_rests_on() -> None:
    """A complete run says how many trials count; an idle one says that nothing had to run."""
    graded = trials_from(dict.fromkeys(TASKS, ((0.5, 0.5, 0.5), (0.5, 0.5, 0.5))))

    full = clause(a_case(a_change(base=a_suite(TASKS)), graded), "evidence")
    idle = clause(a_case(a_change(parts=("other",))), "evidence")

    assert (full.state, full.reason) == ("met", "24 of 24 trials count.")
    assert (idle.state, idle.reason) == ("n/a", "Nothing had to run.")


def test_faults_are_counted() -> None:
    """The first fault is told, the others are counted."""
    case = a_case(a_change(base=a_suite(TASKS)), faults=("the isolation probe failed",))

    found = clause(case, "evidence")

    assert found.state == "broken"
    assert found.reason == "Not the skill's fault: the isolation probe failed (and 4 more)."


def test_unreviewed_security_is_open() -> None:
    """A review that did not run, or failed, leaves clause 5 open; a removed skill needs none."""
    absent = Case(changes=a_case(a_change(parts=("other",))).changes)
    gone = Case(changes=a_case(a_change(kind="removed")).changes)

    assert clause(absent, "security").state == "open"
    assert clause(gone, "security").state == "n/a"
    assert decide(gone).verdict == "pass"


def test_every_clause_says_what_would_change_it() -> None:
    """Clauses that were judged carry numbers, a sentence, and what would change them."""
    graded = trials_from(dict.fromkeys(TASKS, ((0.4, 0.5, 0.6), (0.5, 0.4, 0.6))))

    for found in decide(a_case(a_change(base=a_suite(TASKS)), graded)).skills[0].clauses:
        assert found.reason.endswith(".")
        assert found.would_change
        assert found.numbers or found.state == "n/a"


def own(state: SuiteState, *, before: str = "", reason: str = "") -> OwnTestRun:
    """Return what came of one suite of the skill's own tests."""
    return OwnTestRun.model_validate(
        {
            "skill": SKILL, "side": "baseline", "runner": "pytest 8", "paths": ("tests/test_a.py",),
            "state": state, "failed": ("test_a",) if state == "failed" else (), "before": before,
            "reason": reason,
        }
    )  # fmt: skip


def with_own_tests(*runs: OwnTestRun) -> Case:
    """Return a case in which all else is well."""
    graded = trials_from({"a": ([0.5, 0.5, 0.5], [1.0, 1.0, 1.0])})
    return replace(a_case(a_change(base=a_suite(("a",))), graded), own_tests=runs)


def test_failing_own_tests_break_a_hard_clause() -> None:
    """They are named, with whose they are and how they ended before."""
    case = with_own_tests(own("passed"), own("failed", before="passed"))
    found, verdict = clause(case, "security"), decide(case).skills[0]

    assert found.state == "broken"
    assert "test_a (pytest 8; tests: those of the base side); they pass on the base's scripts" in found.reason
    assert (verdict.verdict, verdict.reason, verdict.title) == (
        "fail", "own-tests", "the skill's own tests fail",
    )  # fmt: skip
    assert verdict.sentence == found.reason


def test_own_tests_that_pass_or_cannot_run_leave_the_clause_met() -> None:
    """What was not run is said, and is no pass."""
    assert "own tests: 1 of 1 suites pass" in clause(with_own_tests(own("passed")), "security").reason
    assert "0 of 1 suites pass, 1 not run" in clause(with_own_tests(own("not-run")), "security").reason


def test_own_tests_that_failed_for_our_reasons_are_ours() -> None:
    """The verdict is error, and the skill is not blamed."""
    case = with_own_tests(own("error", reason="no engine"))

    assert clause(case, "security").state == "met"
    assert "own tests could not run: no engine" in clause(case, "evidence").reason
    assert decide(case).verdict == "error"
