"""Clause 4: what counts as a loss in triggering."""

from collections.abc import Sequence

import pytest

from skilleval.domain.change import ChangeKind
from skilleval.domain.grade import GradedTrial
from skilleval.domain.policy import Bar
from skilleval.domain.verdict import Clause
from skilleval.gate import decide
from skilleval.gate.triggers import CONFIRMED_FROM
from tests.builders_stats import DESCRIPTION, a_case, a_change, a_query, a_suite, trigger_trials

Runs = dict[str, tuple[Sequence[int | None], Sequence[int | None]]]


def clause(runs: Runs, *, bar: Bar | None = None, kind: ChangeKind = "edited") -> Clause:
    """Return the clause on {query: (baseline, candidate)}; queries that begin with n should stay quiet."""
    queries = [a_query(name, should=not name.startswith("n")) for name in runs]
    change = a_change(base=a_suite(queries=queries), parts=DESCRIPTION, kind=kind)
    graded: list[GradedTrial] = []
    for name, (old, new) in runs.items():
        graded += [*trigger_trials(name, "baseline", old), *trigger_trials(name, "candidate", new)]
    (skill,) = decide(a_case(change, graded, bar=bar)).skills
    return next(clause for clause in skill.clauses if clause.name == "triggers")


def test_unchanged_rates_are_met() -> None:
    """The same rates in both arms are no loss, and the numbers are there."""
    found = clause({"p": ([1, 1, 1], [1, 1, 1]), "n": ([0, 0, 0], [0, 0, 0])})

    assert found.state == "met"
    assert (found.numbers["recall"], found.numbers["false_trigger_rate"]) == (1.0, 0.0)
    assert found.numbers["queries"] == 2


def test_loss_over_queries_is_broken() -> None:
    """Queries that mostly stopped firing, beyond chance, break the clause."""
    found = clause({f"p{i}": ([1, 1, 1], [0, 0, 1]) for i in range(12)})

    assert found.state == "broken"
    assert "less often" in found.reason
    assert isinstance(found.numbers["difference_hi"], float)
    assert found.numbers["difference_hi"] < 0


def test_loss_on_quiet_queries_counts_as_well() -> None:
    """A description that fires where it should not is a loss like any other."""
    assert clause({f"n{i}": ([0, 0, 0], [1, 1, 0]) for i in range(12)}).state == "broken"


@pytest.mark.parametrize(
    ("name", "right", "wrong"), [("p", 1, 0), ("n", 0, 1)], ids=["should fire", "should stay quiet"]
)
def test_always_to_never_is_confirmed_by_repeats(name: str, right: int, wrong: int) -> None:
    """One query that went from always right to never is open at three repeats and broken when repeated."""
    steady: Runs = {f"p{i}": ([1] * 3, [1] * 3) for i in range(1, 9)}
    three = clause(steady | {name: ([right] * 3, [wrong] * 3)})
    many = clause(steady | {name: ([right] * CONFIRMED_FROM, [wrong] * CONFIRMED_FROM)})
    partly = clause(steady | {name: ([right] * CONFIRMED_FROM, [wrong] * 4 + [right])})

    assert (three.state, many.state, partly.state) == ("open", "broken", "met")
    assert "not yet confirmed" in three.reason
    assert "it is not chance" in many.reason


def test_falls_confirm_each_other() -> None:
    """Two queries that both went from always right to never at three repeats are no chance together."""
    steady: Runs = {f"p{i}": ([1] * 3, [1] * 3) for i in range(3, 9)}
    both = clause(steady | {"p1": ([1] * 3, [0] * 3), "p2": ([1] * 3, [0] * 3)})
    thin = clause(steady | {f"p{i}": ([1] * 2, [0] * 2) for i in range(3)})

    assert (both.state, thin.state) == ("broken", "open")
    assert both.reason.endswith("'ask p1' (and 1 more).")


def test_noise_on_few_queries_is_no_loss() -> None:
    """Three queries that each lost one run of three are within what repeats alone give."""
    assert clause({f"p{i}": ([1, 1, 1], [1, 1, 0]) for i in range(3)}).state == "met"


@pytest.mark.parametrize(
    ("runs", "state"),
    [
        ({"p": ([1, 1, 1], [1, 1, 0])}, "broken"),
        ({"p": ([1, 1, 1], [1, 1, 1]), "n": ([0, 0, 0], [1, 0, 0])}, "broken"),
        ({"p": ([1, 1, 1], [1, 1, 1]), "n": ([0, 0, 0], [0, 0, 0])}, "met"),
    ],
)
def test_floor(runs: Runs, state: str) -> None:
    """The floor holds recall and the share of quiet runs, whatever the baseline did."""
    assert clause(runs, bar=Bar(trigger_floor=0.9)).state == state


def test_new_skill_has_the_floor_only() -> None:
    """A new skill has no old description: without a floor it is shown and not judged."""
    runs: Runs = {"p": ([], [1, 0, 0])}

    assert clause(runs, kind="added").state == "n/a"
    assert clause(runs, kind="added", bar=Bar(trigger_floor=0.5)).state == "broken"


def test_new_skill_without_queries() -> None:
    """A floor that cannot be measured is open, not met."""
    assert clause({}, kind="added").state == "n/a"
    assert clause({}, kind="added", bar=Bar(trigger_floor=0.5)).state == "open"
    assert clause({}).state == "open"


def test_void_trials_are_no_evidence() -> None:
    """Void trials of a quiet query count neither for nor against it."""
    found = clause({"n": ([0, 0, 0], [0, 0, None])})

    assert found.state == "met"
    assert found.numbers["false_trigger_rate"] == 0.0
