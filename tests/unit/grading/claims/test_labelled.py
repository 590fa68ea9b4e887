"""Figures behind a label."""

import pytest

from skilleval.grading.claims.labelled import find
from tests.builders_grading import a_file, a_scene, states

GIVEN = {
    "q.csv": "month,costs\nJuly,30100\nAugust,33250\n",
    "w.log": "ERROR a\nERROR b\n",
    "n.conf": "types a b c\n",
}
FILES = [a_file("r.md", "# Report\n\nOne. Two. Three.\n")]


@pytest.mark.parametrize(("answer", "is_false"), [
    ('| Costs | 63,350 |', False),
    ('| Costs | 63,250 |', True),
    ('| Sentences | 3 |', False),
    ('| Sentences | 9 |', True),
    ('Errors: four.', True),
    ('Errors: two.', False),
    ('`types` covers four kinds.', True),
    ('`types` covers three kinds.', False),
    ('Costs never exceeded 33,000.', True),
    ('Costs never exceeded 34,000.', False),
])  # fmt: skip
def test_the_label_must_bear_the_figure_out(answer: str, is_false: bool) -> None:
    """A measure, a level, an amount or the values of a key."""
    claims = find(a_scene(answer, given=GIVEN, files=FILES))

    assert ("contradicted" in states(claims)) is is_false
