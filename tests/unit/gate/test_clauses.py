"""Clauses 1 and 2, in words and numbers."""

from collections.abc import Mapping, Sequence

import pytest

from skilleval.domain.policy import Bar
from skilleval.domain.verdict import Clause, ClauseName
from skilleval.gate import decide
from tests.builders_stats import DESCRIPTION, a_case, a_change, a_suite, a_trial, trials_from

Series = tuple[Sequence[float], Sequence[float]]


def clause(name: ClauseName, scores: Mapping[str, Series], bar: Bar | None = None) -> Clause:
    """Return a clause on these scores by task."""
    case = a_case(a_change(base=a_suite(tuple(scores))), trials_from(scores), bar=bar)
    return next(clause for clause in decide(case).skills[0].clauses if clause.name == name)


def four(old: Sequence[float], new: Sequence[float]) -> dict[str, Series]:
    """Return four tasks alike."""
    return {f"t{i}": (old, new) for i in range(4)}


@pytest.mark.parametrize(
    ("old", "new", "state", "words"),
    [
        ((0.4, 0.5, 0.45), (0.8, 0.9, 0.85), "met", "The mean is better: 0.850 against 0.450."),
        ((0.8, 0.9, 0.85), (0.4, 0.5, 0.45), "broken", "The mean fell, and it is not chance"),
        ((0.4, 0.6, 0.5), (0.45, 0.6, 0.5), "open", "it may be chance"),
        ((0.4, 0.6, 0.5), (0.4, 0.6, 0.47), "open", "no loss is shown"),
        ((1.0, 1.0, 1.0), (1.0, 1.0, 1.0), "open", "cannot show a gain"),
        ((0.5,), (0.6,), "open", "One repeat per arm cannot tell"),
    ],
)
def test_mean(old: Sequence[float], new: Sequence[float], state: str, words: str) -> None:
    """Each state of the mean has its plain sentence, with both means."""
    found = clause("mean", four(old, new))

    assert found.state == state
    assert words in found.reason
    assert found.numbers["tasks"] == 4


def test_mean_not_worse_keeps_its_word() -> None:
    """Under 'not-worse' a flat result is met, and the odds it rests on are shown."""
    found = clause("mean", four((0.5, 0.52, 0.48), (0.5, 0.52, 0.48)), Bar(mean="not-worse"))

    assert (found.state, found.reason) == ("met", "The mean is not worse: 0.500 against 0.500.")
    assert isinstance(found.numbers["p_not_worse"], float)


@pytest.mark.parametrize(
    ("one", "state", "words"),
    [
        (((0.4, 0.5, 0.45), (0.8, 0.9, 0.85)), "met", "No task is worse by more than 0.05."),
        (((0.8, 0.9, 0.85), (0.2, 0.3, 0.25)), "broken", "not chance: odd."),
        (
            ((0.5, 0.9, 0.7), (0.6, 0.4, 0.8)),
            "open",
            "Measured worse by more than 0.05, but it may be chance: odd.",
        ),
    ],
)
def test_tasks(one: Series, state: str, words: str) -> None:
    """Each state of the tasks names who is meant."""
    found = clause("tasks", four((0.4, 0.5, 0.45), (0.5, 0.6, 0.55)) | {"odd": one})

    assert found.state == state
    assert words in found.reason


def test_tasks_in_doubt_without_a_measured_drop() -> None:
    """Where nothing fell but a drop cannot be ruled out, that is what is said."""
    found = clause("tasks", {"a": ((0.2, 0.8), (0.3, 0.72)), "b": ((0.2, 0.8), (0.3, 0.75))})

    assert found.state == "open"
    assert found.reason == "A drop of more than 0.05 cannot be ruled out: a, b."


def test_description_alone_leaves_them_out() -> None:
    """Where nothing that reaches the work changed, clauses 1 and 2 do not apply."""
    (skill,) = decide(a_case(a_change(parts=DESCRIPTION))).skills

    assert [clause.state for clause in skill.clauses[:2]] == ["n/a", "n/a"]


def test_unscored_tasks_leave_them_open() -> None:
    """Trials without any score leave both open, with no numbers made up."""
    graded = [a_trial("a", arm, 1, None) for arm in ("baseline", "candidate")]

    (skill,) = decide(a_case(a_change(base=a_suite(("a",))), graded)).skills

    assert [(clause.state, clause.numbers) for clause in skill.clauses[:2]] == [("open", {"tasks": 0})] * 2
    assert skill.verdict == "error"
