"""False claims by kind: counts, odds, and what makes a pattern."""

import numpy as np
import pytest
from scipy import integrate, stats

from skilleval.domain.grade import Claim, GradedTrial
from skilleval.domain.lift import ClaimPattern
from skilleval.domain.value import Arm
from skilleval.stats.claims import estimate_claims, odds_more_often
from tests.builders_stats import SKILL, a_trial


def a_claim(kind: str = "wrong count", *, confirmed: bool = True, state: str = "contradicted") -> Claim:
    """Return a claim that is contradicted and confirmed, unless told."""
    return Claim.model_validate(
        {"text": "52", "kind": kind, "state": state, "by": "model", "confirmed": confirmed, "evidence": "42"}
    )


def answers(arm: Arm, claims: dict[str, list[Claim]], *, tasks: str = "abcd") -> list[GradedTrial]:
    """Return three answers a task, with claims by 'task + repeat'."""
    return [
        a_trial(task, arm, repeat, 0.9, claims=claims.get(f"{task}{repeat}", []))
        for task in tasks
        for repeat in (1, 2, 3)
    ]


def patterns(trials: list[GradedTrial]) -> dict[str, ClaimPattern]:
    """Return patterns by kind."""
    table = estimate_claims(SKILL, trials)
    assert table is not None
    return {pattern.kind: pattern for pattern in table.patterns}


@pytest.mark.parametrize(
    ("new", "old"),
    [((8, 12), (4, 12)), ((6, 12), (2, 12)), ((4, 12), (0, 12)), ((0, 3), (3, 3)), ((5, 5), (0, 5))],
)
def test_odds_agree_with_integration(new: tuple[int, int], old: tuple[int, int]) -> None:
    """The odds are the integral of one beta's density over the other's distribution."""
    one = stats.beta(new[0] + 0.5, new[1] - new[0] + 0.5)
    other = stats.beta(old[0] + 0.5, old[1] - old[0] + 0.5)

    exact, _ = integrate.quad(lambda u: other.cdf(one.ppf(u)), 0, 1, limit=200)

    assert odds_more_often(new, old) == pytest.approx(exact, abs=1e-5)


def test_odds_agree_with_sampling() -> None:
    """And so does plain sampling."""
    rng = np.random.default_rng(3)
    share = float(np.mean(rng.beta(8.5, 4.5, 200_000) > rng.beta(4.5, 8.5, 200_000)))

    assert odds_more_often((8, 12), (4, 12)) == pytest.approx(share, abs=0.005)


def test_odds_mirror() -> None:
    """The odds of more in one arm and in the other add up to one."""
    assert odds_more_often((3, 12), (7, 9)) + odds_more_often((7, 9), (3, 12)) == pytest.approx(1)
    assert odds_more_often((2, 7), (2, 7)) == pytest.approx(0.5)


def test_pattern_over_two_tasks_and_three_trials() -> None:
    """Four lies in two tasks against none are a pattern; the quotes say where."""
    lies = {"a1": [a_claim()], "a2": [a_claim()], "b1": [a_claim()], "b3": [a_claim()]}

    found = patterns([*answers("candidate", lies), *answers("baseline", {})])["wrong count"]

    assert found.is_pattern
    assert (found.status, found.candidate, found.baseline) == ("new", (4, 12), (0, 12))
    assert found.tasks == ("a", "b")
    assert [(quote.task, quote.arm, quote.evidence) for quote in found.quotes][:1] == [
        ("a", "candidate", "42")
    ]


def test_twice_in_one_answer_counts_once() -> None:
    """Counts are of trials, not of sentences."""
    lies = {"a1": [a_claim(), a_claim()]}

    found = patterns([*answers("candidate", lies), *answers("baseline", {})])["wrong count"]

    assert found.candidate == (1, 12)
    assert len(found.quotes) == 2


def test_unconfirmed_claims_are_shown_and_not_counted() -> None:
    """What a second look did not confirm is quoted, and weighs nothing."""
    lies = {f"{task}{n}": [a_claim(confirmed=False)] for task in "abcd" for n in (1, 2, 3)}

    found = patterns([*answers("candidate", lies), *answers("baseline", {})])["wrong count"]

    assert (found.candidate, found.status, found.is_pattern, len(found.quotes)) == ((0, 12), "new", False, 12)


def test_status_is_by_arm() -> None:
    """A kind is new, gone or in both, by confirmed claims; verified statements are no false claims."""
    found = patterns(
        [
            *answers(
                "candidate",
                {"a1": [a_claim("new")], "b1": [a_claim("both"), a_claim("fine", state="verified")]},
            ),
            *answers("baseline", {"c1": [a_claim("gone")], "d1": [a_claim("both")]}),
        ]
    )

    assert {kind: pattern.status for kind, pattern in found.items()} == {
        "new": "new",
        "both": "both",
        "gone": "gone",
    }
    assert found["gone"].tasks == ()


def test_one_arm_alone_has_no_odds() -> None:
    """Without answers in one arm nothing can be compared, and nothing is a pattern."""
    lies = {f"{task}1": [a_claim()] for task in "abcd"}

    found = patterns(answers("candidate", lies))["wrong count"]

    assert (found.p_more, found.is_pattern) == (None, False)


def test_only_answers_count() -> None:
    """Timed-out, errored and void trials answered nothing; a control arm is not compared."""
    others = [
        a_trial("a", "candidate", 1, 0.0, state="timed_out"),
        a_trial("a", "candidate", 2, state="errored"),
        a_trial("a", "baseline", 1, void="leaked"),
        a_trial("a", "control", 1),
    ]

    assert estimate_claims(SKILL, others) is None
    assert estimate_claims(SKILL, []) is None
