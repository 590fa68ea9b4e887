"""Titles and sentences."""

from skilleval.domain.suite import SuiteProblem
from skilleval.gate import decide
from skilleval.gate.words import TITLES, overall_title
from tests.builders_stats import DESCRIPTION, a_case, a_change, a_suite, trials_from


def test_titles_are_short_and_one_line() -> None:
    """A check's title is one short line."""
    for title in TITLES.values():
        assert len(title) <= 70
        assert "\n" not in title


def test_missing_evals_name_the_broken_file() -> None:
    """Where evals are there and cannot be read, the sentence names the file and what is wrong."""
    problem = SuiteProblem(path="evals/evals.json", message="unknown key 'promt'")
    broken = a_suite().model_copy(update={"problems": (problem,)})

    (skill,) = decide(a_case(a_change(base=a_suite(), head=broken))).skills

    assert (skill.reason, skill.title) == ("broken-evals", "its evals cannot be used: reviewed, not measured")
    assert skill.sentence == (
        "There are no tasks that can be graded, so nothing was measured:"
        " evals/evals.json: unknown key 'promt'."
    )


def test_no_evals_are_not_called_broken() -> None:
    """A warning, say of a file of no known format, breaks nothing."""
    warning = SuiteProblem(path="evals", message="no file here is read", level="warning")
    warned = a_suite("").model_copy(update={"problems": (warning,)})

    (skill,) = decide(a_case(a_change(head=warned))).skills

    assert (skill.reason, skill.title) == ("no-evals", "no evals: reviewed, not measured")


def test_evals_that_say_nothing_are_broken() -> None:
    """Tasks of which no statement can be met without the skill are there, and measure nothing."""
    tasks = tuple(
        task.model_copy(
            update={
                "checks": tuple(one.model_copy(update={"adherence": True}) for one in task.checks),
                "rubric": tuple(one.model_copy(update={"adherence": True}) for one in task.rubric),
            }
        )
        for task in a_suite("ab").tasks
    )
    told = a_suite().model_copy(update={"tasks": tasks})

    (skill,) = decide(a_case(a_change(base=told, head=told))).skills

    assert skill.reason == "broken-evals"
    assert (
        "task a has no statement that an agent without the skill could meet (and 1 more)." in skill.sentence
    )


def test_missing_queries_are_called_queries() -> None:
    """A description without trigger queries lacks queries, not tasks."""
    (skill,) = decide(a_case(a_change(parts=DESCRIPTION))).skills

    assert skill.sentence.startswith("There are no trigger queries")


def test_every_broken_clause_is_told() -> None:
    """Where the mean fell, the guilty tasks are named as well."""
    scores = dict.fromkeys("abcd", ((1.0, 1.0, 1.0), (1.0, 1.0, 1.0))) | {"b": ((1.0,) * 3, (0.0,) * 3)}

    (skill,) = decide(a_case(a_change(base=a_suite("abcd")), trials_from(scores))).skills

    assert skill.reason == "mean"
    assert skill.sentence == (
        "The mean fell, and it is not chance: 0.750 against 1.000."
        " Worse by more than 0.05, and it is not chance: b."
    )


def test_no_skill_has_a_title() -> None:
    """A change without skills has a title, too."""
    assert overall_title(()) == "no skill changed"


def test_the_title_counts_those_that_fare_alike() -> None:
    """One glance: which is the worst, how it fares, and how many of all fare so."""
    (passed,) = decide(a_case(a_change(parts=("other",)))).skills
    failed = passed.model_copy(update={"skill": "csv", "verdict": "fail", "title": "worse than before"})

    assert overall_title([passed, failed]) == "csv: worse than before (1 of 2 skills failed)"
    assert overall_title([passed, passed]).endswith("(all 2 skills passed)")
    assert overall_title([failed]) == "csv: worse than before"
