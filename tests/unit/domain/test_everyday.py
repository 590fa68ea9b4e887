"""The shipped everyday requests, and the crowd of distractors."""

from skilleval.domain.distractors import MOST_DISTRACTORS, distractors
from skilleval.domain.everyday import EVERYDAY


def test_twenty_different_requests_that_none_should_answer() -> None:
    """Twenty, all different, none of which a skill should load for; ids follow from the words."""
    assert (
        len(EVERYDAY)
        == len({query.query for query in EVERYDAY})
        == len({query.id for query in EVERYDAY})
        == 20
    )
    assert not any(query.should_trigger for query in EVERYDAY)
    assert all(query.id.startswith("everyday-") for query in EVERYDAY)


def test_a_larger_crowd_holds_the_smaller_and_no_name_twice() -> None:
    """Points of a curve differ by skills that are added; names in use are passed over."""
    small, large = distractors(5, besides=()), distractors(20, besides=())

    assert large[:5] == small
    assert (
        len({bundle.name for bundle in distractors(MOST_DISTRACTORS, besides=())}) == MOST_DISTRACTORS == 50
    )
    assert small[0].name not in {bundle.name for bundle in distractors(50, besides={small[0].name})}
    assert [one.name for one in distractors(5, besides=(), seed=1)] != [one.name for one in small]
