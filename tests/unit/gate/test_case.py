"""Which looks, tables and reviews belong to which skill."""

from skilleval.domain.policy import Sampling
from skilleval.gate.case import skill_cases
from tests.builders_stats import a_case, a_change, a_query, a_suite


def test_each_skill_gets_its_own() -> None:
    """Reviews and tables go by name; a skill without tables gets empty ones."""
    case = a_case(a_change(base=a_suite(("a",), [a_query("p")])), sampling=Sampling(looks=(2, 4)))
    case = type(case)(changes=case.changes, reviews=case.reviews, sampling=case.sampling)

    (skill,) = skill_cases(case)

    assert skill.review is not None
    assert skill.tables.lift is None
    assert (skill.has_tasks, skill.has_queries, skill.looks) == (True, True, (2, 4))
