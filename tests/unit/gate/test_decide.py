"""The verdict on real-looking runs."""

from skilleval.gate import decide
from tests.builders_stats import a_case, a_change, a_suite, trials_from

TASKS = ("a", "b", "c", "d")


def test_clear_gain_passes() -> None:
    """A candidate that is better on every task, far beyond the noise, passes and is green."""
    graded = trials_from({task: ((0.4, 0.5, 0.45), (0.9, 0.95, 0.85)) for task in TASKS})

    verdict = decide(a_case(a_change(base=a_suite(TASKS)), graded))

    assert (verdict.verdict, verdict.conclusion, verdict.skills[0].literal_bar) == ("pass", "success", "pass")


def test_guilty_task_is_named() -> None:
    """One task far below its baseline fails the verdict, and the sentence names it."""
    scores = {task: ((0.5, 0.55, 0.45), (0.7, 0.75, 0.65)) for task in TASKS}
    scores["b"] = ((0.9, 0.95, 0.85), (0.1, 0.15, 0.05))

    verdict = decide(a_case(a_change(base=a_suite(TASKS)), trials_from(scores)))

    assert (verdict.verdict, verdict.conclusion, verdict.reason) == ("fail", "failure", "tasks")
    assert verdict.skills[0].sentence.endswith(": b.")


def test_noise_is_inconclusive_and_priced() -> None:
    """Where nothing is shown, the verdict says how many repeats would settle it, or that none would."""
    graded = trials_from({task: ((0.4, 0.6, 0.5), (0.6, 0.4, 0.47)) for task in TASKS})

    verdict = decide(a_case(a_change(base=a_suite(TASKS)), graded))

    skill = verdict.skills[0]
    assert (verdict.verdict, verdict.conclusion, skill.literal_bar) == ("inconclusive", "failure", "fail")
    assert skill.settle is not None
    assert skill.settle.tasks == TASKS
    assert skill.next_look is not None
    assert (skill.next_look.state, skill.next_look.repeats, skill.next_look.runs) == ("extend", 6, 24)
    assert skill.next_look.cost_usd == 12.0
