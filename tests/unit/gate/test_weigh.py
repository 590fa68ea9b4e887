"""What is certain comes first, then what could not be measured, then what was."""

from skilleval.domain.finding import Review
from skilleval.domain.plan import Cell, RunPlan
from skilleval.gate import decide
from tests.builders_stats import SKILL, a_case, a_change, a_digest, a_finding, a_suite, trials_from

TASKS = ("a", "b")


def test_our_failure_comes_before_harm() -> None:
    """Where something of ours failed, a finding beside it does not make it the skill's failure."""
    review = Review(skill=SKILL, findings=(a_finding(),))

    verdict = decide(a_case(a_change(parts=("other",)), review=review, faults=("digest mismatch",)))

    assert (verdict.verdict, verdict.exit_code) == ("error", 3)


def test_partly_measured_for_the_budget_is_not_green() -> None:
    """Tasks that the budget left out leave the literal bar open, and the check as for missing evals."""
    scores = {"a": ((0.1, 0.1, 0.12), (0.9, 0.9, 0.92))}
    graded = trials_from(scores)
    unpaid = Cell(skill=SKILL, kind="uplift", item="b", arm="candidate", repeat=1)
    plan = RunPlan(
        cells=(*(trial.cell for trial in graded), unpaid),
        seed=0,
        repeats=3,
        looks=(3, 6),
        agent="messages",
        model="offline",
        grader_model="offline",
        digest=a_digest("plan"),
        left_out=(unpaid.key,),
    )

    (skill,) = decide(a_case(a_change(base=a_suite(TASKS)), graded, plan=plan)).skills

    assert (skill.verdict, skill.literal_bar, skill.reason) == ("inconclusive", None, "budget")
    assert skill.conclusion == "neutral"
    assert "b" in skill.sentence
