"""Planned looks: what is run again, up to where, at what price, and when to stop."""

from collections.abc import Mapping

import pytest

from skilleval.domain.policy import Bar, Sampling
from skilleval.domain.verdict import NextLook, SkillVerdict
from skilleval.gate import decide
from tests.builders_stats import (
    DESCRIPTION,
    a_case,
    a_change,
    a_query,
    a_suite,
    trials_from,
    trigger_trials,
)

Series = tuple[tuple[float, ...], tuple[float, ...]]
GAIN: Series = ((0.4, 0.5, 0.45), (0.6, 0.7, 0.65))
OPEN: Series = ((0.3, 0.7, 0.5), (0.7, 0.3, 0.56))
FALLEN: Series = ((0.5, 0.6, 0.7), (0.43, 0.53, 0.63))


def judged(
    scores: Mapping[str, Series], *, bar: Bar | None = None, looks: tuple[int, ...] = (3, 6, 9, 12)
) -> SkillVerdict:
    """Return the verdict on these scores."""
    change = a_change(base=a_suite(tuple(scores)))
    case = a_case(change, trials_from(scores), bar=bar, sampling=Sampling(looks=looks))
    return decide(case).skills[0]


def look(skill: SkillVerdict) -> NextLook:
    """Return the next look."""
    assert skill.next_look is not None
    return skill.next_look


def test_decided_is_decided() -> None:
    """A pass or a fail buys nothing more."""
    found = look(judged({f"t{i}": ((0.1, 0.1, 0.12), (0.9, 0.9, 0.92)) for i in range(4)}))

    assert (found.state, found.tasks, found.runs) == ("decided", (), 0)


def test_open_uplift_extends_every_task_in_both_arms() -> None:
    """While the gain itself is open, all tasks go to the next look; the price is that of both arms."""
    found = look(judged({f"t{i}": OPEN for i in range(4)}))

    assert (found.state, found.repeats) == ("extend", 6)
    assert found.tasks == ("t0", "t1", "t2", "t3")
    assert found.runs == 4 * 3 * 2
    assert found.cost_usd == pytest.approx(4 * 3 * 2 * 0.5)


def test_shown_gain_extends_only_the_doubtful() -> None:
    """Once the gain is shown, only tasks that may hide a drop are run again, in both arms."""
    scores = {f"t{i}": GAIN for i in range(5)} | {"t5": FALLEN}

    found = look(judged(scores))

    assert (found.state, found.tasks, found.runs) == ("extend", ("t5",), 6)


def test_looks_are_the_plans() -> None:
    """The declared looks are kept to, also when they are the user's."""
    scores = {f"t{i}": OPEN for i in range(4)}

    assert look(judged(scores, looks=(3, 8))).repeats == 8
    assert look(judged(scores, looks=(3,))).state == "last"


def test_hopeless_from_the_second_look_on() -> None:
    """Where a gain worth having is ruled out, the second look stops; the first does not."""
    flat: Series = ((0.50, 0.52, 0.48), (0.50, 0.52, 0.48))
    twice: Series = (flat[0] * 2, flat[1] * 2)

    assert look(judged({f"t{i}": flat for i in range(4)})).state == "extend"
    stopped = judged({f"t{i}": twice for i in range(4)})
    assert look(stopped).state == "hopeless"
    assert stopped.settle is not None
    assert stopped.settle.hopeless


def test_not_worse_is_never_hopeless() -> None:
    """Upkeep wants no gain: a flat result passes there instead of being given up."""
    flat: Series = ((0.50, 0.52, 0.48) * 2, (0.50, 0.52, 0.48) * 2)

    skill = judged({f"t{i}": flat for i in range(4)}, bar=Bar(mean="not-worse"))

    assert (skill.verdict, skill.literal_bar) == ("pass", "pass")


def test_settling_number_is_where_the_rule_would_decide() -> None:
    """The number that is named is the first at which the same means would pass."""
    middling: Series = ((0.40, 0.60, 0.50), (0.44, 0.64, 0.54))
    skill = judged({f"t{i}": middling for i in range(4)})
    assert skill.settle is not None
    repeats = skill.settle.repeats
    times = -(-repeats // 3)

    enough = judged({f"t{i}": (middling[0] * times, middling[1] * times) for i in range(4)})
    too_few = judged({f"t{i}": (middling[0] * (times // 2), middling[1] * (times // 2)) for i in range(4)})

    assert (skill.verdict, too_few.verdict, enough.verdict) == ("inconclusive", "inconclusive", "pass")
    assert skill.settle.runs == 4 * 2 * (repeats - 3)


def test_nothing_would_settle_a_task_that_stays_fallen() -> None:
    """A task just under the margin settles as harm far beyond the looks, if ever, and it says so."""
    skill = judged({f"t{i}": GAIN for i in range(5)} | {"t5": ((0.5, 0.6, 0.7), (0.44, 0.54, 0.64))})

    assert skill.settle is not None
    assert skill.settle.hopeless


def test_unknown_price_stays_unknown() -> None:
    """Where a trial's price is not known, none is made up."""
    graded = [
        trial.model_copy(update={"usage": trial.usage.model_copy(update={"cost_usd": None})})
        for trial in trials_from({f"t{i}": OPEN for i in range(4)})
    ]

    (skill,) = decide(a_case(a_change(base=a_suite([f"t{i}" for i in range(4)])), graded)).skills

    assert look(skill).cost_usd is None


def test_fallen_query_is_run_again() -> None:
    """A query that went from always right to never is repeated in both arms, and nothing else is."""
    change = a_change(base=a_suite(queries=[a_query(f"p{i}") for i in range(6)]), parts=DESCRIPTION)
    graded = [
        trial
        for i in range(6)
        for arm in ("baseline", "candidate")
        for trial in trigger_trials(f"p{i}", arm, [int(i > 0 or arm == "baseline")] * 3)
    ]

    (skill,) = decide(a_case(change, graded)).skills

    assert (skill.verdict, skill.reason, skill.conclusion) == (
        "inconclusive",
        "triggers-unconfirmed",
        "neutral",
    )
    found = look(skill)
    assert (found.state, found.queries, found.tasks, found.runs) == ("extend", ("p0",), (), 6)
    assert found.cost_usd == pytest.approx(6 * 0.01)
    assert skill.settle is not None
    assert (skill.settle.repeats, skill.settle.queries) == (5, ("p0",))


def test_single_repeat_goes_on() -> None:
    """After one repeat per arm nothing is known of chance: all tasks are extended."""
    graded = trials_from({"a": ((0.2,), (0.9,))})

    (skill,) = decide(a_case(a_change(base=a_suite(("a",))), graded)).skills

    assert (look(skill).state, look(skill).tasks, look(skill).repeats) == ("extend", ("a",), 3)
    assert skill.settle is not None
    assert skill.settle.repeats == 0
